// The chart screen: drawing, levels, indicators, pictures, all of which survive a reload. Source:
// docs/rules/trading.md, "Chart screen".
import { readFile } from 'node:fs/promises'
import type { Route } from '@playwright/test'
import { chartScreen } from '../screens/chart-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'

test.use({ role: 'manager' })

test.beforeEach(async ({ page, product }) => {
  await page.goto(`${product.origin}/chart/SPY/_D`)
})

test('what is drawn is saved every ten seconds and found again, for its own timing', async ({ page }) => {
  const chart = chartScreen(page)
  const saves: { symbol: string; timing: string; config: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/save-workspace')) saves.push(request.postDataJSON())
  })
  await expect(page.getByRole('button', { name: 'Lines', exact: true })).toBeEnabled()
  await chart.chooseTool('Lines', 'Segment')
  await chart.drag([0.2, 0.3], [0.5, 0.2])
  const bar = page.getByRole('toolbar', { name: 'Selected drawing: Segment' })
  await expect(bar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await chart.rightClick([0.35, 0.25])
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  expect(await chart.annotationCount()).toBe(0)
  await page.keyboard.press('Control+z')
  expect(await chart.annotationCount()).toBe(1)
  await chart.chooseTool('Flags', 'Flag')
  await page.getByRole('textbox', { name: 'Text' }).fill('<b>Q3')
  await page.getByRole('button', { name: 'Place' }).click()
  await chart.click([0.6, 0.35])
  expect(await chart.annotationCount()).toBe(2)
  await page.getByRole('button', { name: 'Indicators 1' }).click()
  await page.getByRole('button', { name: 'Add Relative strength index' }).click()
  await page.getByRole('textbox', { name: 'Relative strength index: Length' }).fill('21')
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'indicators')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Indicators 2' })).toBeVisible()

  await page.clock.fastForward(10_000)
  await expect
    .poll(() => JSON.parse(saves.at(-1)?.config ?? '{}'))
    .toMatchObject({
      version: 1,
      drawings: [{ tool: 'segment' }, { tool: 'flag', text: '<b>Q3' }],
      indicators: [{ key: 'volume' }, { key: 'rsi', params: [21] }],
    })
  await expect(chart.status).toContainText('Saved')
  await expectAccessible(page, 'chart with drawings')

  await page.reload()
  await expect(page.getByRole('button', { name: 'Indicators 2' })).toBeVisible()
  expect(await chart.annotationCount()).toBe(2)
  await page.getByTitle('Weekly', { exact: true }).click()
  await expect(page).toHaveURL(/\/chart\/SPY\/_W$/)
  await expect(page.getByRole('button', { name: 'Indicators 1' })).toBeVisible()
  expect(await chart.annotationCount()).toBe(0)

  // Leaving saves immediately, and an unchanged chart is not sent again.
  await chart.chooseTool('Lines', 'Horizontal line')
  await chart.click([0.4, 0.3])
  await page.getByTitle('Daily', { exact: true }).click()
  await expect.poll(() => saves.at(-1)).toMatchObject({ symbol: 'SPY', timing: '_W' })
  await expect(page.getByRole('button', { name: 'Indicators 2' })).toBeVisible()
  expect(await chart.annotationCount()).toBe(2)

  // Without a connection a drawing is kept, also after changing the timing, and sent when the line is back.
  const drawingCount = ({ config }: { config: string }) =>
    (JSON.parse(config) as { drawings: unknown[] }).drawings.length
  await page.context().setOffline(true)
  await chart.chooseTool('Lines', 'Vertical line')
  await chart.click([0.7, 0.3])
  await page.clock.fastForward(1_000)
  await expect(chart.status).toHaveText('Kept on this device, sent when the connection returns')
  await expectAccessible(page, 'a selected drawing, kept')
  await page.getByTitle('Weekly', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Indicators 1' })).toBeVisible()
  const before = saves.length
  await page.context().setOffline(false)
  await expect
    .poll(() => saves.slice(before).map((save) => `${save.symbol}${save.timing} ${drawingCount(save)}`))
    .toContain('SPY_D 3')

  // Another tab saves the same chart; both keep what either drew.
  await page.getByTitle('Daily', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Indicators 2' })).toBeVisible()
  expect(await chart.annotationCount()).toBe(3)
  const other = await page.context().newPage()
  const otherChart = chartScreen(other)
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Indicators 2' })).toBeVisible()
  for (const [one, place] of [
    [otherChart, [0.3, 0.4]],
    [chart, [0.6, 0.2]],
  ] as const) {
    await one.chooseTool('Lines', 'Horizontal line')
    await one.click(place)
    await page.clock.fastForward(10_000)
    await expect(one.status).toContainText(/Saved|Merged/)
  }
  expect(await chart.annotationCount()).toBe(5)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Indicators 2' })).toBeVisible()
  expect(await otherChart.annotationCount()).toBe(5)
})

test('one resistance and one support, drawn or typed, and a stop three percent beyond', async ({ page }) => {
  const chart = chartScreen(page)
  await page.getByRole('button', { name: 'Draw the support', exact: true }).click()
  await chart.click([0.5, 0.5])
  await expect(chart.level('Support')).not.toHaveValue('')
  const support = Number(await chart.level('Support').inputValue())
  await expect(page.getByRole('status').filter({ hasText: 'Support' })).toContainText(
    `Support ${support.toFixed(2)}, Stop loss ${(support * 0.97).toFixed(2)}`,
  )

  await chart.level('Resistance').fill(String(support))
  await page.keyboard.press('Enter')
  const refusal = page.getByRole('alert').filter({ hasText: 'The resistance cannot be less than the support' })
  await expect(refusal).toContainText('Error')
  await expect(chart.level('Resistance')).toHaveValue('')

  const resistance = Math.round(support * 1.1)
  await chart.level('Resistance').fill(String(resistance))
  await page.keyboard.press('Enter')
  await page.getByText('Short', { exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Support' })).toContainText(
    `Stop loss ${(resistance * 1.03).toFixed(2)}`,
  )
  const saved = page.waitForResponse((response) => response.url().endsWith('/save-workspace'))
  await page.clock.fastForward(10_000)
  await saved
  await page.reload()
  await expect(chart.level('Resistance')).toHaveValue(resistance.toFixed(2))
  await expect(page.getByRole('radio', { name: 'Short' })).toBeChecked()
  await chart.level('Support').fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Resistance' })).not.toContainText('Support')
})

test('the levels that the rule finds are shown with what proves them, taken over by one click, and hidden again', async ({
  page,
}) => {
  const chart = chartScreen(page)
  await expect(chart.prices).toBeVisible()
  const panel = page.getByRole('region', { name: 'Found levels' })
  const before = await chart.picture()
  await panel.getByRole('switch', { name: 'Found levels on the chart' }).click()
  await expect(panel.getByText(/^Resistance.*, last [\d-]+\. Support/)).toBeVisible()
  await expect.poll(() => chart.picture()).not.toBe(before)
  const use = panel.getByRole('button', { name: /^Use / })
  const [resistance, support] = /\$([\d,.]+) and \$([\d,.]+)/
    .exec(await use.innerText())!
    .slice(1)
    .map((text) => text.replaceAll(',', ''))
  await use.click()
  await expect(chart.level('Resistance')).toHaveValue(resistance!)
  await expect(chart.level('Support')).toHaveValue(support!)
  await expectAccessible(page, 'found levels')
  await panel.getByRole('switch', { name: 'Found levels on the chart' }).click()
  await expect(use).toHaveCount(0)
})

test('scrolling back loads earlier history once, until the first bar there is, and what is in view stays', async ({
  page,
}) => {
  const asked: { start: string; end: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/stock/by-range')) asked.push(request.postDataJSON())
  })
  await expect(chartScreen(page).prices).toBeVisible()
  await page.getByRole('button', { name: '1Y', exact: true }).click()
  const history = page.getByRole('scrollbar', { name: 'Visible part of the history' })
  const bars = Number(await history.getAttribute('aria-valuemax'))
  const earlier = () => asked.filter(({ end }) => end < '2007')
  expect(earlier()).toEqual([])
  await history.press('Home')
  // The simulated market has one day more than the twenty years of a chart's initial range.
  await expect.poll(async () => Number(await history.getAttribute('aria-valuemax'))).toBe(bars + 1)
  await expect(history).toHaveAttribute('aria-valuenow', '1')
  await history.press('Home')
  await expect(history).toHaveAttribute('aria-valuenow', '0')
  await expect(history).toHaveAttribute('aria-valuetext', /^2006-03-03/)
  expect(earlier()).toMatchObject([{ start: '1986-03-04', end: '2006-03-03' }])
})

test('the Actions menu: full screen, pictures, Daily, Clean', async ({ page }) => {
  const chart = chartScreen(page)
  await expect(chart.prices).toBeVisible()
  await chart.action('Fullscreen')
  await expect(page.getByRole('dialog', { name: 'SPY' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const [png] = await Promise.all([page.waitForEvent('download'), chart.action('Save PNG')])
  expect(png.suggestedFilename()).toBe('SPY_D.png')
  const [pdf] = await Promise.all([page.waitForEvent('download'), chart.action('Save PDF')])
  expect(pdf.suggestedFilename()).toBe('SPY_D.pdf')
  expect((await readFile(await pdf.path())).subarray(0, 8).toString()).toBe('%PDF-1.4')
  await page.getByTitle('Monthly', { exact: true }).click()
  await chart.action('Daily')
  await expect(page).toHaveURL(/\/chart\/SPY\/_D$/)
  await chart.action('Clean')
  await expect(page.getByText('No company chosen')).toBeVisible()
})

test.describe('on a product of its own', () => {
  test.use({ ownProduct: {} })

  test('the newest bar follows the market while it is open, and nothing is asked for after leaving', async ({
    page,
    product,
  }) => {
    const legend = page.locator('.cf-legend')
    await expect(legend).toContainText('2026-03-04')
    const before = await legend.innerText()
    await product.moveClock('2026-03-04T15:20:00Z')
    const answered = page.waitForResponse((response) => response.url().endsWith('/stock/by-range'))
    await page.clock.fastForward(15_000)
    const bars = (await (await answered).json()) as { close: number }[]
    await expect(legend).toContainText(`C ${bars.at(-1)!.close.toFixed(2)}`)
    expect(await legend.innerText()).not.toBe(before)

    // The code of the next screen loads slowly. The chart is still in view, so it continues until that screen appears,
    // and no longer.
    const held: Route[] = []
    await page.route(/\/assets\/member-screen-.*\.js$/, (route) => void held.push(route))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const isAsked = (path: string) => asked.some((one) => one.endsWith(path))
    await page.getByRole('link', { name: 'Members' }).click()
    await expect(page).toHaveURL(/\/member/)
    await expect(legend).toBeVisible()
    await page.clock.fastForward(15_000)
    await expect.poll(() => isAsked('/stock/by-range')).toBe(true)
    for (const route of held) await route.continue()
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
    await expect(legend).toHaveCount(0)
    // What it has loaded is drawn after the chart has been taken down, timers included.
    await expect(page.getByText('No members yet')).toBeVisible()
    asked.length = 0
    await page.clock.fastForward(45_000)
    await expect.poll(() => isAsked('/market/find-state')).toBe(true)
    expect(isAsked('/stock/by-range')).toBe(false)
  })
})

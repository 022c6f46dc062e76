import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../testing/find-violations.ts'
import { openHarness, type Harness } from '../testing/open-harness.ts'
import type { HistoryChartHandle, HistoryChartProps } from './history-chart.tsx'

declare const window: {
  readonly history_: HistoryChartHandle
  readonly points_: HistoryChartProps['points']
  readonly raise_: () => void
  readonly receive_: (later: Partial<Pick<HistoryChartProps, 'points' | 'growth' | 'payments'>>) => void
}

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(async () => {
  await harness.close()
})

const waitForText = async (page: Page, selector: string, text: string) =>
  await page.waitForFunction(
    ([place, wanted]) => document.querySelector(place ?? '')?.textContent?.includes(wanted ?? '') === true,
    [selector, text],
  )
const size = { width: 900, height: 420 }

describe('the historic chart in a browser', () => {
  test('opens at the year to date and goes to any range', async () => {
    const page = await harness.open('page=history', size)
    await waitForText(page, '.cf-dates', '2025-12-31 – 2026-11-20')
    expect(await page.locator('[data-range=YTD]').getAttribute('aria-pressed')).toBe('true')
    await page.locator('[data-range="1Y"]').click()
    await waitForText(page, '.cf-dates', '2025-11-20 – 2026-11-20')
    expect(await page.locator('[data-range="1Y"]').getAttribute('aria-pressed')).toBe('true')
    await page.close()
  })

  test('compared gains start again at zero where a range begins, and say from when to when', async () => {
    const page = await harness.open('page=comparison', size)
    await waitForText(page, '.cf-legend', '2026-01-19 to 2026-11-20')
    const year = await page.locator('.cf-legend').textContent()
    expect(await page.locator('[data-range="1Y"]').getAttribute('aria-disabled')).toBe('true')
    expect(await page.locator('[data-range="1Y"]').getAttribute('title')).toBe(
      'Last year: Account begins on 2026-01-19, after the close of 2025-11-20',
    )
    await page.locator('[data-range="1M"]').click()
    await waitForText(page, '.cf-legend', '2026-10-20 to 2026-11-20')
    expect(await page.locator('.cf-legend').textContent()).not.toBe(year)
    await waitForText(page, '.cf-hidden', 'Account: from 0.00% to')
    // The user moves to a time before the base of the lines, where nothing is drawn.
    await page.locator('.cf-canvas [role=application]').press('Home')
    await waitForText(page, '.cf-hidden', 'Account: no values.')
    await page.close()
  })

  test('fits tens of thousands of values', async () => {
    const page = await harness.open('page=history&count=40000&range=All', size)
    await waitForText(page, '.cf-dates', '– 2026-11-20')
    expect(await page.locator('.cf-scroll').getAttribute('aria-valuenow')).toBe('0')
    expect(await page.locator('.cf-scroll').getAttribute('aria-valuemax')).toBe('40000')
    await page.close()
  })

  test('is logarithmic by default, and says why not once a value is not positive', async () => {
    const page = await harness.open('page=history', size)
    const log = page.getByRole('button', { name: 'Log' })
    expect(await log.getAttribute('aria-pressed')).toBe('true')
    await page.evaluate((timeMs) => {
      window.history_.append([{ timeMs, value: -5 }])
    }, Date.parse('2026-11-21T00:00:00Z'))
    await page.waitForFunction(
      () => document.querySelector('[title="A logarithmic scale needs values above zero"]') !== null,
    )
    expect(await log.getAttribute('aria-pressed')).toBe('false')
    expect(await log.getAttribute('aria-disabled')).toBe('true')
    await page.close()
  })

  test('keeps its range while values are appended and shows the newest', async () => {
    const page = await harness.open('page=history', size)
    await waitForText(page, '.cf-dates', '2026-11-20')
    await page.evaluate((timeMs) => {
      window.history_.append([{ timeMs, value: 700_123.45 }])
    }, Date.parse('2026-11-23T00:00:00Z'))
    await waitForText(page, '.cf-legend', '$700,123.45')
    await waitForText(page, '.cf-dates', '2025-12-31 – 2026-11-23')
    expect(await page.locator('[data-range=YTD]').getAttribute('aria-pressed')).toBe('true')
    await page.close()
  })

  test('lets go of the range when the reader moves the view', async () => {
    const page = await harness.open('page=history', size)
    await waitForText(page, '.cf-dates', '2026-11-20')
    await page.mouse.move(400, 200)
    await page.mouse.down()
    await page.mouse.move(600, 200, { steps: 5 })
    await page.mouse.up()
    await page.waitForFunction(
      () => document.querySelector('[data-range=YTD]')?.getAttribute('aria-pressed') === 'false',
    )
    expect(await page.locator('.cf-dates').textContent()).not.toContain('2026-11-20')
    await page.close()
  })

  test('keeps the view when the gains and payments of its values arrive after them', async () => {
    const page = await harness.open('page=history', size)
    await waitForText(page, '.cf-dates', '2026-11-20')
    await page.locator('.cf-canvas [role=application]').press('Home')
    await page.waitForFunction(() => document.querySelector('.cf-dates')?.textContent?.includes('2026') === false)
    const dates = await page.locator('.cf-dates').textContent()
    const paidMs = Date.parse('2026-11-20T00:00:00Z')
    await page.evaluate((timeMs) => {
      const growth = [
        { timeMs: 0, value: 0 },
        { timeMs, value: 12.5 },
      ]
      window.receive_({ growth, payments: [{ timeMs, amount: 2_500 }] })
    }, paidMs)
    await waitForText(page, '.cf-legend', '+12.50%gain since')
    expect(await page.locator('.cf-legend').textContent()).toContain('2,500.00')
    expect(await page.locator('.cf-dates').textContent()).toBe(dates)
    await page.close()
  })

  test('keeps the view of the user when the newest value is read again, and follows it at the end', async () => {
    const page = await harness.open('page=history', size)
    await waitForText(page, '.cf-dates', '2026-11-20')
    const chart = page.locator('.cf-canvas [role=application]')
    const receive = (value: number, day?: string) =>
      page.evaluate(
        ([last, timeMs]) => {
          const before = window.points_.slice(0, -1)
          const at = window.points_.at(-1)?.timeMs ?? 0
          const more = timeMs === undefined ? [] : [{ timeMs, value: last }]
          window.receive_({ points: [...before, { timeMs: at, value: last }, ...more] })
        },
        [value, day === undefined ? undefined : Date.parse(day)] as const,
      )
    await chart.press('Home')
    await page.waitForFunction(() => document.querySelector('.cf-dates')?.textContent?.includes('2026') === false)
    const dates = await page.locator('.cf-dates').textContent()
    await receive(655_321.09)
    await waitForText(page, '.cf-legend', '$655,321.09')
    expect(await page.locator('.cf-dates').textContent()).toBe(dates)
    await chart.press('End')
    await waitForText(page, '.cf-dates', '– 2026-11-20')
    await receive(655_400.5, '2026-11-23')
    await waitForText(page, '.cf-dates', '– 2026-11-23')
    expect(await page.locator('[data-range=YTD]').getAttribute('aria-pressed')).toBe('false')
    await page.close()
  })

  test('compared gains keep their view and their base when the newest values are read again', async () => {
    const page = await harness.open('page=comparison', size)
    await waitForText(page, '.cf-legend', '2026-01-19 to 2026-11-20')
    await page.locator('[data-range="1M"]').click()
    await waitForText(page, '.cf-legend', '2026-10-20 to 2026-11-20')
    await page.locator('.cf-canvas [role=application]').press('End')
    await page.waitForFunction(
      () => document.querySelector('[data-range="1M"]')?.getAttribute('aria-pressed') === 'false',
    )
    const [legend, dates] = [
      await page.locator('.cf-legend').textContent(),
      await page.locator('.cf-dates').textContent(),
    ]
    await page.evaluate(() => window.raise_())
    await page.waitForFunction((before) => document.querySelector('.cf-legend')?.textContent !== before, legend)
    expect(await page.locator('.cf-legend').textContent()).toContain('2026-10-20 to 2026-11-20')
    expect(await page.locator('[data-range="1M"]').getAttribute('aria-pressed')).toBe('false')
    expect(await page.locator('.cf-dates').textContent()).toBe(dates)
    await page.close()
  })

  test('has the same figures as a table', async () => {
    const page = await harness.open('page=comparison', size)
    await waitForText(page, '.cf-legend', 'SPY')
    await page.getByRole('button', { name: 'Table' }).click()
    await page.locator('.cf-table tbody tr').first().waitFor()
    expect(await page.locator('.cf-table thead').textContent()).toBe('DateAccountSPYQQQ')
    const last = await page.locator('.cf-table tbody tr').first().locator('td').allTextContents()
    const legend = await page.locator('.cf-legend').textContent()
    for (const figure of last) expect(legend).toContain(figure)
    await page.close()
  })

  test.each(['history', 'history&stepped&theme=dark', 'comparison&theme=dark', 'comparison'])(
    'has nothing for axe to find (%s)',
    async (query) => {
      const page = await harness.open(`page=${query}`, size)
      await waitForText(page, '.cf-dates', '2026')
      expect(await findViolations(page)).toEqual([])
      await page.close()
    },
  )

  test('meets no error on any of these pages', () => {
    expect(harness.problems).toEqual([])
  })
})

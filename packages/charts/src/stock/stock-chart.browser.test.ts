import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../testing/find-violations.ts'
import { openHarness, type Harness } from '../testing/open-harness.ts'
import type { StockChartHandle } from './stock-chart.tsx'
import type { StockTools } from './tool-kit.ts'

interface HarnessWindow {
  done: Promise<boolean>
  readonly harness: {
    readonly chart: StockChartHandle
    readonly tools: StockTools
    renders: number
    readonly picked: (readonly [string, number])[]
  }
}
declare const window: HarnessWindow

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(async () => {
  await harness.close()
})

const dates = (page: Page) => page.locator('.cf-dates')
const legend = (page: Page) => page.locator('.cf-legend')
const waitForText = async (page: Page, selector: string, text: string) =>
  await page.waitForFunction(
    ([place, wanted]) => document.querySelector(place ?? '')?.textContent?.includes(wanted ?? '') === true,
    [selector, text],
  )

describe('the stock chart in a browser', () => {
  test('shows the year to date from its first bar to the last', async () => {
    const page = await harness.open('page=stock')
    await waitForText(page, '.cf-dates', '2026-11-20')
    expect(await dates(page).textContent()).toBe('2026-01-01 – 2026-11-20')
    expect(await page.locator('[data-range=YTD]').getAttribute('aria-pressed')).toBe('true')
    await page.close()
  })

  test('fits the whole history, joined where it is wider than the screen, and parts the bars again on zooming in', async () => {
    const page = await harness.open('page=stock&count=50000&all')
    await waitForText(page, '.cf-legend', 'bars drawn as 1')
    const first = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          window.harness.chart.subscribeVisible(({ fromIndex, toIndex, joinedBars }) =>
            resolve([fromIndex, toIndex, joinedBars]),
          )
          window.harness.chart.setRange('All')
        }),
    )
    expect(first.slice(0, 2)).toEqual([0, 50_000])
    expect(50_000 / (first[2] ?? 1)).toBeLessThanOrEqual(5_000)
    await page.locator('[data-range="1Y"]').click()
    await waitForText(page, '.cf-dates', '2025-11-21 – 2026-11-20')
    await page.waitForFunction(
      () => document.querySelector('.cf-legend')?.textContent?.includes('drawn as 1') === false,
    )
    await page.close()
  })

  test('zooms in around the pointer and out to the whole history, no farther', async () => {
    const page = await harness.open('page=stock&count=12000')
    await waitForText(page, '.cf-dates', '2026-01-01')
    const start = () => page.locator('.cf-scroll').getAttribute('aria-valuenow').then(Number)
    const before = await start()
    await page.mouse.move(400, 200)
    await page.mouse.wheel(0, -200)
    await page.waitForFunction(
      (value) => Number(document.querySelector('.cf-scroll')?.getAttribute('aria-valuenow')) > value,
      before,
    )
    expect(await page.locator('[data-range=YTD]').getAttribute('aria-pressed')).toBe('false')
    for (let turn = 0; turn < 200 && (await start()) > 0; turn++) await page.mouse.wheel(0, 400)
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 400)
    await page.waitForFunction(() => document.querySelector('.cf-legend')?.textContent?.includes('bars drawn as 1'))
    expect(await start()).toBe(0)
    expect(await dates(page).textContent()).toContain('– 2026-11-20')
    await page.close()
  })

  test('changes theme, type and scale in place', async () => {
    const page = await harness.open('page=stock&levels')
    await waitForText(page, '.cf-dates', '2026-01-01')
    await page.locator('.cf-canvas > div').evaluate((surface) => {
      surface.setAttribute('data-same', '')
    })
    await page.keyboard.down('Alt')
    await page.mouse.dblclick(400, 250)
    await page.keyboard.up('Alt')
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('.cf-legend b') ?? document.body).color === 'rgb(228, 231, 235)',
    )
    const scales = await page.evaluate(() => {
      window.harness.chart.setType('candle')
      return [window.harness.chart.setScale('linear'), window.harness.chart.setScale('logarithmic')]
    })
    expect(scales).toEqual(['linear', 'logarithmic'])
    expect(await page.locator('[data-same]').count()).toBe(1)
    expect(await page.evaluate(() => window.harness.chart.save().type)).toBe('candle')
    await page.close()
  })

  test('refuses the logarithmic scale while a price is not positive, and takes it up again with the next bars', async () => {
    const page = await harness.open('page=stock')
    await waitForText(page, '.cf-dates', '2026-01-01')
    const scales = await page.evaluate(() => {
      const { chart } = window.harness
      const bar = { open: 1, high: 2, low: 0, close: 1, volume: 1 }
      const good = [1, 2, 3].map((day) => ({ ...bar, low: 0.5, timeMs: day * 86_400_000 }))
      chart.setBars([...good, { ...bar, timeMs: 4 * 86_400_000 }], { unit: 'day', span: 1 })
      const refused = chart.setScale('logarithmic')
      chart.setBars(good, { unit: 'day', span: 1 })
      return [refused, chart.setScale('logarithmic')]
    })
    expect(scales).toEqual(['linear', 'logarithmic'])
    await page.close()
  })

  test('never renders React while panning, zooming, scrolling or moving the crosshair', async () => {
    const page = await harness.open('page=stock')
    await waitForText(page, '.cf-dates', '2026')
    const before = await page.evaluate(() => window.harness.renders)
    await page.mouse.move(300, 300)
    await page.mouse.down()
    await page.mouse.move(420, 300, { steps: 6 })
    await page.mouse.up()
    await page.mouse.wheel(0, -240)
    await page.mouse.move(500, 200, { steps: 6 })
    await page.locator('.cf-scroll').press('Home')
    await page.waitForFunction(
      () => document.querySelector('[data-range=YTD]')?.getAttribute('aria-pressed') === 'false',
    )
    expect(await page.evaluate(() => window.harness.renders)).toBe(before)
    await page.close()
  })

  test('has a price axis whose middle is the geometric mean on the logarithmic and the arithmetic mean on the linear scale', async () => {
    const page = await harness.open('page=stock&start=0.8&all')
    await waitForText(page, '.cf-dates', '2026')
    const prices = (scale: 'linear' | 'logarithmic') =>
      page.evaluate(async (wanted) => {
        window.harness.chart.setScale(wanted)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        return [40, 240, 440].map((y) => window.harness.chart.priceAt(300, y) ?? Number.NaN)
      }, scale)
    const [high = 0, middle = 0, low = 0] = await prices('logarithmic')
    expect(low).toBeGreaterThan(0)
    expect(low).toBeLessThan(1)
    expect(middle).toBeCloseTo(Math.sqrt(high * low), 1)
    const [top = 0, centre = 0, bottom = 0] = await prices('linear')
    expect(centre).toBeCloseTo((top + bottom) / 2, 1)
    await page.close()
  })

  test.each(['linear', 'logarithmic'] as const)('draws a level exactly where its price is read (%s)', async (scale) => {
    const page = await harness.open('page=stock&start=0.9&all')
    await waitForText(page, '.cf-dates', '2026')
    const row = await page.evaluate(async (wanted) => {
      const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const { chart } = window.harness
      chart.setScale(wanted)
      await frames()
      chart.setLevel('resistance', { price: chart.priceAt(300, 150) ?? 0 })
      await frames()
      const isBlue = (canvas: HTMLCanvasElement, y: number) => {
        const [red, green, blue] = canvas.getContext('2d')?.getImageData(300, y, 1, 1).data ?? []
        return Math.hypot((red ?? 0) - 37, (green ?? 0) - 89, (blue ?? 0) - 214) < 12
      }
      const canvases = [...document.querySelectorAll<HTMLCanvasElement>('.cf-canvas canvas')].filter(
        ({ width, height }) => width > 500 && height > 300,
      )
      return Array.from({ length: 400 }, (_, y) => y).find((y) => canvases.some((canvas) => isBlue(canvas, y)))
    }, scale)
    expect(Math.abs((row ?? 0) - 150)).toBeLessThanOrEqual(3)
    await page.close()
  })

  test('gives the price of a click while a level is being picked, not of a drag', async () => {
    const page = await harness.open('page=stock&picking')
    await waitForText(page, '.cf-dates', '2026')
    const expected = await page.evaluate(() => window.harness.chart.priceAt(400, 200))
    await page.mouse.move(200, 220)
    await page.mouse.down()
    await page.mouse.move(200, 260, { steps: 4 })
    await page.mouse.up()
    await page.evaluate(() => {
      window.harness.chart.setRange('YTD')
    })
    await page.mouse.click(400, 200)
    expect(await page.evaluate(() => window.harness.picked)).toEqual([['resistance', expected]])
    await page.close()
  })

  test('walks the bars by key and reads them out', async () => {
    const page = await harness.open('page=stock')
    await waitForText(page, '.cf-legend', '2026-11-20')
    await page.locator('.cf-canvas > div').focus()
    await page.keyboard.press('ArrowLeft')
    await waitForText(page, '[aria-live=polite]', '2026-11-20: open ')
    await page.keyboard.press('ArrowLeft')
    await waitForText(page, '.cf-legend', '2026-11-19')
    await waitForText(page, '[aria-live=polite]', '2026-11-19: open ')
    await page.keyboard.press('Escape')
    await waitForText(page, '.cf-legend', '2026-11-20')
    expect(await page.locator('[aria-live=polite]').textContent()).toContain('2026-11-19')
    await page.close()
  })

  test('labels intraday bars with New York time', async () => {
    const page = await harness.open('page=stock&intraday&all')
    await waitForText(page, '.cf-legend', '2026-07-01 15:59')
    expect(await dates(page).textContent()).toContain('2026-07-01 15:59')
    await page.close()
  })

  test('follows appended bars and refuses one from the past', async () => {
    const page = await harness.open('page=stock')
    await waitForText(page, '.cf-legend', '2026-11-20')
    const day = 86_400_000
    const last = Date.parse('2026-11-20T00:00:00Z')
    const refused = await page.evaluate(
      ([time = 0, oneDay = 0]) => {
        const { chart } = window.harness
        const bar = { open: 240, high: 250, low: 230, close: 245.5, volume: 1 }
        chart.append({ ...bar, timeMs: time })
        chart.append({ ...bar, timeMs: time + oneDay })
        try {
          chart.append({ ...bar, timeMs: time - oneDay })
          return 'accepted'
        } catch (error) {
          return String(error)
        }
      },
      [last, day],
    )
    expect(refused).toContain('comes before the last one')
    await waitForText(page, '.cf-legend', '2026-11-21')
    await waitForText(page, '.cf-legend', 'C 245.50')
    await page.close()
  })

  test('collects fast clicks into a drawing and saves and loads the same workspace', async () => {
    const page = await harness.open('page=stock&levels')
    await waitForText(page, '.cf-dates', '2026')
    await page.evaluate(() => {
      window.done = window.harness.tools.start('channel')
    })
    await page.mouse.click(200, 300)
    await page.mouse.click(400, 250)
    await page.mouse.click(300, 200)
    expect(await page.evaluate(() => window.done)).toBe(true)
    const saved = await page.evaluate(() => JSON.stringify(window.harness.chart.save()))
    expect(JSON.parse(saved)).toMatchObject({
      version: 1,
      type: 'ohlc',
      levels: { stopLoss: { note: '3% below support' } },
      drawings: [{ tool: 'channel' }],
    })
    const again = await page.evaluate((text) => {
      const { chart } = window.harness
      const workspace = JSON.parse(text)
      chart.load({ ...workspace, levels: {}, drawings: [] })
      chart.load({ ...workspace, drawings: [...workspace.drawings, { id: 'x', tool: 'of-tomorrow', points: [] }] })
      return JSON.stringify(chart.save())
    }, saved)
    expect(JSON.parse(again)).toEqual({
      ...JSON.parse(saved),
      drawings: [...JSON.parse(saved).drawings, { id: 'x', tool: 'of-tomorrow', points: [] }],
    })
    await page.close()
  })

  test('exports a PNG of its own size with a head line', async () => {
    const page = await harness.open('page=stock&levels')
    await waitForText(page, '.cf-dates', '2026')
    const picture = await page.evaluate(async () => {
      const blob = await window.harness.chart.exportPng('Corvane Systems')
      const image = await createImageBitmap(blob)
      const plot = document.querySelector('.cf-canvas')
      return {
        type: blob.type,
        width: image.width - (plot?.clientWidth ?? 0),
        height: image.height - (plot?.clientHeight ?? 0),
      }
    })
    expect(picture).toEqual({ type: 'image/png', width: 0, height: 32 })
    await page.close()
  })

  test('exports the same picture whether the crosshair and the handles of a drawing are on the chart or not', async () => {
    const page = await harness.open('page=stock&levels')
    await waitForText(page, '.cf-dates', '2026')
    const exported = () =>
      page.evaluate(async () => {
        const bytes = await (await window.harness.chart.exportPng('Corvane Systems')).arrayBuffer()
        return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join()
      })
    await page.evaluate(() => {
      window.done = window.harness.tools.start('segment')
    })
    await page.mouse.click(200, 300)
    await page.mouse.click(400, 250)
    await page.evaluate(() => window.harness.tools.select(undefined))
    await page.mouse.move(5, 690)
    const plain = await exported()
    await page.mouse.click(300, 275)
    const { selectedId, drawings } = await page.evaluate(() => window.harness.tools.state())
    expect(selectedId).toBe(drawings[0]?.id)
    await waitForText(page, '.cf-legend', '2026')
    expect(await exported()).toBe(plain)
    await page.close()
  })

  test('shows the visible bars as a table, latest first', async () => {
    const page = await harness.open('page=stock')
    await waitForText(page, '.cf-dates', '2026-11-20')
    await page.getByRole('button', { name: 'Table' }).click()
    const rows = page.locator('.cf-table tbody tr')
    await rows.first().waitFor()
    expect(await rows.first().locator('th').textContent()).toBe('2026-11-20')
    expect(await rows.last().locator('th').textContent()).toBe('2026-01-01')
    await page.close()
  })

  test('leaves one chart in the page under StrictMode', async () => {
    const page = await harness.open('page=stock')
    await waitForText(page, '.cf-legend', '2026')
    expect(await page.locator('.cf-canvas > div').count()).toBe(1)
    expect(await legend(page).locator('b').count()).toBe(5)
    await page.close()
  })

  test.each(['light', 'dark'])('has nothing for axe to find (%s)', async (theme) => {
    const page = await harness.open(`page=stock&levels&volume&theme=${theme}`)
    await waitForText(page, '.cf-dates', '2026')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Table' }).click()
    await page.locator('.cf-table').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.close()
  })

  test('meets no error on any of these pages', () => {
    expect(harness.problems).toEqual([])
  })
})

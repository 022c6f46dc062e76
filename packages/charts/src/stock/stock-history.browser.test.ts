// Histories of every kind on the stock chart: earlier bars that arrive while the user looks, and unusual ones that
// break charts.
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StockChartHandle } from './stock-chart.tsx'
import type { PriceBar } from './price-bar.ts'
import type { StockTools } from './tool-kit.ts'
import type { VisibleWindow } from './stock-chart-port.ts'
import { openHarness, type Harness } from '../testing/open-harness.ts'
import { chartTheme } from '../theme.ts'

interface HarnessWindow {
  readonly harness: {
    readonly chart: StockChartHandle
    readonly tools: StockTools
    readonly prependHistory: (count: number) => void
    readonly replaceHistory: (bars: readonly PriceBar[], isIntraday?: boolean) => void
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

const dayMs = 86_400_000
const timeAxisPx = 28
const frames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
const picture = async (page: Page) => {
  await page.mouse.move(5, 690)
  await frames(page)
  await frames(page)
  const { x, y, width, height } = (await page.locator('.cf-canvas').boundingBox())!
  // Which bars get a date label is counted from the first bar, so the time axis is excluded.
  return createHash('sha256')
    .update(await page.screenshot({ clip: { x, y, width, height: height - timeAxisPx } }))
    .digest('hex')
}
const visible = (page: Page): Promise<VisibleWindow> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const leave = window.harness.chart.subscribeVisible((shown) => {
          resolve(shown)
          queueMicrotask(() => leave())
        })
        window.harness.chart.zoom(1)
        window.harness.chart.pan(0)
      }),
  )
const open = async (query: string) => {
  const page = await harness.open(`page=stock&${query}`)
  await page.waitForFunction(() => document.querySelector('.cf-dates')?.textContent?.includes('2026'))
  return page
}
const legend = (page: Page) => page.locator('.cf-legend').textContent()
const dates = (page: Page) => page.locator('.cf-dates').textContent()
/** Sets these bars on the chart and waits until they are drawn. */
const show = async (page: Page, bars: readonly PriceBar[], isIntraday = false) => {
  await page.evaluate(([wanted, intraday]) => window.harness.replaceHistory(wanted, intraday), [
    bars,
    isIntraday,
  ] as const)
  await frames(page)
  await frames(page)
}
const bar = (timeMs: number, price: number, change = 0.02): PriceBar => ({
  timeMs,
  open: price,
  high: price * (1 + change),
  low: price * (1 - change),
  close: price * (1 + change / 2),
  volume: 1_000,
})
const weekdays = (from: string, count: number) => {
  const times: number[] = []
  for (let time = Date.parse(from); times.length < count; time += dayMs)
    if (![0, 6].includes(new Date(time).getUTCDay())) times.push(time)
  return times
}

describe('earlier history', () => {
  test('comes in front while the bars in view stay at their pixels, with drawings, levels and indicators', async () => {
    const page = await open('count=600&levels&volume')
    await page.evaluate(() => {
      const { chart, tools } = window.harness
      tools.setIndicators([{ key: 'volume', params: [20] }])
      chart.showBars(100, 220)
    })
    await frames(page)
    await page.evaluate(() => {
      const { chart } = window.harness
      const workspace = chart.save()
      const at = Date.parse('2025-02-03T00:00:00Z')
      chart.load({
        ...workspace,
        drawings: [
          {
            id: 'drawing-1',
            tool: 'segment',
            points: [
              { timeMs: at, price: chart.priceAt(200, 200) ?? 1 },
              { timeMs: at + 40 * 86_400_000, price: chart.priceAt(200, 300) ?? 1 },
            ],
          },
        ],
      })
    })
    const before = {
      picture: await picture(page),
      dates: await dates(page),
      saved: await page.evaluate(() => JSON.stringify(window.harness.chart.save())),
    }
    await page.evaluate(() => window.harness.prependHistory(400))
    await frames(page)
    expect(await dates(page)).toBe(before.dates)
    expect(await picture(page)).toBe(before.picture)
    expect(await page.evaluate(() => JSON.stringify(window.harness.chart.save()))).toBe(before.saved)
    expect((await visible(page)).fromIndex).toBe(500)
    // A range button shows all of it.
    await page.locator('[data-range=All]').click()
    await frames(page)
    expect((await visible(page)).toIndex).toBe(1_000)
    await page.close()
  })

  test('does not tear the bars from a hand that is dragging them', async () => {
    const page = await open('count=600')
    await page.evaluate(() => window.harness.chart.showBars(100, 220))
    await frames(page)
    await page.mouse.move(400, 250)
    await page.mouse.down()
    await page.mouse.move(440, 250, { steps: 4 })
    const whole = await open('count=600')
    await page.evaluate(() => window.harness.prependHistory(300))
    await frames(page)
    await page.mouse.move(500, 250, { steps: 4 })
    await page.mouse.up()
    await whole.evaluate(() => window.harness.chart.showBars(100, 220))
    await frames(whole)
    await whole.mouse.move(400, 250)
    await whole.mouse.down()
    await whole.mouse.move(500, 250, { steps: 8 })
    await whole.mouse.up()
    await frames(whole)
    expect(await dates(page)).toBe(await dates(whole))
    await page.close()
    await whole.close()
  })

  test('keeps a view of joined bars still to less than a drawn bar', async () => {
    const page = await open('count=40000&all')
    await page.evaluate(() => window.harness.chart.showBars(0, 30_000))
    await frames(page)
    const before = await visible(page)
    expect(before.joinedBars).toBeGreaterThan(1)
    await page.evaluate(() => window.harness.prependHistory(9_001))
    await frames(page)
    const after = await visible(page)
    expect(after.joinedBars).toBe(before.joinedBars)
    expect(Math.abs(after.fromIndex - 9_001 - before.fromIndex)).toBeLessThanOrEqual(2 * before.joinedBars)
    expect(Math.abs(after.toIndex - 9_001 - before.toIndex)).toBeLessThanOrEqual(2 * before.joinedBars)
    await page.close()
  })

  test('goes on following live bars', async () => {
    const page = await open('count=600')
    await page.evaluate(() => {
      window.harness.chart.append({
        timeMs: Date.parse('2026-11-23T00:00:00Z'),
        open: 100,
        high: 101,
        low: 99,
        close: 100.25,
        volume: 5,
      })
      window.harness.prependHistory(100)
    })
    await page.waitForFunction(() => document.querySelector('.cf-legend')?.textContent?.includes('C 100.25'))
    await page.evaluate(() =>
      window.harness.chart.append({
        timeMs: Date.parse('2026-11-23T00:00:00Z'),
        open: 100,
        high: 101,
        low: 99,
        close: 100.75,
        volume: 5,
      }),
    )
    await page.waitForFunction(() => document.querySelector('.cf-legend')?.textContent?.includes('C 100.75'))
    expect((await visible(page)).toIndex).toBe(701)
    await page.close()
  })
})

describe('odd histories', () => {
  let page: Page
  beforeAll(async () => {
    page = await open('count=300&all&volume')
  })
  afterAll(async () => {
    await page.close()
  })

  test('a share of five cents is drawn, priced and read with four decimals on the logarithmic axis', async () => {
    await show(
      page,
      weekdays('2025-01-01', 300).map((time, index) => bar(time, 0.05 + 0.0001 * (index % 40))),
    )
    expect(await page.evaluate(() => window.harness.chart.setScale('logarithmic'))).toBe('logarithmic')
    expect(await legend(page)).toMatch(/C 0\.05\d{2}/)
    const [high = 0, low = 0] = await page.evaluate(() =>
      [60, 400].map((y) => window.harness.chart.priceAt(300, y) ?? 0),
    )
    expect(high).toBeGreaterThan(0.05)
    expect(low).toBeGreaterThan(0.045)
    expect(high / low).toBeLessThan(1.25)
    expect(String(low)).toMatch(/^0\.0\d{3}$/)
  })

  test('a history of reverse splits falls from thousands to a dollar, and the middle of the axis is the geometric mean', async () => {
    // Adjusted prices before a 1-for-20 and a 1-for-25 split are five hundred times the traded price.
    await show(
      page,
      weekdays('2015-01-01', 1_500).map((time, index) =>
        bar(time, index < 500 ? 2_500 - 2 * index : index < 1_000 ? 120 - 0.1 * (index - 500) : 1.2),
      ),
    )
    expect(await page.evaluate(() => window.harness.chart.setScale('logarithmic'))).toBe('logarithmic')
    await frames(page)
    const [high = 0, middle = 0, low = 0] = await page.evaluate(() =>
      [40, 200, 360].map((y) => window.harness.chart.priceAt(300, y) ?? 0),
    )
    expect(high / low).toBeGreaterThan(50)
    expect(middle / Math.sqrt(high * low)).toBeCloseTo(1, 1)
  })

  test('one bar stands alone, and ranges that need two are off and say so', async () => {
    await show(page, [bar(Date.parse('2026-03-04'), 12)])
    expect(await dates(page)).toBe('2026-03-04 – 2026-03-04')
    expect(await legend(page)).toContain('2026-03-04')
    const month = page.locator('[data-range="1M"]')
    expect((await month.isDisabled()) || (await month.getAttribute('aria-disabled')) === 'true').toBe(true)
    expect(await month.getAttribute('title')).toBe(
      'Last month: The history begins on 2026-03-04, after the close of 2026-02-04',
    )
  })

  test('no bars say that there are none, and bars that come later are drawn', async () => {
    await show(page, [])
    expect(await page.locator('.cf-empty').textContent()).toBe('No prices in this range')
    await show(
      page,
      weekdays('2026-01-01', 40).map((time) => bar(time, 10)),
    )
    expect(await page.locator('.cf-empty').count()).toBe(0)
    expect(await dates(page)).toContain('2026-01-01')
  })

  test('a gap of a year takes no room: the bars around it stand side by side', async () => {
    const times = [...weekdays('2023-01-02', 50), ...weekdays('2024-06-03', 50)]
    await show(
      page,
      times.map((time) => bar(time, 10)),
    )
    expect(await dates(page)).toBe(`2023-01-02 – ${new Date(times.at(-1)!).toISOString().slice(0, 10)}`)
    await page.evaluate(() => window.harness.chart.showBars(20, 80))
    await frames(page)
    expect(await dates(page)).toBe(
      `${new Date(times[20]!).toISOString().slice(0, 10)} – ${new Date(times[79]!).toISOString().slice(0, 10)}`,
    )
  })

  test('twenty years of days fit one screen', async () => {
    await show(
      page,
      weekdays('2006-03-06', 5_218).map((time, index) => bar(time, 20 + index / 100)),
    )
    await page.locator('[data-range=All]').click()
    await frames(page)
    const shown = await visible(page)
    expect([shown.fromIndex, shown.toIndex]).toEqual([0, 5_218])
    expect(await dates(page)).toMatch(/^2006-03-06 – 2026/)
  })

  test('minutes are labelled in New York time on both sides of the days on which clocks change', async () => {
    const session = (openUtc: string) =>
      Array.from({ length: 390 }, (_, minute) => bar(Date.parse(openUtc) + minute * 60_000, 100, 0.001))
    // The clocks change on 2026-03-08 and 2026-11-01: the open is 14:30 UTC before and 13:30 UTC after the first, and
    // back again.
    await show(page, [...session('2026-03-06T14:30:00Z'), ...session('2026-03-09T13:30:00Z')], true)
    expect(await dates(page)).toBe('2026-03-06 09:30 ET – 2026-03-09 15:59 ET')
    await show(page, [...session('2026-10-30T13:30:00Z'), ...session('2026-11-02T14:30:00Z')], true)
    expect(await dates(page)).toBe('2026-10-30 09:30 ET – 2026-11-02 15:59 ET')
    await page.locator('[data-range="1D"]').click()
    await frames(page)
    expect(await dates(page)).toMatch(/– 2026-11-02 15:59 ET$/)
  })

  test('meets no error', () => {
    expect(harness.problems).toEqual([])
  })
})

describe('levels with their proof', () => {
  test('a level and a found level mark the days that touched them, and neither the days nor what was found is saved', async () => {
    const page = await open('count=300')
    const price = await page.evaluate(() => window.harness.chart.priceAt(400, 220) ?? 0)
    await page.evaluate((middle) => window.harness.chart.setLevel('resistance', { price: middle }), price)
    const bare = await picture(page)
    const saved = await page.evaluate(() => JSON.stringify(window.harness.chart.save()))
    await page.evaluate(
      (middle) =>
        window.harness.chart.setLevel('resistance', {
          price: middle,
          touchesMs: [Date.parse('2026-05-04'), Date.parse('2026-08-03')],
        }),
      price,
    )
    expect(await picture(page)).not.toBe(bare)
    expect(await page.evaluate(() => JSON.stringify(window.harness.chart.save()))).toBe(saved)
    await page.evaluate((middle) => window.harness.chart.setLevel('resistance', { price: middle }), price)
    expect(await picture(page)).toBe(bare)
    await page.evaluate(
      (middle) =>
        window.harness.chart.setFoundLevels([
          { side: 'support', price: middle * 0.97, title: 'Touched twice', touchesMs: [Date.parse('2026-05-04')] },
        ]),
      price,
    )
    expect(await picture(page)).not.toBe(bare)
    expect(await page.evaluate(() => JSON.stringify(window.harness.chart.save()))).toBe(saved)
    await page.evaluate(() => window.harness.chart.setFoundLevels([]))
    expect(await picture(page)).toBe(bare)
    await page.close()
  })
})

describe('own trades', () => {
  const trades = (page: Page, times: readonly string[]) =>
    page.evaluate((days) => {
      const price = window.harness.chart.priceAt(400, 220) ?? 1
      window.harness.chart.setTrades({
        fills: days.map((day, index) => ({
          timeMs: Date.parse(day),
          side: index % 2 === 0 ? 'buy' : 'sell',
          quantity: 10,
          price,
        })),
        lines: [{ id: 'average', kind: 'average', price, title: 'Long 10 at average' }],
      })
    }, times)

  test('are drawn, are no part of what is saved, and go again', async () => {
    const page = await open('count=300')
    const before = {
      picture: await picture(page),
      saved: await page.evaluate(() => JSON.stringify(window.harness.chart.save())),
    }
    await trades(page, ['2026-05-04', '2026-08-03'])
    expect(await picture(page)).not.toBe(before.picture)
    expect(await page.evaluate(() => JSON.stringify(window.harness.chart.save()))).toBe(before.saved)
    await page.evaluate(() => window.harness.chart.setTrades({ fills: [], lines: [] }))
    expect(await picture(page)).toBe(before.picture)
    await page.close()
  })

  test('stay at their bars when earlier history comes, and a new list replaces the old one', async () => {
    const page = await open('count=300')
    await page.evaluate(() => window.harness.chart.showBars(150, 280))
    await frames(page)
    await trades(page, ['2026-08-03'])
    const one = await picture(page)
    await page.evaluate(() => window.harness.prependHistory(200))
    expect(await picture(page)).toBe(one)
    await trades(page, ['2026-08-03', '2026-09-14'])
    expect(await picture(page)).not.toBe(one)
    await trades(page, ['2026-08-03'])
    expect(await picture(page)).toBe(one)
    await page.close()
  })
})

describe('marks on the chart', () => {
  /** Returns, per row of a canvas that is as wide as given, how many pixels have the colour. */
  const rowsOf = (page: Page, color: readonly [number, number, number], isAxis: boolean) =>
    page.evaluate(
      ([[red, green, blue], wantsAxis]) =>
        [...document.querySelectorAll<HTMLCanvasElement>('.cf-canvas canvas')]
          .filter(({ width }) => width > 0 && width < 120 === wantsAxis)
          .map((canvas) => {
            const { width, height } = canvas
            const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
            return Array.from({ length: height }, (_, y) => {
              let count = 0
              for (let x = 0; x < width; x++) {
                const at = (y * width + x) * 4
                if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) count++
              }
              return count
            })
          }),
      [color, isAxis] as const,
    )
  const colorOf = (hex: string): readonly [number, number, number] => {
    const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16)
    return [part(1), part(3), part(5)]
  }

  test('the label of the last price stays at the end of the axis while its price is out of view', async () => {
    const page = await open('count=300&all')
    await show(
      page,
      weekdays('2025-01-01', 300).map((time, index) => bar(time, 20 + index)),
    )
    const labelRows = async () => {
      await frames(page)
      const rows = (await rowsOf(page, colorOf(chartTheme.light.up), true)).flatMap((canvas) =>
        canvas.flatMap((count, y) => (count > 30 ? [y] : [])),
      )
      return [Math.min(...rows), Math.max(...rows)] as const
    }
    const [inView] = await labelRows()
    expect(inView).toBeGreaterThan(20)
    await page.evaluate(() => window.harness.chart.showBars(0, 60))
    const [top, bottom] = await labelRows()
    expect(top).toBeLessThanOrEqual(2)
    expect(bottom).toBeLessThanOrEqual(20)
    await page.close()
  })

  test('a pin keeps its shape: a long text is beside the circle', async () => {
    const page = await open('count=300')
    await page.evaluate(() => void window.harness.tools.start('circlePin', { text: 'Earnings beat' }))
    await page.mouse.click(400, 300)
    await page.evaluate(() => window.harness.tools.select(undefined))
    await page.mouse.move(5, 690)
    await frames(page)
    await frames(page)
    const rows = await page.evaluate(
      ([red, green, blue]) =>
        [...document.querySelectorAll<HTMLCanvasElement>('.cf-canvas canvas')]
          .filter(({ width }) => width > 500)
          .flatMap((canvas) => {
            const pixels = canvas.getContext('2d')!.getImageData(340, 270, 200, 1).data
            return Array.from({ length: 200 }, (_, x) => x).filter(
              (x) => pixels[x * 4] === red && pixels[x * 4 + 1] === green && pixels[x * 4 + 2] === blue,
            )
          })
          .map((x) => x + 340),
      colorOf(chartTheme.light.accent),
    )
    // The circle is 22 px wide around the point of the click, which snaps to a bar; then a gap; then the text.
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(385)
    expect(Math.max(...rows)).toBeGreaterThan(450)
    expect(rows.some((x) => x > 404 && x < 409)).toBe(true)
    await page.close()
  })

  test('the relative strength index has its lines at 30 and 70', async () => {
    const page = await open('count=300')
    await page.evaluate(() => window.harness.tools.setIndicators([{ key: 'rsi', params: [14] }]))
    await page.mouse.move(5, 690)
    await frames(page)
    await frames(page)
    const dashed = (await rowsOf(page, colorOf(chartTheme.light.crosshair), false)).flatMap((canvas) =>
      canvas.filter((count) => count > 100),
    )
    expect(dashed).toHaveLength(2)
    await page.close()
  })
})

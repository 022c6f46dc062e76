import type { Page } from '@playwright/test'
import { indicators } from '@clubfolio/domain/indicator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawingTools, type DrawingTool } from '../stock/drawing.ts'
import type { StockChartHandle } from '../stock/stock-chart.tsx'
import type { StockTools } from '../stock/tool-kit.ts'
import { openHarness, type Harness } from '../testing/open-harness.ts'

interface HarnessWindow {
  done: Promise<boolean>
  readonly harness: { readonly chart: StockChartHandle; readonly tools: StockTools }
}
declare const window: HarnessWindow

let harness: Harness
beforeAll(async () => { harness = await openHarness() })
afterAll(async () => { await harness.close() })

async function open(query = ''): Promise<Page> {
  const page = await harness.open(`page=stock${query}`)
  await page.waitForFunction(() => document.querySelector('.cf-dates')?.textContent?.includes('2026'))
  return page
}

const frames = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
const saved = (page: Page) => page.evaluate(() => JSON.stringify(window.harness.chart.save()))
const state = (page: Page) => page.evaluate(() => window.harness.tools.state())
const places = [[200, 300], [320, 230], [420, 320], [520, 220], [620, 300], [700, 210]] as const

async function draw(page: Page, tool: DrawingTool, text?: string): Promise<void> {
  await page.evaluate(([name, words]) => { window.done = window.harness.tools.start(name, words) }, [tool, text] as const)
  for (const [x, y] of places.slice(0, drawingTools[tool].points)) await page.mouse.click(x, y)
  expect(await page.evaluate(() => window.done)).toBe(true)
}

/** The drawn surface without crosshair. */
async function picture(page: Page): Promise<string> {
  await page.mouse.move(5, 690)
  await frames(page)
  return (await page.locator('.cf-plot').screenshot()).toString('base64')
}

describe('drawing tools in a browser', () => {
  describe('one after the other on one page', () => {
    let page: Page
    let again: Page
    let before: string
    beforeAll(async () => {
      page = await open()
      again = await open()
      before = await picture(page)
    })
    afterAll(async () => {
      await page.close()
      await again.close()
    })

    test.each(Object.keys(drawingTools) as DrawingTool[])('%s is drawn, moved, found again in another page, saved to the same text, and removed', async (tool) => {
      expect(await picture(page)).toBe(before)
      await draw(page, tool, 'Q3')
      await page.evaluate(() => window.harness.tools.select(undefined))
      const drawn = await picture(page)
      expect(drawn).not.toBe(before)
      const first = await saved(page)

      await page.evaluate((text) => {
        const workspace = JSON.parse(text)
        window.harness.chart.load({ ...workspace, drawings: workspace.drawings.map((each: { points: { price: number }[] }) => ({ ...each, points: each.points.map((point) => ({ ...point, price: point.price * 1.02 })) })) })
      }, first)
      expect(await saved(page)).not.toBe(first)

      await page.evaluate(() => window.harness.tools.removeAll())
      await again.evaluate((text) => window.harness.chart.load(JSON.parse(text)), first)
      expect(await saved(again)).toBe(first)
      expect(await picture(again)).toBe(drawn)
      await again.evaluate(() => window.harness.tools.removeAll())
      expect(await picture(again)).toBe(before)
    })

    test.each(indicators.map(({ key }) => key))('the indicator %s appears, is saved, and goes', async (key) => {
      await page.evaluate((name) => window.harness.tools.setIndicators([{ key: name, params: [] }]), key)
      expect(await picture(page)).not.toBe(before)
      expect(JSON.parse(await saved(page))).toMatchObject({ indicators: [{ key, params: [] }] })
      await page.evaluate(() => window.harness.tools.setIndicators([]))
      expect(await picture(page)).toBe(before)
    })
  })

  test('a drawing is selected by a click, dragged, and deleted by key', async () => {
    const page = await open()
    await draw(page, 'segment')
    await page.evaluate(() => window.harness.tools.select(undefined))
    const before = (await state(page)).drawings[0]?.points
    await page.mouse.click(260, 265)
    expect((await state(page)).selectedId).toBe('drawing-1')
    await page.mouse.move(320, 230)
    await page.mouse.down()
    await page.mouse.move(360, 200, { steps: 5 })
    await page.mouse.up()
    const after = (await state(page)).drawings[0]?.points
    expect(after?.[0]).toEqual(before?.[0])
    expect(after?.[1]?.price).toBeGreaterThan(before?.[1]?.price ?? Infinity)
    expect(after?.[1]?.timeMs).toBeGreaterThan(before?.[1]?.timeMs ?? Infinity)
    await page.locator('.cf-canvas > div').focus()
    await page.keyboard.press('Delete')
    expect((await state(page)).drawings).toEqual([])
    await page.close()
  })

  test('a right click deletes nothing', async () => {
    const page = await open()
    await draw(page, 'segment')
    await page.mouse.click(260, 265, { button: 'right' })
    await frames(page)
    expect((await state(page)).drawings).toHaveLength(1)
    await page.close()
  })

  test('points are set by Enter at the crosshair, and Escape gives a drawing up', async () => {
    const page = await open()
    await page.evaluate(() => { window.done = window.harness.tools.start('segment') })
    await page.locator('.cf-canvas > div').focus()
    await page.keyboard.press('ArrowLeft')
    await frames(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await frames(page)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => window.done)).toBe(true)
    expect((await state(page)).drawings[0]?.points.map(({ timeMs }) => new Date(timeMs).toISOString().slice(0, 10))).toEqual(['2026-11-20', '2026-11-19'])
    await page.evaluate(() => { window.done = window.harness.tools.start('ray') })
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => window.done)).toBe(false)
    expect((await state(page)).drawings).toHaveLength(1)
    await page.close()
  })

  test('annotations are hidden and shown again, the keyboard walks through them', async () => {
    const page = await open()
    const before = await picture(page)
    await draw(page, 'rectangle')
    await draw(page, 'circle')
    expect((await state(page)).selectedId).toBe('drawing-2')
    await page.evaluate(() => window.harness.tools.selectNext(1))
    expect((await state(page)).selectedId).toBe('drawing-1')
    await page.evaluate(() => window.harness.tools.setVisible(false))
    expect(await picture(page)).toBe(before)
    await page.evaluate(() => window.harness.tools.setVisible(true))
    expect(await picture(page)).not.toBe(before)
    await page.close()
  })

  test('a dragged box magnifies time and price, and the price axis follows the bars again on reset', async () => {
    const page = await open()
    const prices = () => page.evaluate(() => [60, 440].map((y) => window.harness.chart.priceAt(300, y) ?? 0))
    const [, wanted] = await page.evaluate(() => [0, window.harness.chart.priceAt(300, 300) ?? 0])
    const automatic = await prices()
    await page.evaluate(() => { window.done = window.harness.tools.startZoom('zoomXY') })
    await page.mouse.move(200, 200)
    await page.mouse.down()
    await page.mouse.move(500, 300, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => window.done)).toBe(true)
    await frames(page)
    const [high = 0, low = 0] = await prices()
    expect(high - low).toBeLessThan((automatic[0] ?? 0) - (automatic[1] ?? 0))
    expect(low).toBeGreaterThan((wanted ?? 0) * 0.98)
    expect(await page.locator('.cf-dates').textContent()).not.toContain('2026-11-20')
    expect((await state(page)).hasPriceZoom).toBe(true)
    await page.evaluate(() => {
      window.harness.tools.resetZoom()
      window.harness.chart.setRange('YTD')
    })
    await frames(page)
    expect(await prices()).toEqual(automatic)
    await page.close()
  })

  test('an indicator or tool that this version does not know is kept', async () => {
    const page = await open()
    const config = await page.evaluate(() => {
      const workspace = { ...window.harness.chart.save(), indicators: [{ key: 'of-tomorrow', params: [3] }], drawings: [{ id: 'x', tool: 'of-tomorrow', points: [{ timeMs: 1, price: 2 }] }] }
      window.harness.chart.load(workspace)
      return JSON.stringify(workspace)
    })
    await draw(page, 'segment')
    const after = JSON.parse(await saved(page))
    expect(after.indicators).toEqual(JSON.parse(config).indicators)
    expect(after.drawings[0]).toEqual(JSON.parse(config).drawings[0])
    expect(after.drawings).toHaveLength(2)
    await page.close()
  })

  test('meets no error on any of these pages', () => {
    expect(harness.problems).toEqual([])
  })
})

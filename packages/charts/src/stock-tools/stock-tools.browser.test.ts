import type { Page } from '@playwright/test'
import { indicators } from '@clubfolio/domain/indicator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { drawingTools, type DrawingTool } from '../stock/drawing.ts'
import type { StockChartHandle } from '../stock/stock-chart.tsx'
import type { MenuRequest, StockTools } from '../stock/tool-kit.ts'
import { openHarness, type Harness } from '../testing/open-harness.ts'

interface HarnessWindow {
  done: Promise<boolean>
  menus: MenuRequest[]
  readonly harness: { readonly chart: StockChartHandle; readonly tools: StockTools }
}
declare const window: HarnessWindow

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(async () => {
  await harness.close()
})

async function open(query = ''): Promise<Page> {
  const page = await harness.open(`page=stock${query}`)
  await page.waitForFunction(() => document.querySelector('.cf-dates')?.textContent?.includes('2026'))
  return page
}

const frames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
const saved = (page: Page) => page.evaluate(() => JSON.stringify(window.harness.chart.save()))
/** The place of the selected drawing in the list; undefined while none is selected. */
const selectedPlace = async (page: Page) => {
  const { drawings, selectedId } = await state(page)
  return selectedId === undefined ? undefined : drawings.findIndex(({ id }) => id === selectedId)
}
const state = (page: Page) => page.evaluate(() => window.harness.tools.state())
const places = [
  [200, 300],
  [320, 230],
  [420, 320],
  [520, 220],
  [620, 300],
  [700, 210],
] as const

/** Returns where to grab a drawing: in the middle between its last two points, if a figure is there. */
function gripOf(tool: DrawingTool): readonly [number, number] {
  const { points } = drawingTools[tool]
  const [a, b] = [places[Math.max(0, points - 2)] ?? places[0], places[points - 1] ?? places[0]]
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const
  if (tool === 'triangle') return [313, 283]
  if (tool === 'channel') return [260, 265]
  return middle
}

async function draw(page: Page, tool: DrawingTool, text?: string): Promise<void> {
  await page.evaluate(
    ([name, words]) => {
      window.done = window.harness.tools.start(name, words === undefined ? {} : { text: words })
    },
    [tool, text] as const,
  )
  for (const [x, y] of places.slice(0, drawingTools[tool].points)) await page.mouse.click(x, y)
  expect(await page.evaluate(() => window.done)).toBe(true)
  // A drawing can be selected once it is painted.
  await frames(page)
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
  await frames(page)
}

/**
 * Returns a fingerprint of everything drawn and written without crosshair; a failure that compares two stays readable.
 */
async function picture(page: Page): Promise<string> {
  // Moves over an empty part of the panel first, as a person would: a drawing left in one jump would keep its handles.
  await page.mouse.move(760, 60)
  await frames(page)
  await page.mouse.move(5, 690)
  await frames(page)
  // Reads the pixels from the canvases: a screenshot of the same takes ten times as long.
  return page.evaluate(async () => {
    const plot = document.querySelector<HTMLElement>('.cf-plot')!
    const pixels = [...plot.querySelectorAll('canvas')].map(
      (canvas) => canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data,
    )
    const bytes = await new Blob([...pixels, plot.innerText]).arrayBuffer()
    return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join(' ')
  })
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
    // Leftovers of a failed test must not affect the next.
    afterEach(async () => {
      for (const each of [page, again]) await each.evaluate(() => window.harness.tools.removeAll())
    })
    afterAll(async () => {
      await page.close()
      await again.close()
    })

    test.each(Object.keys(drawingTools) as DrawingTool[])(
      '%s is drawn, dragged by hand, found again in another page, saved to the same text, and removed by key',
      async (tool) => {
        await expect.poll(() => picture(page)).toBe(before)
        await draw(page, tool, 'Q3')
        await page.evaluate(() => window.harness.tools.select(undefined))
        const drawn = await picture(page)
        expect(drawn).not.toBe(before)

        const [x, y] = gripOf(tool)
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x + 40, y + 30, { steps: 5 })
        await page.mouse.up()
        expect(await selectedPlace(page)).toBe(0)
        await page.evaluate(() => window.harness.tools.select(undefined))
        const dragged = await picture(page)
        expect(dragged).not.toBe(drawn)
        const moved = await saved(page)

        await again.evaluate((text) => window.harness.chart.load(JSON.parse(text)), moved)
        expect(await saved(again)).toBe(moved)
        await expect.poll(() => picture(again)).toBe(dragged)
        await again.evaluate(() => window.harness.tools.removeAll())
        await expect.poll(() => picture(again)).toBe(before)

        await page.mouse.click(x + 40, y + 30)
        expect(await selectedPlace(page)).toBe(0)
        await page.locator('.cf-canvas > div').focus()
        await page.keyboard.press('Delete')
        expect((await state(page)).drawings).toEqual([])
        await page.locator('.cf-canvas > div').blur()
        await expect.poll(() => picture(page)).toBe(before)
      },
    )

    test.each(indicators.map(({ key }) => key))('the indicator %s appears, is saved, and goes', async (key) => {
      await page.evaluate((name) => window.harness.tools.setIndicators([{ key: name, params: [] }]), key)
      expect(await picture(page)).not.toBe(before)
      expect(JSON.parse(await saved(page))).toMatchObject({ indicators: [{ key, params: [] }] })
      await page.evaluate(() => window.harness.tools.setIndicators([]))
      expect(await picture(page)).toBe(before)
    })
  })

  test('a drawing begins with the look it is given, and a retracement draws its own percents', async () => {
    const page = await open()
    await page.evaluate(() => {
      window.done = window.harness.tools.start('fibonacci', { style: { color: 'red', levels: [50] } })
    })
    for (const [x, y] of places.slice(0, 2)) await page.mouse.click(x, y)
    await page.evaluate(() => window.done)
    expect((await state(page)).drawings[0]).toMatchObject({ style: { color: 'red', levels: [50] } })
    await page.evaluate(() => window.harness.tools.select(undefined))
    await frames(page)
    const one = await picture(page)
    await page.evaluate(() => {
      const { tools } = window.harness
      tools.change(tools.state().drawings[0]?.id ?? '', { style: { color: 'red', levels: [38.2, 50] } })
    })
    await frames(page)
    expect(await picture(page)).not.toBe(one)
    await page.close()
  })

  test('a drawing is selected by a click, dragged, and deleted by key', async () => {
    const page = await open()
    await draw(page, 'segment')
    await page.evaluate(() => window.harness.tools.select(undefined))
    await frames(page)
    const before = (await state(page)).drawings[0]?.points
    await page.mouse.click(260, 265)
    expect(await selectedPlace(page)).toBe(0)
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

  test('a move on the logarithmic axis keeps the shape on the screen', async () => {
    const page = await open('&start=2')
    const ratio = (points: readonly { readonly price: number }[] | undefined) =>
      (points?.[1]?.price ?? 0) / (points?.[0]?.price ?? 1)
    await draw(page, 'segment')
    const before = (await state(page)).drawings[0]?.points
    await drag(page, [260, 265], [300, 420])
    const after = (await state(page)).drawings[0]?.points
    expect(after?.[0]?.price).toBeLessThan(before?.[0]?.price ?? 0)
    expect(ratio(after)).toBeCloseTo(ratio(before), 10)
    await page.close()
  })

  test.each([
    ['measureX', [300, 245]],
    ['measureY', [220, 290]],
  ] as const)('%s can be grabbed anywhere in its box', async (tool, [x, y]) => {
    const page = await open()
    await draw(page, tool)
    const before = (await state(page)).drawings[0]?.points
    await page.evaluate(() => window.harness.tools.select(undefined))
    await drag(page, [x, y], [x + 40, y - 30])
    const after = (await state(page)).drawings[0]?.points
    for (const index of [0, 1]) {
      expect(after?.[index]?.timeMs).toBeGreaterThan(before?.[index]?.timeMs ?? Infinity)
      expect(after?.[index]?.price).toBeGreaterThan(before?.[index]?.price ?? Infinity)
    }
    await page.close()
  })

  test('press, drag and release draw what two clicks draw, without moving chart or drawings below', async () => {
    const page = await open()
    await draw(page, 'segment')
    const [clicked] = (await state(page)).drawings
    const view = await page.locator('.cf-dates').textContent()
    await page.evaluate(() => {
      window.done = window.harness.tools.start('segment')
    })
    await drag(page, [200, 300], [320, 230])
    expect(await page.evaluate(() => window.done)).toBe(true)
    const { drawings, active } = await state(page)
    expect(drawings.map(({ points }) => points)).toEqual([clicked?.points, clicked?.points])
    expect(active).toBeUndefined()
    expect(await page.locator('.cf-dates').textContent()).toBe(view)

    // Of three points, the drag sets two and a click the last; a drag for one point sets it at its end.
    await page.evaluate(() => {
      window.done = window.harness.tools.start('triangle')
    })
    await drag(page, [200, 300], [320, 230])
    expect((await state(page)).active).toBe('triangle')
    await page.mouse.click(420, 320)
    expect(await page.evaluate(() => window.done)).toBe(true)
    await page.evaluate(() => {
      window.done = window.harness.tools.start('flag', { text: 'Q3' })
    })
    await drag(page, [200, 300], [320, 230])
    expect(await page.evaluate(() => window.done)).toBe(true)
    expect((await state(page)).drawings.at(-1)?.points).toEqual([clicked?.points[1]])
    await page.close()
  })

  test('a finger draws, selects and moves', async () => {
    const page = await open()
    const finger = await page.context().newCDPSession(page)
    const touch = async (...places: readonly (readonly [number, number])[]) => {
      const at = (place: readonly [number, number]) => ({ touchPoints: [{ x: place[0], y: place[1] }] })
      const [first, ...rest] = places
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(first ?? [0, 0]) })
      for (const place of rest) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(place) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await frames(page)
    }
    const view = await page.locator('.cf-dates').textContent()
    await page.evaluate(() => {
      window.done = window.harness.tools.start('segment')
    })
    await touch([200, 300], [260, 265], [320, 230])
    expect(await page.evaluate(() => window.done)).toBe(true)
    const [before] = (await state(page)).drawings
    expect(before?.points).toHaveLength(2)
    await page.evaluate(() => window.harness.tools.select(undefined))
    await frames(page)
    await touch([260, 265], [270, 280], [300, 330])
    expect(await selectedPlace(page)).toBe(0)
    const [after] = (await state(page)).drawings
    expect(after?.points[0]?.price).toBeLessThan(before?.points[0]?.price ?? 0)
    expect(after?.points[0]?.timeMs).toBeGreaterThan(before?.points[0]?.timeMs ?? Infinity)
    expect(await page.locator('.cf-dates').textContent()).toBe(view)
    await touch([760, 100])
    expect((await state(page)).selectedId).toBeUndefined()
    await page.close()
  })

  test('a click beside a drawing or Escape deselects it, and its handles show that it is selected', async () => {
    const page = await open()
    await draw(page, 'segment')
    expect(await selectedPlace(page)).toBe(0)
    const selected = await picture(page)
    await page.mouse.click(600, 120)
    expect((await state(page)).selectedId).toBeUndefined()
    const plain = await picture(page)
    expect(plain).not.toBe(selected)
    await page.evaluate(() => window.harness.tools.selectNext(1))
    expect(await picture(page)).toBe(selected)
    await page.keyboard.press('Escape')
    expect((await state(page)).selectedId).toBeUndefined()
    expect(await picture(page)).toBe(plain)
    await page.close()
  })

  test('every step is undone and redone: drawn, moved, painted, written, deleted one by one and all at once', async () => {
    const page = await open()
    const now = async () => JSON.stringify((await state(page)).drawings)
    const steps = [await now()]
    const next = async (work: () => Promise<unknown>) => {
      await work()
      await frames(page)
      expect(await now()).not.toBe(steps.at(-1))
      steps.push(await now())
    }
    const change = (changed: Parameters<StockTools['change']>[1]) => () =>
      page.evaluate((wanted) => {
        const { tools } = window.harness
        tools.change(tools.state().drawings[0]?.id ?? '', wanted)
      }, changed)
    await next(() => draw(page, 'flag', 'Q3'))
    await next(() => draw(page, 'segment'))
    await next(() => drag(page, [260, 265], [300, 300]))
    const before = await picture(page)
    await next(change({ style: { color: 'red', widthPx: 5 } }))
    expect(await picture(page)).not.toBe(before)
    await next(change({ text: 'Q4' }))
    await next(() =>
      page.evaluate(() => window.harness.tools.remove(window.harness.tools.state().drawings[0]?.id ?? '')),
    )
    await page.evaluate(() => window.harness.tools.undo())
    await page.evaluate(() => window.harness.tools.redo())
    expect(await now()).toBe(steps.at(-1))
    await next(() => page.evaluate(() => window.harness.tools.removeAll()))
    for (const step of steps.slice(0, -1).toReversed()) {
      await page.evaluate(() => window.harness.tools.undo())
      expect(await now()).toBe(step)
    }
    expect(await state(page)).toMatchObject({ canUndo: false, canRedo: true })
    for (const step of steps.slice(1)) {
      await page.evaluate(() => window.harness.tools.redo())
      expect(await now()).toBe(step)
    }
    expect(await state(page)).toMatchObject({ canUndo: true, canRedo: false })
    await page.close()
  })

  test('a right click or the menu key asks for a menu, and deletes nothing', async () => {
    const page = await open()
    await page.evaluate(() => {
      window.menus = []
      window.harness.tools.subscribeMenu((request) => window.menus.push(request))
    })
    const menus = () => page.evaluate(() => window.menus)
    await draw(page, 'segment')
    const id = (await state(page)).selectedId
    await page.mouse.click(260, 265, { button: 'right' })
    await page.mouse.click(600, 120, { button: 'right' })
    expect(await menus()).toEqual([
      { drawingId: id, clientX: 260, clientY: 265 },
      { drawingId: undefined, clientX: 600, clientY: 120 },
    ])
    expect((await state(page)).selectedId).toBeUndefined()
    await page.evaluate(() => window.harness.tools.selectNext(1))
    await page.locator('.cf-canvas > div').focus()
    await page.keyboard.press('Shift+F10')
    expect((await menus()).at(-1)).toEqual({ drawingId: id, clientX: 200, clientY: 300 })
    await page.evaluate(() => {
      window.done = window.harness.tools.start('ray')
    })
    await page.mouse.click(600, 120, { button: 'right' })
    expect(await page.evaluate(() => window.done)).toBe(false)
    expect(await menus()).toHaveLength(3)
    expect((await state(page)).drawings).toHaveLength(1)
    await page.close()
  })

  test('points are set by Enter at the crosshair, and Escape gives a drawing up', async () => {
    const page = await open()
    await page.evaluate(() => {
      window.done = window.harness.tools.start('segment')
    })
    await page.locator('.cf-canvas > div').focus()
    await page.keyboard.press('ArrowLeft')
    await frames(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await frames(page)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => window.done)).toBe(true)
    expect(
      (await state(page)).drawings[0]?.points.map(({ timeMs }) => new Date(timeMs).toISOString().slice(0, 10)),
    ).toEqual(['2026-11-20', '2026-11-19'])
    await page.evaluate(() => {
      window.done = window.harness.tools.start('ray')
    })
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
    expect(await selectedPlace(page)).toBe(1)
    await page.evaluate(() => window.harness.tools.selectNext(1))
    expect(await selectedPlace(page)).toBe(0)
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
    await page.evaluate(() => {
      window.done = window.harness.tools.startZoom('zoomXY')
    })
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
      const workspace = {
        ...window.harness.chart.save(),
        indicators: [{ key: 'of-tomorrow', params: [3] }],
        drawings: [{ id: 'x', tool: 'of-tomorrow', points: [{ timeMs: 1, price: 2 }] }],
      }
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

import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnTrades } from './own-trade.ts'
import type { PlaceRequest } from './place-button.ts'
import { findViolations } from '../testing/find-violations.ts'
import { openHarness, type Harness } from '../testing/open-harness.ts'
import type { StockChartHandle } from './stock-chart.tsx'

declare const window: {
  readonly harness: {
    readonly chart: StockChartHandle
    readonly done: string[]
    readonly placed: readonly PlaceRequest[]
    readonly setTrades: (trades: OwnTrades) => void
    renders: number
  }
}

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(async () => {
  await harness.close()
})

const open = async (query = 'page=stock&lines=3&placing', size?: { width: number; height: number }): Promise<Page> => {
  const page = await harness.open(query, size)
  await page.locator('.cf-handle').first().waitFor()
  return page
}
const stop = (page: Page) => page.getByRole('slider', { name: 'Sell 20 stop' })
const target = (page: Page) => page.getByRole('slider', { name: 'Sell 20 target' })
const done = (page: Page) => page.evaluate(() => window.harness.done)
const priceOf = async (slider: ReturnType<typeof stop>) => Number(await slider.getAttribute('aria-valuenow'))
const middleOf = async (slider: ReturnType<typeof stop>) => {
  const { x, y, width, height } = (await slider.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

describe('price lines in a browser', () => {
  test('carry a label at the height of their price, also after panning and with another scale', async () => {
    const page = await open()
    const isOnLine = async () => {
      const { y } = await middleOf(stop(page))
      const [price, at] = [
        await priceOf(stop(page)),
        await page.evaluate((top) => window.harness.chart.priceAt(300, top), y),
      ]
      return Math.abs(price / (at ?? 0) - 1) < 0.01
    }
    expect(await isOnLine()).toBe(true)
    await page.evaluate(() => {
      window.harness.chart.setScale('linear')
      window.harness.chart.setRange('1Y')
    })
    await page.waitForFunction(() => document.querySelector('[data-range="1Y"][aria-pressed=true]') !== null)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await isOnLine()).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await page.close()
  })

  test('follow the mouse by their label, say what they would mean, and end in one call', async () => {
    const page = await open()
    const before = await priceOf(target(page))
    const { x, y } = await middleOf(target(page))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 20)
    await page.mouse.move(x, y - 30)
    expect(await priceOf(target(page))).toBeGreaterThan(before)
    expect(await page.locator('.cf-handle[data-moved]').textContent()).toMatch(/^Sell 20 target [\d.]+[\d.]+ away×$/)
    expect(await done(page)).toEqual([])
    await page.mouse.up()
    const price = await priceOf(target(page))
    expect(await done(page)).toEqual([`move line-2 ${price}`])
    await page.close()
  })

  test('follow the mouse by the line itself, which does not pan the chart', async () => {
    const page = await open()
    const dates = await page.locator('.cf-dates').textContent()
    const { y } = await middleOf(target(page))
    await page.mouse.move(200, y)
    expect(await page.locator('.cf-canvas[data-grip]').count()).toBe(1)
    await page.mouse.down()
    await page.mouse.move(260, y - 25, { steps: 3 })
    await page.mouse.up()
    expect(await done(page)).toEqual([`move line-2 ${await priceOf(target(page))}`])
    expect(await page.locator('.cf-dates').textContent()).toBe(dates)
    await page.close()
  })

  test('return on Escape, and where the host refuses the price', async () => {
    const page = await open()
    const before = [await priceOf(stop(page)), await priceOf(target(page))]
    const from = await middleOf(target(page))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y - 40, { steps: 2 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    const low = await middleOf(stop(page))
    await page.mouse.move(low.x, low.y)
    await page.mouse.down()
    await page.mouse.move(low.x, from.y - 20, { steps: 3 })
    expect(await page.locator('.cf-handle[data-refused]').textContent()).toContain('has to be below the last price')
    await page.mouse.up()
    expect([await priceOf(stop(page)), await priceOf(target(page))]).toEqual(before)
    expect(await page.locator('[aria-live]').textContent()).toBe('A sell stop has to be below the last price.')
    expect(await done(page)).toEqual([])
    await page.close()
  })

  test('move by arrow keys until Enter, and Escape puts them back', async () => {
    const page = await open()
    const before = await priceOf(target(page))
    await target(page).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    expect(await priceOf(target(page))).toBeCloseTo(before + 0.11, 6)
    await page.keyboard.press('Escape')
    expect(await priceOf(target(page))).toBe(before)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await done(page)).toEqual([`move line-2 ${Number((before - 0.01).toFixed(2))}`])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Cancel the order' }).first().click()
    expect((await done(page)).slice(1)).toEqual(['open line-2', 'remove line-2', 'remove line-1'])
    await page.close()
  })

  test('follow a finger without scrolling or panning the chart', async () => {
    const page = await open('page=stock&lines=3', { width: 390, height: 700 })
    const from = await middleOf(target(page))
    const touch = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y }] })
    const dates = await page.locator('.cf-dates').textContent()
    await send('touchStart', from.y)
    await send('touchMove', from.y - 12)
    await send('touchMove', from.y - 24)
    await send('touchEnd', from.y - 24)
    await page.waitForFunction(() => window.harness.done.length > 0)
    expect(await done(page)).toEqual([`move line-2 ${await priceOf(target(page))}`])
    expect(await page.locator('.cf-dates').textContent()).toBe(dates)
    await page.close()
  })

  test('out of the view have a short label at the edge with their price, which keys and the mouse move', async () => {
    const page = await open()
    await page.evaluate(() => {
      const line = { kind: 'sell', isMovable: true, removal: 'Cancel the order' } as const
      window.harness.setTrades({
        fills: [],
        lines: [
          { ...line, id: 'high', price: 900, title: 'Sell 20 target' },
          { ...line, id: 'low', price: 2, title: 'Sell 20 stop' },
          { id: 'held', kind: 'average', price: 1.5, title: 'Long 150' },
        ],
      })
    })
    const labels = page.locator('.cf-handle[data-edge]')
    await labels.nth(2).waitFor()
    expect(await labels.allInnerTexts()).toEqual(['↑ 900.00', '↓ 2.00', '↓ 1.50'])
    expect(await page.getByRole('img', { name: 'Long 150, 1.50, below the view' }).getAttribute('tabindex')).toBe('0')
    expect(await target(page).getAttribute('aria-valuetext')).toMatch(/, above the view$/)
    await target(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await done(page)).toEqual(['move high 899.99'])
    const from = await middleOf(stop(page))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y - 30, { steps: 3 })
    // It comes into the view at its edge and follows from there.
    expect(await priceOf(stop(page))).toBeGreaterThan(20)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await priceOf(stop(page))).toBe(2)
    expect(await findViolations(page)).toEqual([])
    await page.close()
  })

  test('that cannot be moved stay and say why, to the mouse and to keys', async () => {
    const page = await open()
    await page.evaluate(() => {
      const price = window.harness.chart.priceAt(300, 250) ?? 0
      window.harness.setTrades({
        fills: [],
        lines: [{ id: 'trail', kind: 'sell', price, title: 'Sell 20 stop', whyFixed: 'It follows the market.' }],
      })
    })
    await page.locator('.cf-handle').nth(1).waitFor({ state: 'detached' })
    const before = await priceOf(stop(page))
    expect(await stop(page).getAttribute('aria-readonly')).toBe('true')
    const { x, y } = await middleOf(stop(page))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 30, { steps: 3 })
    expect(await page.locator('.cf-handle[data-refused]').textContent()).toContain('It follows the market.')
    await page.mouse.up()
    await stop(page).focus()
    await page.keyboard.press('ArrowUp')
    expect(await stop(page).getAttribute('aria-valuetext')).toContain('It follows the market.')
    await page.keyboard.press('Enter')
    expect([await priceOf(stop(page)), await done(page)]).toEqual([before, []])
    expect(await page.locator('[aria-live]').textContent()).toBe('It follows the market.')
    expect(await findViolations(page)).toEqual([])
    await page.close()
  })

  test('follow what the host draws: moved, gone while in hand, without a render of the chart while they are dragged', async () => {
    const page = await open()
    const renders = await page.evaluate(() => window.harness.renders)
    const { x, y } = await middleOf(target(page))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 30, { steps: 5 })
    expect(await page.evaluate(() => window.harness.renders)).toBe(renders)
    await page.evaluate(() => window.harness.setTrades({ fills: [], lines: [] }))
    await page.locator('.cf-handle').first().waitFor({ state: 'detached' })
    expect(await page.locator('[aria-live]').textContent()).toBe('Sell 20 target is no longer there')
    await page.mouse.up()
    expect(await done(page)).toEqual([])
    await page.close()
  })

  test('offer a price at the axis to the mouse, to a tap and to the key P', async () => {
    const page = await open()
    const plus = page.getByRole('button', { name: /^Order or alert at/ })
    await page.mouse.move(300, 200)
    const at = await page.evaluate(() => window.harness.chart.priceAt(300, 200))
    await plus.click()
    const box = (await plus.boundingBox())!
    await page.mouse.move(box.x + 60, 900)
    await plus.waitFor({ state: 'hidden' })
    await page.locator('.cf-canvas > div').focus()
    // A menu that the host opens would take a key that reaches the document for one beside it.
    await page.evaluate(() => document.addEventListener('keydown', ({ key }) => window.harness.done.push(key)))
    await page.keyboard.press('p')
    expect(await done(page)).toEqual([])
    const placed = await page.evaluate(() => window.harness.placed.map(({ price }) => price))
    expect(placed).toHaveLength(2)
    expect(placed[0]).toBeCloseTo(at ?? 0, 0)
    await page.close()
    const bare = await harness.open('page=stock')
    await bare.mouse.move(300, 200)
    expect(await bare.locator('.cf-place').count()).toBe(0)
    await bare.close()
  })

  test('have their titles in an exported picture and only there on the canvas', async () => {
    const page = await open()
    const read = () =>
      page.evaluate(async () => {
        const picture = await createImageBitmap(await window.harness.chart.exportPng('SBLR'))
        const canvas = document.createElement('canvas')
        canvas.width = picture.width
        canvas.height = picture.height
        const context = canvas.getContext('2d')
        if (context === null) return []
        context.drawImage(picture, 0, 0)
        return [...context.getImageData(0, 0, 140, picture.height).data]
      })
    const withLines = await read()
    await page.evaluate(() => window.harness.setTrades({ fills: [], lines: [] }))
    await page.locator('.cf-handle').first().waitFor({ state: 'detached' })
    const without = await read()
    const ink = withLines.filter((value, place) => value !== without[place]).length
    // Three dashed lines alone differ by far less than their three titles.
    expect(ink).toBeGreaterThan(4_000)
    await page.close()
  })

  test('a crosshair led by another chart is at the bar of its instant and says so', async () => {
    const page = await open('page=stock&lines=1')
    const seen = await page.evaluate(async () => {
      const told: (readonly [string, boolean, boolean])[] = []
      const { chart } = window.harness
      chart.subscribePointed(({ bar, isUnderCrosshair, isLed }) =>
        told.push([new Date(bar.timeMs).toISOString().slice(0, 10), isUnderCrosshair, isLed]),
      )
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      chart.pointAt(Date.parse('2026-10-14T15:00:00Z'))
      await frame()
      chart.pointAt(undefined)
      await frame()
      chart.pointAt(Date.parse('2001-01-01T00:00:00Z'))
      await frame()
      return told
    })
    expect(seen[0]).toEqual(['2026-10-14', true, true])
    expect(seen.at(-1)?.slice(1)).toEqual([false, true])
    await page.close()
  })

  test('report no problem in the console', () => expect(harness.problems).toEqual([]))
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dragWindow, keyWindow, overviewColumns } from './scroll-window.ts'

const total = 1_000
const windows = fc
  .tuple(fc.integer({ min: 0, max: total - 2 }), fc.integer({ min: 2, max: total }))
  .map(([from, width]) => ({ from, to: Math.min(total, from + width) }))

describe('the window of the scroll bar', () => {
  test('keeps its width when dragged and never leaves the history', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: -2_000, max: 2_000 }), (window, delta) => {
        const moved = dragWindow(window, 'whole', delta, total)
        expect(moved.to - moved.from).toBe(window.to - window.from)
        expect(moved.from).toBeGreaterThanOrEqual(0)
        expect(moved.to).toBeLessThanOrEqual(total)
      }),
    )
  })

  test('keeps the other edge when one is pulled, and at least two points', () => {
    fc.assert(
      fc.property(
        windows,
        fc.constantFrom('start' as const, 'end' as const),
        fc.integer({ min: -2_000, max: 2_000 }),
        (window, part, delta) => {
          const pulled = dragWindow(window, part, delta, total)
          expect(part === 'start' ? pulled.to : pulled.from).toBe(part === 'start' ? window.to : window.from)
          expect(pulled.to - pulled.from).toBeGreaterThanOrEqual(2)
          expect(pulled.from).toBeGreaterThanOrEqual(0)
          expect(pulled.to).toBeLessThanOrEqual(total)
        },
      ),
    )
  })

  test('goes to both ends by key and stays put on other keys', () => {
    expect(keyWindow({ from: 300, to: 400 }, 'Home', total)).toEqual({ from: 0, to: 100 })
    expect(keyWindow({ from: 300, to: 400 }, 'End', total)).toEqual({ from: 900, to: 1_000 })
    expect(keyWindow({ from: 300, to: 400 }, 'ArrowLeft', total)).toEqual({ from: 290, to: 390 })
    expect(keyWindow({ from: 300, to: 400 }, 'x', total)).toBeUndefined()
  })
})

describe('the overview', () => {
  test('spans zero to one over rising values', () => {
    expect(overviewColumns([1, 2, 3, 4, 5, 6], 3)).toEqual([0, 0.5, 1])
  })

  test('lies in the middle when nothing moves, and is empty without values', () => {
    expect(overviewColumns([7, 7], 10)).toEqual([0.5, 0.5])
    expect(overviewColumns([], 10)).toEqual([])
  })
})

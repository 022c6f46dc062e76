import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelGapPx, placeLabels } from './axis-label.ts'

const firm = (id: string, yPx: number) => ({ id, yPx, place: 'inView' as const })

describe('labels on the price axis', () => {
  test('stay at their price while there is room', () => {
    expect(placeLabels([firm('a', 40), firm('b', 100)], 300)).toEqual([
      { id: 'a', yPx: 40 },
      { id: 'b', yPx: 100 },
    ])
  })

  test('part evenly when they are too near', () => {
    expect(placeLabels([firm('a', 100), firm('b', 104), firm('c', 200)], 300)).toEqual([
      { id: 'a', yPx: 93 },
      { id: 'b', yPx: 111 },
      { id: 'c', yPx: 200 },
    ])
  })

  test('leave out a found level where it would collide, and only there', () => {
    const found = { id: 'found', yPx: 110, place: 'ifRoom' as const }
    expect(placeLabels([firm('a', 100), found], 300)).toEqual([{ id: 'a', yPx: 100 }])
    expect(placeLabels([firm('a', 90), found, { ...found, id: 'next', yPx: 120 }], 300)).toEqual([
      { id: 'a', yPx: 90 },
      { id: 'found', yPx: 110 },
    ])
  })

  test('always hold the last price: beside a level that is close, and at the end of the axis when it is out of view', () => {
    const last = (yPx: number) => ({ id: 'last', yPx, place: 'always' as const })
    expect(placeLabels([firm('a', 100), last(110)], 300)).toEqual([
      { id: 'a', yPx: 96 },
      { id: 'last', yPx: 114 },
    ])
    expect(placeLabels([firm('a', 100), last(-40)], 300)[0]).toEqual({ id: 'last', yPx: 9 })
    expect(placeLabels([firm('a', 100), last(2_000)], 300)[1]).toEqual({ id: 'last', yPx: 291 })
  })

  test('share a low axis evenly when there are more than fit', () => {
    const placed = placeLabels(
      Array.from({ length: 8 }, (_, index) => firm(String(index), 40)),
      80,
    )
    expect(placed.map(({ yPx }) => yPx)).toEqual([5, 15, 25, 35, 45, 55, 65, 75])
  })

  test('leave out prices that are not in view', () => {
    expect(placeLabels([firm('a', -4), firm('b', 304)], 300)).toEqual([])
  })

  test('never overlap, never leave the axis and keep their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 8 }), (ys) => {
        const labels = ys.map((yPx, index) => firm(String(index), yPx))
        const placed = placeLabels(labels, 300)
        expect(placed).toHaveLength(labels.length)
        placed.forEach((label, index) => {
          expect(label.yPx).toBeGreaterThanOrEqual(9 - 1e-9)
          expect(label.yPx).toBeLessThanOrEqual(291 + 1e-9)
          const before = placed[index - 1]
          if (before === undefined) return
          expect(label.yPx - before.yPx).toBeGreaterThanOrEqual(labelGapPx - 1e-9)
          expect(ys[Number(before.id)]).toBeLessThanOrEqual(ys[Number(label.id)] ?? 0)
        })
      }),
    )
  })
})

import { describe, expect, test } from 'vitest'
import { placeHandles } from './place-handles.ts'
import { snapPrice, stepPrice } from './price-line.ts'

test('a price of the pointer is rounded to cents, below a dollar to four decimals', () => {
  expect([47.617, 0.81234, 1].map(snapPrice)).toEqual([47.62, 0.8123, 1])
})

test('a price moves by whole steps of its last decimal and never to zero', () => {
  expect(stepPrice(47.61, 10)).toBe(47.71)
  expect(stepPrice(1, -1)).toBe(0.9999)
  expect(stepPrice(0.9999, 1)).toBe(1)
  expect(stepPrice(0.0001, -1)).toBe(0.0001)
  expect(stepPrice(100.07, -7)).toBe(100)
})

describe('labels of price lines', () => {
  const plot = { widthPx: 300, heightPx: 400 }
  const at = (...handles: readonly (readonly [id: string, yPx: number, widthPx: number])[]) =>
    placeHandles(
      handles.map(([id, yPx, widthPx]) => ({ id, yPx, widthPx })),
      plot,
    ).map(({ id, xPx, yPx }) => [id, xPx, yPx])

  test('end at the right, beside those of lines that are close', () => {
    expect(at(['a', 100, 60], ['b', 105, 80], ['c', 300, 60])).toEqual([
      ['a', 240, 100],
      ['b', 156, 105],
      ['c', 240, 300],
    ])
  })

  test('take a gap that an earlier one left', () => {
    expect(at(['a', 100, 60], ['b', 120, 60], ['c', 140, 60])).toEqual([
      ['a', 240, 100],
      ['b', 176, 120],
      ['c', 240, 140],
    ])
  })

  test('lie over the others where there is no room, and are missing out of the plot', () => {
    expect(at(['a', 100, 200], ['b', 100, 200], ['c', -1, 60], ['d', 401, 60])).toEqual([
      ['a', 100, 100],
      ['b', 100, 100],
    ])
  })
})

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
      handles.map(([id, yPx, widthPx]) => ({ id, yPx, widthPx, shortPx: 60 })),
      plot,
    ).map(({ id, endPx, yPx, edge }) => [id, endPx, yPx, ...(edge === undefined ? [] : [edge])])

  test('end at the right, beside those of lines that are close', () => {
    expect(at(['a', 100, 60], ['b', 105, 80], ['c', 300, 60])).toEqual([
      ['a', 300, 100],
      ['b', 236, 105],
      ['c', 300, 300],
    ])
  })

  test('take a gap that an earlier one left', () => {
    expect(at(['a', 100, 60], ['b', 120, 60], ['c', 140, 60])).toEqual([
      ['a', 300, 100],
      ['b', 236, 120],
      ['c', 300, 140],
    ])
  })

  test('lie over the others where there is no room', () => {
    expect(at(['a', 100, 200], ['b', 100, 200])).toEqual([
      ['a', 300, 100],
      ['b', 300, 100],
    ])
  })

  test('of lines out of the plot are short and at its edge, the nearest first, beside labels that are there', () => {
    expect(at(['far', -300, 200], ['near', -1, 200], ['top', 10, 100], ['low', 401, 200])).toEqual([
      ['top', 300, 10],
      ['near', 196, 13, 'above'],
      ['low', 300, 387, 'below'],
      ['far', 132, 13, 'above'],
    ])
  })

  test('fill a second row where the first one at the edge is full', () => {
    const many = Array.from({ length: 5 }, (_, index) => [String(index), 401 + index, 200] as const)
    expect(at(...many)).toEqual([
      ['0', 300, 387, 'below'],
      ['1', 236, 387, 'below'],
      ['2', 172, 387, 'below'],
      ['3', 108, 387, 'below'],
      ['4', 300, 361, 'below'],
    ])
  })
})

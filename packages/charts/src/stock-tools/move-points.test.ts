import { expect, test } from 'vitest'
import type { PriceScale } from '../stock/price-tick.ts'
import { movePoints } from './move-points.ts'

const points = [
  { timeMs: 1, price: 100 },
  { timeMs: 2, price: 200 },
]
const stay = ({ timeMs }: { readonly timeMs: number }) => timeMs
const prices = (moved: readonly { readonly price: number }[]) => moved.map(({ price }) => price)

test('on a logarithmic axis all prices change by one factor, so the drawing keeps its shape', () => {
  const moved = movePoints(points, { scale: 'logarithmic', fromPrice: 150, toPrice: 300, timeOf: stay })
  expect(prices(moved)).toEqual([200, 400])
})

test('on a linear axis all prices change by one amount', () => {
  const moved = movePoints(points, { scale: 'linear', fromPrice: 150, toPrice: 300, timeOf: stay })
  expect(prices(moved)).toEqual([250, 350])
})

test('however far it is dragged down, no price reaches zero and the shape stays', () => {
  const lowest = (scale: PriceScale, toPrice: number) =>
    prices(movePoints(points, { scale, fromPrice: 150, toPrice, timeOf: stay }))
  const [low = 0, high = 0] = lowest('linear', -900)
  expect(low).toBeCloseTo(0.0001, 10)
  expect(high - low).toBeCloseTo(100, 10)
  const [bottom = 0, top = 0] = lowest('logarithmic', 1e-12)
  expect(bottom).toBeCloseTo(0.0001, 10)
  expect(top / bottom).toBeCloseTo(2, 10)
})

test('a drawing that was saved with a negative price is moved to one that exists', () => {
  const old = [{ timeMs: 1, price: -5 }]
  for (const scale of ['linear', 'logarithmic'] as const)
    expect(prices(movePoints(old, { scale, fromPrice: 10, toPrice: 9, timeOf: stay }))).toEqual([0.0001])
})

test('each point takes the time it is given', () => {
  const moved = movePoints(points, {
    scale: 'linear',
    fromPrice: 1,
    toPrice: 1,
    timeOf: ({ timeMs }, index) => timeMs + 10 * (index + 1),
  })
  expect(moved.map(({ timeMs }) => timeMs)).toEqual([11, 22])
})

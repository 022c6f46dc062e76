import { expect, test } from 'vitest'
import { drawdownPercent } from './drawdown.ts'

const days = (...rows: readonly (readonly [value: number, flow?: number])[]) =>
  rows.map(([value, flow = 0]) => ({ valueCents: BigInt(value), flowCents: BigInt(flow) }))

test('it is counted from the peak and nothing at a new one', () => {
  expect(drawdownPercent(days([100], [120], [90]))).toBeCloseTo(25, 10)
  expect(drawdownPercent(days([100], [120], [90], [121]))).toBe(0)
  expect(drawdownPercent([])).toBe(0)
})

test('money out is no fall, money in is no rise', () => {
  expect(drawdownPercent(days([100], [120], [48, -60]))).toBeCloseTo(10, 10)
  expect(drawdownPercent(days([100], [90], [190, 100]))).toBeCloseTo(10, 10)
})

test('an account that held nothing starts over', () => {
  expect(drawdownPercent(days([0], [100, 100], [50]))).toBeCloseTo(50, 10)
})

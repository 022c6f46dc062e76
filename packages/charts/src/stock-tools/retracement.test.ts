import { expect, test } from 'vitest'
import { retracementLevels } from './retracement.ts'

test('a retracement runs from its second point to its first, and beyond where a percent says so', () => {
  const prices = retracementLevels(100, 80, [0, 61.8, 100, 161.8]).map(({ price }) => Number(price.toFixed(2)))
  expect(prices).toEqual([80, 92.36, 100, 112.36])
})

test('a price of zero or less has no line', () => {
  expect(retracementLevels(10, 30, [100, 150, 161.8])).toEqual([{ percent: 100, price: 10 }])
})

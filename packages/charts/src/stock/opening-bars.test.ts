import { expect, test } from 'vitest'
import { openingBars } from './opening-bars.ts'

test('a chart opens with its whole history while the bars can be told apart', () => {
  expect(openingBars(240, 870)).toBe(240)
  expect(openingBars(1, 870)).toBe(1)
})

test('a longer history opens with the latest bars that can be told apart', () => {
  expect(openingBars(5_000, 870)).toBe(174)
  expect(openingBars(20_000, 870)).toBe(174)
  expect(openingBars(240, 330)).toBe(66)
})

test('before the chart has a size nothing is left out', () => {
  expect(openingBars(5_000, 0)).toBe(5_000)
  expect(openingBars(5_000, 4)).toBe(2)
})

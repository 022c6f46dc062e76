import { expect, test } from 'vitest'
import { priceChangeText, timeSpanText } from './measure-text.ts'

const point = (timeMs: number, index: number) => ({ timeMs, index, price: 1 })
const hourMs = 3_600_000

test('a change of price has sign, amount and percent', () => {
  expect(priceChangeText(250, 262.5)).toBe('+12.50 (+5.00%)')
  expect(priceChangeText(250, 237.5)).toBe('-12.50 (-5.00%)')
  expect(priceChangeText(0, 1)).toBe('+1.00')
})

test('a span counts bars and days, below a day hours and minutes', () => {
  expect(timeSpanText(point(0, 0), point(30 * 24 * hourMs, 21))).toBe('21 bars, 30 days')
  expect(timeSpanText(point(24 * hourMs, 1), point(0, 0))).toBe('1 bar, 1 day')
  expect(timeSpanText(point(0, 0), point(1.75 * hourMs, 21))).toBe('21 bars, 1 h 45 min')
  expect(timeSpanText(point(0, 0), point(300_000, 5))).toBe('5 bars, 5 min')
})

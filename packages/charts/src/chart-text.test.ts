import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bigCountText,
  changeMark,
  dayMinuteText,
  dayText,
  minuteText,
  numberText,
  signedPercentText,
  priceText,
  tickText,
} from './chart-text.ts'

describe('text on charts', () => {
  test('prices have two decimals, under a dollar as many as they need', () => {
    expect(priceText(1234.5)).toBe('1,234.50')
    expect(priceText(0.81)).toBe('0.81')
    expect(priceText(0.8125)).toBe('0.8125')
  })

  test('ticks finer than a cent keep their digits', () => {
    expect(tickText(0.005)).toBe('0.005')
    expect(tickText(200)).toBe('200.00')
  })

  test('numbers read as Intl writes them, and zero has no sign', () => {
    const anyNumber = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      // Halves of the last decimal, where binary fractions mislead.
      fc.integer({ min: -1e9, max: 1e9 }).map((steps) => steps / 1_000),
    )
    fc.assert(
      fc.property(anyNumber, fc.integer({ min: 0, max: 6 }), (value, digits) => {
        const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
        expect(numberText(value, digits)).toBe(format.format(value).replace(/^-(?=[0.]+$)/, ''))
      }),
    )
  })

  test('percentages carry a sign unless they round to zero', () => {
    expect(signedPercentText(2.314)).toBe('+2.31%')
    expect(signedPercentText(-0.4)).toBe('-0.40%')
    expect(signedPercentText(-0.001)).toBe('0.00%')
    expect(changeMark(-0.001)).toBe('')
    expect(changeMark(1)).toBe('▲')
  })

  test('big counts step up before they would print a thousand', () => {
    expect(bigCountText(999)).toBe('999')
    expect(bigCountText(1_000)).toBe('1.00K')
    expect(bigCountText(999_995)).toBe('1.00M')
    expect(bigCountText(2_214_000)).toBe('2.21M')
  })

  test('a midnight-UTC day is that day in UTC and the evening before in New York', () => {
    const midnight = Date.parse('2026-01-01T00:00:00Z')
    expect(dayText(midnight, 'UTC')).toBe('2026-01-01')
    expect(dayMinuteText(midnight)).toBe('2025-12-31 19:00 ET')
    expect(dayMinuteText(Date.parse('2026-07-01T13:30:00Z'))).toBe('2026-07-01 09:30 ET')
    expect(minuteText(Date.parse('2026-07-01T13:30:00Z'))).toBe('09:30 ET')
  })
})

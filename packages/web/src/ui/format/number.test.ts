import { expect, it } from 'vitest'
import { formatBigNumber, formatCount } from './number.ts'
import { formatPercent } from './percent.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [999.5, '999.5'],
  [1000, '1.00K'],
  [1234, '1.23K'],
  [999_994, '999.99K'],
  [999_995, '1.00M'],
  [2_410_000, '2.41M'],
  [999_994_999, '999.99M'],
  [999_995_000, '1.00B'],
  [41_320_000_000, '41.32B'],
  [1_234_567_000_000, '1,234.57B'],
  [-1500, '-1.50K'],
  [-999_995, '-1.00M'],
])('writes %d as %s', (value, words) => {
  expect(formatBigNumber(value)).toBe(words)
})

it('groups counts and leaves their decimals alone', () => {
  expect(formatCount(24_108)).toBe('24,108')
  expect(formatCount('24108.3347')).toBe('24,108.3347')
  expect(formatCount('-1234')).toBe('-1,234')
  expect(formatCount(undefined)).toBe('--')
})

it('writes percentages with two decimals, and a sign where asked', () => {
  expect(formatPercent(37.1)).toBe('37.10%')
  expect(formatPercent(-3.521, { isSigned: true })).toBe('-3.52%')
  expect(formatPercent('18.62', { isSigned: true })).toBe('+18.62%')
  expect(formatPercent(63.6, { isTrimmed: true })).toBe('63.6%')
  expect(formatPercent(100, { isTrimmed: true })).toBe('100%')
  expect(formatPercent(1e-7)).toBe('0.00%')
  expect(formatPercent(Number.NaN)).toBe('--')
})

// Dollars as text and as whole cents (docs/rules/wire.md, "Numbers").
import { describe, expect, test } from 'vitest'
import { toCents } from '../kind.ts'
import { formatCents, formatDollars, negateCents, parseCents } from './cents.ts'

describe('reads', () => {
  test.each([
    ['+12.5', 1250n],
    [' 12.34 ', 1234n],
    ['.5', 50n],
    ['-.05', -5n],
    ['5.', 500n],
    ['007', 700n],
    ['1.5e1', 1500n],
    ['1E3', 100_000n],
    ['1e+3', 100_000n],
    ['1250e-2', 1250n],
    ['5e-2', 5n],
    ['1.00000000', 100n],
    ['12300e-4', 123n],
    ['100e-2', 100n],
    ['0.000', 0n],
    ['999999999999999.99', 99_999_999_999_999_999n],
    ['1e14', 10_000_000_000_000_000n],
  ])('%j', (text, amount) => expect(parseCents(text)).toBe(amount))

  test('nothing of less than a cent, unless it is nothing at all', () => {
    expect(parseCents('0.001')).toBeUndefined()
    expect(parseCents('1e-3')).toBeUndefined()
    expect(parseCents('1255e-3')).toBeUndefined()
    expect(parseCents('0e-3')).toBe(0n)
  })

  test('nothing above 15 digits in front of the point, unless they are all zero', () => {
    expect(parseCents('1000000000000000')).toBeUndefined()
    expect(parseCents('1e15')).toBeUndefined()
    expect(parseCents('-1e15')).toBeUndefined()
    expect(parseCents('0e16')).toBe(0n)
    expect(parseCents('0e999')).toBe(0n)
    expect(parseCents('0.1e15')).toBe(10_000_000_000_000_000n)
    expect(parseCents('1e-200')).toBeUndefined()
    expect(parseCents('0e-200')).toBe(0n)
  })

  test.each(['+', '-', '1e', 'e5', '1e1000', '1.2.3', '1 2', 'x1', '1x', '++1', '.e1', '1e5x'])('not %j', (text) =>
    expect(parseCents(text)).toBeUndefined(),
  )
})

describe('writes', () => {
  test.each([
    [0n, '0.00', '$0.00'],
    [5n, '0.05', '$0.05'],
    [-1n, '-0.01', '-$0.01'],
    [99n, '0.99', '$0.99'],
    [100n, '1.00', '$1.00'],
    [123_456n, '1234.56', '$1,234.56'],
    [-123_450n, '-1234.50', '-$1,234.50'],
    [99_999n, '999.99', '$999.99'],
    [123_456_789_012n, '1234567890.12', '$1,234,567,890.12'],
  ])('%d cents as %s and %s', (amount, plain, dollars) => {
    expect(formatCents(toCents(amount))).toBe(plain)
    expect(formatDollars(toCents(amount))).toBe(dollars)
  })
})

test('the opposite of an amount has the other sign', () => {
  expect(negateCents(toCents(150n))).toBe(-150n)
  expect(negateCents(toCents(-1n))).toBe(1n)
})

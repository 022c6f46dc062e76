// Exact fractions and their rounding (docs/rules/fund.md, "Arithmetic").
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import {
  addFractions,
  compareFractions,
  decimalFraction,
  divideFractions,
  divideHalfEven,
  floorDivide,
  fraction,
  fractionText,
  fractionToNumber,
  lowestTerms,
  multiplyFractions,
  roundHalfEven,
  scaledText,
  subtractFractions,
} from './fraction.ts'
import { roundToCents } from './round-to-cents.ts'
import { formatUnits, parseUnits, stepsPerUnit } from './unit-step.ts'

const third = fraction(1n, 3n)
const half = fraction(1n, 2n)

describe('calculates', () => {
  test('with a denominator that is always positive, 1 unless given', () => {
    expect(fraction(5n)).toEqual({ numerator: 5n, denominator: 1n })
    expect(fraction(1n, -3n)).toEqual({ numerator: -1n, denominator: 3n })
    expect(fraction(-1n, -3n)).toEqual({ numerator: 1n, denominator: 3n })
    expect(() => fraction(0n, 0n)).toThrow(RangeError)
  })

  test('sums and differences: 1/2 + 1/3 = 5/6, 1/2 - 1/3 = 1/6', () => {
    expect(addFractions(half, third)).toEqual({ numerator: 5n, denominator: 6n })
    expect(addFractions(third, third)).toEqual({ numerator: 2n, denominator: 3n })
    expect(subtractFractions(half, third)).toEqual({ numerator: 1n, denominator: 6n })
    expect(subtractFractions(third, third)).toEqual({ numerator: 0n, denominator: 3n })
  })

  test('products and quotients: 2/3 x 1/2 = 2/6, 2/3 : 1/2 = 4/3', () => {
    expect(multiplyFractions(fraction(2n, 3n), half)).toEqual({ numerator: 2n, denominator: 6n })
    expect(divideFractions(fraction(2n, 3n), half)).toEqual({ numerator: 4n, denominator: 3n })
    expect(divideFractions(half, fraction(-2n, 3n))).toEqual({ numerator: -3n, denominator: 4n })
    expect(() => divideFractions(half, fraction(0n))).toThrow(RangeError)
  })

  test('order: 1/3 is below 1/2, and -1/2 below both', () => {
    expect(compareFractions(third, half)).toBe(-1)
    expect(compareFractions(half, third)).toBe(1)
    expect(compareFractions(fraction(2n, 4n), half)).toBe(0)
    expect(compareFractions(fraction(-1n, 2n), third)).toBe(-1)
  })

  test('lowest terms: 150/100 is 3/2, and every zero is 0/1', () => {
    expect(lowestTerms(fraction(150n, 100n))).toEqual({ numerator: 3n, denominator: 2n })
    expect(lowestTerms(fraction(-150n, 100n))).toEqual({ numerator: -3n, denominator: 2n })
    expect(lowestTerms(fraction(7n, 3n))).toEqual({ numerator: 7n, denominator: 3n })
    expect(lowestTerms(fraction(0n, 5n))).toEqual({ numerator: 0n, denominator: 1n })
  })
})

describe('rounds', () => {
  test('down to the whole number below, on both sides of zero', () => {
    const pairs = [
      [7n, 2n],
      [-7n, 2n],
      [7n, -2n],
      [-7n, -2n],
      [8n, 2n],
      [-8n, 2n],
    ] as const
    expect(pairs.map(([numerator, denominator]) => floorDivide(numerator, denominator))).toEqual([
      3n,
      -4n,
      -4n,
      3n,
      4n,
      -4n,
    ])
  })

  test('to the nearest whole number, a half to the even one', () => {
    expect([4n, 5n, 6n, 7n].map((tenths) => divideHalfEven(tenths, 10n))).toEqual([0n, 0n, 1n, 1n])
    expect([14n, 15n, 16n, 25n, 26n].map((tenths) => divideHalfEven(tenths, 10n))).toEqual([1n, 2n, 2n, 2n, 3n])
    expect([-5n, -6n, -15n, -25n].map((tenths) => divideHalfEven(tenths, 10n))).toEqual([0n, -1n, -2n, -2n])
    expect([15n, -15n, -25n].map((tenths) => divideHalfEven(tenths, -10n))).toEqual([-2n, 2n, 2n])
    expect(roundHalfEven(fraction(5n, 2n))).toBe(2n)
    expect(() => divideHalfEven(1n, 0n)).toThrow(RangeError)
  })

  test('dollars to cents, half a cent to the even one', () => {
    const cents = ['1.005', '1.015', '1.0150001', '-0.125', '-0.135', '0.004', '12'].map((text) =>
      roundToCents(new Decimal(text)),
    )
    expect(cents).toEqual([100n, 102n, 102n, -12n, -14n, 0n, 1200n])
    expect(roundToCents(new Decimal('1e18'))).toBe(100_000_000_000_000_000_000n)
  })
})

describe('writes', () => {
  test('whole steps with their decimals, padded with zeros', () => {
    expect([5n, -5n, 50n, 500n, -12_345n].map((steps) => scaledText(steps, 2))).toEqual([
      '0.05',
      '-0.05',
      '0.50',
      '5.00',
      '-123.45',
    ])
    expect([0n, 7n, -7n].map((steps) => scaledText(steps, 0))).toEqual(['0', '7', '-7'])
  })

  test('a fraction half-even, also without decimals', () => {
    expect(fractionText(fraction(1n, 8n), 2)).toBe('0.12')
    expect(fractionText(fraction(3n, 8n), 2)).toBe('0.38')
    expect(fractionText(fraction(5n, 2n), 0)).toBe('2')
  })

  test('a number for charts with 18 decimals', () => {
    expect(fractionToNumber(third)).toBe(1 / 3)
    expect(fractionToNumber(fraction(1n, 10n ** 18n))).toBe(1e-18)
    expect(fractionToNumber(fraction(1n, 10n ** 19n))).toBe(0)
  })
})

describe('reads', () => {
  test('decimal text in lowest terms', () => {
    expect(decimalFraction('-12.5')).toEqual({ numerator: -25n, denominator: 2n })
    expect(decimalFraction('0.10')).toEqual({ numerator: 1n, denominator: 10n })
    expect(decimalFraction('42')).toEqual({ numerator: 42n, denominator: 1n })
    for (const text of ['', '.5', '5.', '1e3', '+1', 'a1', '1a', '1.2.3'])
      expect(() => decimalFraction(text)).toThrow(RangeError)
  })

  test('units with 8 decimals, and zeros beyond them', () => {
    expect(parseUnits('9.25925926')).toBe(925_925_926n)
    expect(parseUnits('-0.5')).toBe(-50_000_000n)
    expect(parseUnits('12')).toBe(12n * stepsPerUnit)
    expect(parseUnits('1.0000000100')).toBe(100_000_001n)
    expect(parseUnits('123456789012345678901234')).toBe(123456789012345678901234n * stepsPerUnit)
    for (const text of ['', '1.000000001', '1.0000000010', '.5', '5.', '+1', 'x1', '1x', '1234567890123456789012345'])
      expect(parseUnits(text)).toBeUndefined()
    expect(formatUnits(parseUnits('0.5') ?? parseUnits('0')!)).toBe('0.50000000')
  })
})

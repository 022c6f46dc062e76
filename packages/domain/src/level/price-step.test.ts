import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsText, meanCents, priceSteps } from './price-step.ts'

test('prices are rounded by their decimal text, half up', () => {
  // As a float, 1.00005 lies below the half, and 10000.5 steps above it.
  expect([1.00005, 1.00004, 34.12345, 0.00005, 500.04].map((price) => priceSteps(price))).toEqual([
    10_001, 10_000, 341_235, 1, 5_000_400,
  ])
  expect(priceSteps(100.01, new Decimal(8))).toBe(125_013)
  expect(priceSteps(10, new Decimal('0.333'))).toBe(300_300)
})

test('prices near a half are rounded to the nearer step', () => {
  expect([1.000049999, 1.000050001, 1.00006, 1.00003].map((price) => priceSteps(price))).toEqual([
    10_000, 10_001, 10_001, 10_000,
  ])
  expect([0, 12.34, 999_999_999.9999].map((price) => priceSteps(price))).toEqual([0, 123_400, 9_999_999_999_999])
})

test('any price of six decimals is rounded as whole numbers of millionths are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(0, 49, 50, 51), (hundreds, rest) => {
      const millionths = hundreds * 100 + rest
      const text = `${Math.floor(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, '0')}`
      expect(priceSteps(Number(text))).toBe(rest < 50 ? hundreds : hundreds + 1)
    }),
  )
})

test('cents are written as dollars', () => {
  expect([0, 5, 1001, 123_456].map(centsText)).toEqual(['0.00', '0.05', '10.01', '1234.56'])
})

test('a mean is rounded to the cent, half up', () => {
  expect(meanCents([100_000, 100_100])).toBe(1001)
  expect(meanCents([100_000, 100_000, 100_100])).toBe(1000)
  expect(meanCents([1_040_049, 1_040_050])).toBe(10_400)
})

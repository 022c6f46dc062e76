import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { meanCents, priceSteps } from './price-step.ts'

test('prices are rounded by their decimal text, half up', () => {
  // As a float, 1.00005 lies below the half, and 10000.5 steps above it.
  expect([1.00005, 1.00004, 34.12345, 0.00005, 500.04].map((price) => priceSteps(price))).toEqual([
    10_001, 10_000, 341_235, 1, 5_000_400,
  ])
  expect(priceSteps(100.01, new Decimal(8))).toBe(125_013)
  expect(priceSteps(10, new Decimal('0.333'))).toBe(300_300)
})

test('a mean is rounded to the cent, half up', () => {
  expect(meanCents([100_000, 100_100])).toBe(1001)
  expect(meanCents([100_000, 100_000, 100_100])).toBe(1000)
  expect(meanCents([1_040_049, 1_040_050])).toBe(10_400)
})

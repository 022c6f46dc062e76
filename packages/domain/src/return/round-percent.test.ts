import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { roundPercent } from './round-percent.ts'

test.each([
  [29.06666667, 29.07],
  [1.005, 1.01],
  [-1.005, -1.01],
  [100.49999999999999, 100.5],
  [-0.001, 0],
  [7, 7],
  [1e-9, 0],
  [123456789012345680, 123456789012345680],
])('%d percent leaves as %d', (percent, rounded) => {
  expect(roundPercent(percent)).toBe(rounded)
})

test('every float is rounded as the decimal library rounds it', () => {
  const float = fc.oneof(
    fc.double(),
    fc.double({ min: -1_000, max: 1_000 }),
    fc.integer().map((whole) => whole / 1_000),
  )
  fc.assert(
    fc.property(float, (percent) => {
      const exact = new Decimal(percent).toDecimalPlaces(8).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber() + 0
      expect(roundPercent(percent)).toBe(exact)
    }),
    { numRuns: propertyRuns(500, 20_000), seed: propertySeed() },
  )
})

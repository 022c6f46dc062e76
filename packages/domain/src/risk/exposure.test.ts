import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents } from '../kind.ts'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { benchmarkShares, betaWeighted, exposureOf, gainPerPercent, groupExposures, sumExposures } from './exposure.ts'

const shares = { multiplier: 1, delta: 1 }
const options = { numRuns: propertyRuns(100, 1000), seed: propertySeed() }

describe('the exposure of a position', () => {
  test('is the market value of shares, negative for a short position', () => {
    expect(exposureOf({ ...shares, quantity: new Decimal(100), sharePrice: new Decimal('50.25') })).toBe(502_500n)
    expect(exposureOf({ ...shares, quantity: new Decimal('-2.5'), sharePrice: new Decimal('50.01') })).toBe(-12_502n)
  })

  test('is that of the shares that an option moves like', () => {
    const option = { multiplier: 100, sharePrice: new Decimal(50) }
    expect(exposureOf({ ...option, quantity: new Decimal(2), delta: -0.4 })).toBe(-400_000n)
    expect(exposureOf({ ...option, quantity: new Decimal(-2), delta: -0.4 })).toBe(400_000n)
  })
})

describe('exposure beside the benchmark', () => {
  test('is weighted by beta, and stated in its shares and per 1 % of it', () => {
    const dollars = betaWeighted(toCents(1_000_000n), 1.3)
    expect(dollars).toBe(1_300_000n)
    expect(benchmarkShares(dollars, 650)).toBe(20)
    expect(gainPerPercent(dollars)).toBe(13_000n)
    expect(benchmarkShares(toCents(-123_456n), 600)).toBe(-2.06)
  })

  test('has no shares of a benchmark without a price', () => {
    expect(benchmarkShares(toCents(1n), null)).toBeNull()
    expect(benchmarkShares(toCents(1n), 0)).toBeNull()
  })
})

// The example of docs/rules/trading.md, "Portfolio risk".
test('400 shares at 100.00 with a beta of 1.2 and 3 written puts are 52,000.00, and 124.8 shares of SPY at 500.00', () => {
  const sharePrice = new Decimal(100)
  const positions = [
    exposureOf({ ...shares, quantity: new Decimal(400), sharePrice }),
    exposureOf({ quantity: new Decimal(-3), multiplier: 100, delta: -0.4, sharePrice }),
  ]
  expect(positions).toEqual([4_000_000n, 1_200_000n])
  const { net } = sumExposures(positions)
  const weighted = betaWeighted(net, 1.2)
  expect([net, weighted]).toEqual([5_200_000n, 6_240_000n])
  expect(benchmarkShares(weighted, 500)).toBe(124.8)
  expect(gainPerPercent(weighted)).toBe(62_400n)
})

describe('the sum of exposures', () => {
  test('is long, short, net and gross', () => {
    expect(sumExposures([500_000n, 300_000n, -200_000n].map(toCents))).toEqual({
      long: 800_000n,
      short: -200_000n,
      net: 600_000n,
      gross: 1_000_000n,
    })
    expect(sumExposures([])).toEqual({ long: 0n, short: 0n, net: 0n, gross: 0n })
  })

  test('is the sum of its groups, of which the one with the most gross exposure is the first', () => {
    const position = fc.record({ key: fc.constantFrom('a', 'b', 'c'), cents: fc.bigInt(-(10n ** 9n), 10n ** 9n) })
    fc.assert(
      fc.property(fc.array(position), (positions) => {
        const groups = groupExposures(
          positions,
          ({ key }) => key,
          ({ cents }) => toCents(cents),
        )
        const whole = sumExposures(positions.map(({ cents }) => toCents(cents)))
        for (const side of ['long', 'short', 'net', 'gross'] as const)
          expect(groups.reduce((sum, { sum: its }) => sum + its[side], 0n)).toBe(whole[side])
        const gross = groups.map(({ sum }) => sum.gross)
        expect(gross).toEqual(gross.toSorted((one, other) => Number(other - one)))
        expect(groups.flatMap((group) => group.positions)).toHaveLength(positions.length)
      }),
      options,
    )
  })
})

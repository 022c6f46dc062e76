import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aggregateBars, atGroupEnds, groupSize, lastGroup } from './aggregate-bars.ts'
import type { PriceBar } from './price-bar.ts'

const price = fc.double({ min: 0.01, max: 1_000, noNaN: true })
const bars = fc
  .array(fc.tuple(price, price, price, price, fc.integer({ min: 0, max: 1_000_000 })), { minLength: 1, maxLength: 80 })
  .map((rows) =>
    rows.map(([a, b, c, d, volume], index): PriceBar => ({
      timeMs: index * 60_000,
      open: a,
      close: b,
      high: Math.max(a, b, c, d),
      low: Math.min(a, b, c, d),
      volume,
    })),
  )

describe('joining bars', () => {
  test('keeps the first open, the last close, the extremes and the whole volume', () => {
    fc.assert(
      fc.property(bars, fc.integer({ min: 1, max: 9 }), (source, size) => {
        const joined = aggregateBars(source, size)
        expect(joined).toHaveLength(Math.ceil(source.length / size))
        expect(joined[0]?.open).toBe(source[0]?.open)
        expect(joined.at(-1)?.close).toBe(source.at(-1)?.close)
        expect(Math.max(...joined.map((bar) => bar.high))).toBe(Math.max(...source.map((bar) => bar.high)))
        expect(Math.min(...joined.map((bar) => bar.low))).toBe(Math.min(...source.map((bar) => bar.low)))
        expect(joined.reduce((sum, bar) => sum + bar.volume, 0)).toBe(source.reduce((sum, bar) => sum + bar.volume, 0))
      }),
    )
  })

  test('the last group alone equals the last of all groups', () => {
    fc.assert(
      fc.property(bars, fc.integer({ min: 1, max: 9 }), (source, size) => {
        expect(lastGroup(source, size)).toEqual(aggregateBars(source, size).at(-1))
      }),
    )
  })

  test('no bars have no last group', () => {
    expect(lastGroup([], 4)).toBeUndefined()
  })
})

describe('the group size', () => {
  test('is one while everything fits', () => {
    expect(groupSize(5_000, 1_200)).toBe(1)
    expect(groupSize(0, 1_200)).toBe(1)
  })

  test('keeps 20 years of minutes under the limit', () => {
    const size = groupSize(2_000_000, 2_000)
    expect(2_000_000 / size).toBeLessThanOrEqual(5_000)
  })

  test('never leaves bars thinner than a fifth of a pixel', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 1, max: 3_000 }), (count, width) => {
        expect(width / (count / groupSize(count, width))).toBeGreaterThanOrEqual(0.2 - 1e-9)
      }),
    )
  })
})

describe('values of joined bars', () => {
  test('bars drawn one by one keep their values', () => {
    expect(atGroupEnds([1, 2, 3], 1)).toEqual([1, 2, 3])
  })

  test('joined bars carry the value of their last one, a shorter last group too', () => {
    expect(atGroupEnds([1, 2, 3, 4, 5], 2)).toEqual([2, 4, 5])
    expect(atGroupEnds([], 4)).toEqual([])
  })
})

// Which reported ratios are splits, and which fraction they are. Source: docs/rules/paper-brokerage.md, "Splits".
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { greatestDivisor, splitFraction } from './split-fraction.ts'

describe('a ratio', () => {
  it.each<[string, string, readonly [number, number] | null]>([
    ['4 for 1', '4', [4, 1]],
    ['3 for 2, reported inexactly', '1.49999925', [3, 2]],
    ['21 for 20, a stock dividend of 5 %', '1.05', [21, 20]],
    ['50 for 1', '50', [50, 1]],
    ['1 for 50', '0.02', [1, 50]],
    ['1 for 3, reported inexactly', '0.333333', [1, 3]],
    ['19 for 20', '0.95', [19, 20]],
    ['191 for 200, which is below 1 and over no small number', '0.955', [191, 200]],
    ['no change', '1', [1, 1]],
    // Above 1 a fraction may differ by 0.0001, no more.
    ['3 for 2 at the upper end of the tolerance', '1.5001', [3, 2]],
    ['a spin-off right beyond the tolerance', '1.500100000001', null],
    ['3 for 2 at the lower end of the tolerance', '1.4999', [3, 2]],
    ['a spin-off right below the tolerance', '1.499899999999', null],
    ['a spin-off', '1.122', null],
    ['a spin-off of 22 for 21, over more than a small number', '1.047619047619', null],
    // Below 1 the tolerance is a ten-thousandth of the ratio.
    ['1 for 2 at the upper end of the tolerance', '0.50005', [1, 2]],
    ['a fraction of its own right beyond the tolerance', '0.500051', [500_051, 1_000_000]],
    // No spin-off takes more than nineteen twentieths of the value.
    ['a spin-off of less than nineteen twentieths', '19.9887', null],
    ['a split right beyond that', '20.0201', [200_201, 10_000]],
    ['a large split that is over no small number', '33.3457', [333_457, 10_000]],
  ])('is %s', (_, ratio, expected) => {
    const fraction = splitFraction(ratio)
    expect(fraction === null ? null : [Number(fraction.up), Number(fraction.down)]).toEqual(expected)
  })

  it.each(['0', '-2'])('of %s is refused', (ratio) => {
    expect(() => splitFraction(ratio)).toThrow(`No ratio of a split: ${ratio}`)
  })

  it('of a fraction with a small number on either side is that fraction in lowest terms', () => {
    const term = fc.integer({ min: 1, max: 20 })
    fc.assert(
      fc.property(term, term, (one, other) => {
        const divisor = Number(greatestDivisor(BigInt(one), BigInt(other)))
        expect(splitFraction((one / other).toFixed(12))).toEqual({
          up: BigInt(one / divisor),
          down: BigInt(other / divisor),
        })
      }),
      { numRuns: 60 },
    )
  })
})

describe('the greatest common divisor', () => {
  it.each([
    [12n, 18n, 6n],
    [18n, 12n, 6n],
    [7n, 0n, 7n],
    [0n, 7n, 7n],
    [5n, 9n, 1n],
  ])('of %d and %d is %d', (one, other, divisor) => {
    expect(greatestDivisor(one, other)).toBe(divisor)
  })
})

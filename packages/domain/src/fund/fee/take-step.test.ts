// The loop of plain numbers against the exact quotient that it stands for.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fraction } from '../../money/fraction.ts'
import { propertyRuns, propertySeed } from '../../testing/property-runs.ts'
import { unitsFor } from '../unit-amount.ts'
import { stepPriceOf, takeSteps } from './take-step.ts'

function holding(steps: readonly bigint[]) {
  return {
    slots: Int32Array.from(steps.keys()),
    steps: Float64Array.from(steps, Number),
    isAhead: new Uint8Array(steps.length),
  }
}

function take(
  steps: readonly bigint[],
  amounts: readonly bigint[],
  [numerator, denominator]: readonly [bigint, bigint],
) {
  const held = holding(steps)
  const price = stepPriceOf(fraction(numerator, denominator))
  const sum = price && takeSteps(held, Int32Array.from(amounts, Number), price)
  const taken = steps.map((had, index) => Number(had) - held.steps[index]!)
  return { sum, taken, left: [...held.steps], isAhead: [...held.isAhead] }
}

describe('taking the units of a fee from many holders', () => {
  test('169.86 at a unit value of 10.00 takes 16.986 units', () => {
    const { sum, left } = take([1_000_000_000_000n], [16_986n], [1000n, 100_000_000n])
    expect(sum).toBe(1_698_600_000)
    expect(left).toEqual([998_301_400_000])
  })

  test('exactly half a step goes to the even one', () => {
    // A cent buys a step and a half, then two and a half.
    expect(take([100n], [1n], [2n, 3n]).taken).toEqual([2])
    expect(take([100n], [1n], [2n, 5n]).taken).toEqual([2])
  })

  test('a holder who pays nothing is left alone', () => {
    const { taken, isAhead } = take([100n, 100n], [0n, 1n], [1n, 3n])
    expect(taken).toEqual([0, 3])
    expect(isAhead).toEqual([0, 1])
  })

  test('the sum of what all have paid is exact', () => {
    const price = [3n, 2n ** 22n] as const
    const cents = [2n ** 31n - 1n, 1n]
    const exact = cents.map((amount) => unitsFor(amount, fraction(...price)))
    expect(take([2n ** 53n - 1n, 100_000_000n], cents, price).sum).toBe(Number(exact[0]! + exact[1]!))
  })

  test('there is no sum where one holder would lose half of their units', () => {
    expect(take([1000n, 7n, 7n], [1n, 1n, 1n], [1n, 3n]).sum).toBe(9)
    expect(take([1000n, 7n, 6n], [1n, 1n, 1n], [1n, 3n]).sum).toBeUndefined()
  })

  test('a unit value at which a cent buys too much is left to bigints', () => {
    expect(stepPriceOf(fraction(1n, 2n ** 30n))).toBeUndefined()
    expect(stepPriceOf(fraction(1n, 2n ** 30n - 1n))).toBeDefined()
  })

  test('whatever the amounts and the unit value, the units are those of the exact quotient', () => {
    const amount = fc.bigInt({ min: 1n, max: 2n ** 31n - 1n })
    const most = 2n ** 53n - 1n
    const close = fc.tuple(amount, fc.bigInt({ min: 1n, max: 2n ** 40n }), fc.bigInt({ min: 1n, max: 2n ** 62n }))
    // Small numbers meet exactly half a step often.
    const small = fc.tuple(
      fc.bigInt({ min: 1n, max: 99n }),
      fc.bigInt({ min: 1n, max: 99n }),
      fc.bigInt({ min: 1n, max: 9999n }),
    )
    fc.assert(
      fc.property(fc.oneof(close, small), ([cents, numerator, denominator]) => {
        const exact = unitsFor(cents, fraction(numerator, denominator))
        const doesFit = denominator / numerator < 2n ** 30n && 2n * exact < most
        expect(take([most], [cents], [numerator, denominator]).sum).toBe(doesFit ? Number(exact) : undefined)
      }),
      { numRuns: propertyRuns(2000, 100_000), seed: propertySeed() },
    )
  })
})

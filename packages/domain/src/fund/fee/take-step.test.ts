// The loop of machine integers against the exact quotient that it stands for.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fraction } from '../../money/fraction.ts'
import { propertyRuns, propertySeed } from '../../testing/property-runs.ts'
import { unitsFor } from '../unit-amount.ts'
import { stepPriceOf, sumOfSteps, takeSteps } from './take-step.ts'

function holding(steps: readonly bigint[]) {
  return {
    slots: Int32Array.from(steps.keys()),
    steps: BigInt64Array.from(steps),
    isAhead: new Uint8Array(steps.length),
  }
}

function take(
  steps: readonly bigint[],
  amounts: readonly bigint[],
  [numerator, denominator]: readonly [bigint, bigint],
) {
  const held = holding(steps)
  const taken = new BigInt64Array(amounts.length)
  const price = stepPriceOf(fraction(numerator, denominator))
  const isTaken = price && takeSteps(held, BigInt64Array.from(amounts), price, taken)
  return { isTaken, taken: [...taken], left: [...held.steps], isAhead: [...held.isAhead] }
}

describe('taking the units of a fee from many holders', () => {
  test('169.86 at a unit value of 10.00 takes 16.986 units', () => {
    const { taken, left } = take([1_000_000_000_000n], [16_986n], [1000n, 100_000_000n])
    expect(taken).toEqual([1_698_600_000n])
    expect(left).toEqual([998_301_400_000n])
  })

  test('exactly half a step goes to the even one', () => {
    // A cent buys a step and a half, then two and a half.
    expect(take([100n], [1n], [2n, 3n]).taken).toEqual([2n])
    expect(take([100n], [1n], [2n, 5n]).taken).toEqual([2n])
  })

  test('a holder who pays nothing is left alone', () => {
    const { taken, isAhead } = take([100n, 100n], [0n, 1n], [1n, 3n])
    expect(taken).toEqual([0n, 3n])
    expect(isAhead).toEqual([0, 1])
  })

  test('nobody pays where one holder would lose half of their units', () => {
    const { isTaken, left } = take([1000n, 7n, 6n], [1n, 1n, 1n], [1n, 3n])
    expect(isTaken).toBe(false)
    expect(left).toEqual([1000n, 7n, 6n])
  })

  test('a unit value whose units do not fit into machine integers is left to whole numbers', () => {
    expect(stepPriceOf(fraction(1n, 2n ** 30n))).toBeUndefined()
    expect(stepPriceOf(fraction(1n, 2n ** 30n - 1n))).toBeDefined()
  })

  test('whatever the amounts and the unit value, the units are those of the exact quotient', () => {
    const amount = fc.bigInt({ min: 1n, max: 2n ** 31n - 1n })
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
        const doesFit = denominator / numerator < 2n ** 30n && 2n * exact < 2n ** 62n
        const { isTaken = false, taken } = take([2n ** 62n], [cents], [numerator, denominator])
        expect({ isTaken, taken }).toEqual({ isTaken: doesFit, taken: [doesFit ? exact : 0n] })
      }),
      { numRuns: propertyRuns(2000, 100_000), seed: propertySeed() },
    )
  })

  test('a sum of steps is exact', () => {
    expect(sumOfSteps(BigInt64Array.from([2n ** 61n, 2n ** 61n - 1n, -5n]))).toBe(2n ** 62n - 6n)
  })
})

// The comparison in machine integers against the exact quotient that it stands for.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideHalfEven } from '../../money/fraction.ts'
import { propertyRuns, propertySeed } from '../../testing/property-runs.ts'
import { isFeeOf, settledLimit, stepFeeOf } from './daily-fee.ts'

const parts = 2n ** 64n

function isFee(held: bigint, [numerator, denominator]: readonly [bigint, bigint], fee: bigint): boolean {
  const step = stepFeeOf(numerator, denominator)
  return step !== undefined && isFeeOf(Number(held), step, BigUint64Array.of(fee, fee >> 64n), 0)
}

const held = fc.bigInt({ min: 1n, max: settledLimit - 1n })
const quotient = fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 140n }), fc.bigInt({ min: 2n ** 100n, max: 2n ** 102n }))

function overFees(check: (held: bigint, quotient: readonly [bigint, bigint], exact: bigint) => void): void {
  fc.assert(
    fc.property(held, quotient, (units, [numerator, denominator]) => {
      check(units, [numerator, denominator], divideHalfEven(units * numerator, denominator))
    }),
    { numRuns: propertyRuns(2000, 100_000), seed: propertySeed() },
  )
}

test('100 units owe what 30 days at 2 % make of a unit value of 10.00', () => {
  // 1,000.00 for 30 days: 164.38... cents, in 1e-18 of a cent.
  const perStep: readonly [bigint, bigint] = [30n * 1000n * 20_000n * 10n ** 18n, 10n ** 8n * 365n * 10n ** 6n]
  expect(isFee(10n ** 10n, perStep, 164_383_561_643_835_616_438n)).toBe(true)
  expect(isFee(10n ** 10n, perStep, 164_383_561_643_835_616_437n)).toBe(false)
})

test('only the exact fee is taken as exact, also where the difference does not fit into 64 bits', () => {
  overFees((units, fee, exact) => {
    for (const wrong of [exact + 1n, exact - 1n, exact + parts, exact - parts, -exact - 1n])
      expect(isFee(units, fee, wrong)).toBe(false)
  })
})

test('the exact fee is found, unless one half is so near that the exact quotient has to decide', () => {
  let found = 0
  let all = 0
  overFees((units, fee, exact) => {
    all += 1
    found += isFee(units, fee, exact) ? 1 : 0
  })
  expect(found / all).toBeGreaterThan(0.99)
})

test('exactly half of the smallest part is left to the exact quotient', () => {
  expect(isFee(1n, [1n, 2n], 0n)).toBe(false)
  expect(isFee(3n, [1n, 2n], 2n)).toBe(false)
})

test('a fee that does not fit into machine integers is left to whole numbers', () => {
  expect(stepFeeOf(2n ** 63n, 1n)).toBeUndefined()
  expect(stepFeeOf(2n ** 63n - 1n, 1n)).toBeDefined()
})

import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { valueAtLeastExercised, volatilityOfPrice, type OptionModel } from './repriced-option.ts'
import { stressMoves, stressPosition, sumGains, type StressedPosition } from './stress.ts'

/**
 * A model with closed figures instead of the real one: what exercising brings, plus a time value that is greatest at the
 * money and proportional to the volatility.
 */
const tentModel: OptionModel = ({ right, strike, spot, years, volatility }) => {
  const exercised = Math.max(0, right === 'CALL' ? spot - strike : strike - spot)
  const time = years <= 0 ? 0 : Math.max(0, 100 * volatility - Math.abs(spot - strike) / 2)
  return { value: exercised + time, delta: right === 'CALL' ? 0.5 : -0.5 }
}
const shares = (quantity: number, price: number, beta: number): StressedPosition => ({
  quantity: new Decimal(quantity),
  multiplier: 1,
  sharePrice: new Decimal(price),
  beta,
  option: null,
})
const put = (quantity: number, beta: number): StressedPosition => ({
  quantity: new Decimal(quantity),
  multiplier: 100,
  sharePrice: new Decimal(50),
  beta,
  option: { right: 'PUT', strike: 50, years: 0.25, volatility: 0.04 },
})
const unshifted = { volatilityShift: 0 }

describe('a move of the benchmark', () => {
  test('moves shares by their beta', () => {
    expect(stressPosition(tentModel, shares(100, 50, 1.2), { move: -0.1, ...unshifted })).toBe(-60_000n)
    expect(stressPosition(tentModel, shares(-100, 50, 1.2), { move: -0.1, ...unshifted })).toBe(60_000n)
    expect(stressPosition(tentModel, shares(100, 50, -0.5), { move: 0.2, ...unshifted })).toBe(-50_000n)
  })

  test('takes at most the whole value of a share', () => {
    expect(stressPosition(tentModel, shares(100, 50, 8), { move: -0.2, ...unshifted })).toBe(-499_950n)
  })

  // The share falls by 10 % to 45: 5 of exercise and a time value of 1.50 instead of 4.00.
  test('prices an option again with its share there', () => {
    expect(stressPosition(tentModel, put(2, 1), { move: -0.1, ...unshifted })).toBe(50_000n)
    expect(stressPosition(tentModel, put(-2, 2), { move: -0.05, ...unshifted })).toBe(-50_000n)
  })

  test('changes the volatility only by the shift', () => {
    expect(stressPosition(tentModel, put(1, 1), { move: 0, volatilityShift: 0.02 })).toBe(20_000n)
    expect(stressPosition(tentModel, put(1, 1), { move: 0, volatilityShift: -0.02 })).toBe(-20_000n)
    expect(stressPosition(tentModel, shares(100, 50, 1), { move: 0, volatilityShift: 0.5 })).toBe(0n)
  })

  test('keeps a volatility above zero', () => {
    expect(stressPosition(tentModel, put(1, 1), { move: 0, volatilityShift: -0.5 })).toBe(-30_000n)
  })

  test('of zero changes nothing, and the total is the sum of what the positions gain', () => {
    const position = fc.record({
      quantity: fc.integer({ min: -500, max: 500 }),
      price: fc.double({ min: 1, max: 1000, noNaN: true }),
      beta: fc.double({ min: -3, max: 3, noNaN: true }),
      isOption: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(position, { maxLength: 8 }), fc.integer({ min: -20, max: 20 }), (facts, percent) => {
        const positions = facts.map(({ quantity, price, beta, isOption }): StressedPosition => ({
          ...shares(quantity, price, beta),
          option: isOption ? { right: 'CALL', strike: 100, years: 0.5, volatility: 0.3 } : null,
        }))
        const gainsAt = (move: number) => positions.map((one) => stressPosition(tentModel, one, { move, ...unshifted }))
        expect(gainsAt(0).every((gain) => gain === 0n)).toBe(true)
        const gains = gainsAt(percent / 100)
        expect(sumGains(gains)).toBe(gains.reduce((sum: bigint, one) => sum + one, 0n))
      }),
      { numRuns: propertyRuns(100, 1000), seed: propertySeed() },
    )
  })
})

test('the moves are steps from the greatest fall to the greatest rise', () => {
  expect(stressMoves(20, 5)).toEqual([-20, -15, -10, -5, 0, 5, 10, 15, 20])
  expect(stressMoves(20, 2.5)).toHaveLength(17)
  expect(stressMoves(20, 15)).toEqual([-15, 0, 15])
})

describe('the volatility of an option', () => {
  const option = { right: 'PUT', strike: 50, spot: 52, years: 0.25 } as const

  test('is the one at which the model has its price', () => {
    const { value } = valueAtLeastExercised(tentModel, { ...option, volatility: 0.3 })
    expect(volatilityOfPrice(tentModel, option, value)).toBeCloseTo(0.3, 5)
  })

  test('does not exist for a price without time value, or with more than any volatility explains', () => {
    expect(volatilityOfPrice(tentModel, option, 0)).toBeNull()
    expect(volatilityOfPrice(tentModel, { ...option, years: 0 }, 1)).toBeNull()
    expect(volatilityOfPrice(tentModel, option, 10_000)).toBeNull()
  })

  test('is that of a price that exercising now does not beat', () => {
    const discounting: OptionModel = () => ({ value: 78, delta: -0.9 })
    const state = { right: 'PUT', strike: 100, spot: 20, years: 1, volatility: 0.3 } as const
    expect(valueAtLeastExercised(discounting, state)).toEqual({ value: 80, delta: -1 })
    expect(valueAtLeastExercised(discounting, { ...state, spot: 30 })).toEqual({ value: 78, delta: -0.9 })
  })
})

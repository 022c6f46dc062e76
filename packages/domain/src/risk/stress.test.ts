import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { priceOption } from './repriced-option.ts'
import { stressMoves, stressPosition, totalGain, type StressedPosition } from './stress.ts'

const shares = (quantity: number, price: number, beta: number): StressedPosition => ({
  quantity: new Decimal(quantity),
  multiplier: 1,
  sharePrice: new Decimal(price),
  beta,
  option: null,
})
/** Its last day is over, so that its value is that of exercising. */
const put = (quantity: number, beta: number): StressedPosition => ({
  quantity: new Decimal(quantity),
  multiplier: 100,
  sharePrice: new Decimal(50),
  beta,
  option: { right: 'PUT', strike: 50, years: 0, volatility: 0.2, interestRate: 0.05, dividendYield: 0 },
})
/** The example of every textbook: a year, 20 %, rate 5: 10.4506 at 100. */
const call = (quantity: number): StressedPosition => ({
  quantity: new Decimal(quantity),
  multiplier: 100,
  sharePrice: new Decimal(100),
  beta: 1,
  option: { right: 'CALL', strike: 100, years: 1, volatility: 0.2, interestRate: 0.05, dividendYield: 0 },
})
const unshifted = { volatilityShift: 0 }

describe('a move of the benchmark', () => {
  test('moves shares by their beta', () => {
    expect(stressPosition(shares(100, 50, 1.2), { move: -0.1, ...unshifted })).toBe(-60_000n)
    expect(stressPosition(shares(-100, 50, 1.2), { move: -0.1, ...unshifted })).toBe(60_000n)
    expect(stressPosition(shares(100, 50, -0.5), { move: 0.2, ...unshifted })).toBe(-50_000n)
  })

  test('takes at most the whole value of a share', () => {
    expect(stressPosition(shares(100, 50, 8), { move: -0.2, ...unshifted })).toBe(-499_950n)
  })

  test('prices an option again with its share there', () => {
    expect(stressPosition(put(2, 1), { move: -0.1, ...unshifted })).toBe(100_000n)
    expect(stressPosition(put(-2, 2), { move: -0.05, ...unshifted })).toBe(-100_000n)
    expect(stressPosition(put(2, 1), { move: 0.1, ...unshifted })).toBe(0n)
    // 17.6630 at 110.
    expect(stressPosition(call(1), { move: 0.1, ...unshifted })).toBe(72_124n)
  })

  test('changes the volatility only by the shift', () => {
    // 12.3360 with 25 %, 8.5917 with 15 %.
    expect(stressPosition(call(1), { move: 0, volatilityShift: 0.05 })).toBe(18_854n)
    expect(stressPosition(call(-1), { move: 0, volatilityShift: -0.05 })).toBe(18_589n)
    expect(stressPosition(shares(100, 50, 1), { move: 0, volatilityShift: 0.5 })).toBe(0n)
  })

  test('keeps a volatility above zero', () => {
    const [atLeast, below] = [-0.19, -0.5].map((volatilityShift) =>
      stressPosition(call(1), { move: 0, volatilityShift }),
    )
    expect(below).toBe(atLeast)
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
          option: isOption ? { ...call(1).option!, years: 0.5, volatility: 0.3 } : null,
        }))
        const gainsAt = (move: number) => positions.map((one) => stressPosition(one, { move, ...unshifted }))
        expect(gainsAt(0).every((gain) => gain === 0n)).toBe(true)
        const gains = gainsAt(percent / 100)
        expect(totalGain(gains)).toBe(gains.reduce((sum: bigint, one) => sum + one, 0n))
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

test('an option is worth at least what exercising it brings', () => {
  const deep = { right: 'PUT', strike: 100, years: 1, volatility: 0.3, interestRate: 0.05, dividendYield: 0 } as const
  expect(priceOption({ ...deep, spot: 20 })).toEqual({ value: 80, delta: -1 })
  expect(priceOption({ ...deep, spot: 100 }).value).toBeGreaterThan(5)
})

import { Decimal } from 'decimal.js'
import { expirationOutcome } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import { loadedChain } from './chain.ts'
import { daysToFirst, payoffCurve, payoffSpan, profitAt, type PayoffPosition } from './payoff.ts'
import { linearScale, linePoints, ticksOf } from './plot.ts'
import { strategyChain } from './strategy-figures.ts'
import { emptyForm, legsOfForm } from './strategy-form.ts'
import { sampleChain, sampleContract, sampleDays } from './testing/sample-chain.ts'

const chain = loadedChain([sampleChain()])!
const [day] = sampleDays
const call = sampleContract('CALL', 450, day)
const legs = legsOfForm({ ...emptyForm, own: [{ code: call.symbol, quantity: 1 }] }, strategyChain(chain)).legs!
const cost = new Decimal(call.mark!).times(100)
const position: PayoffPosition = {
  legs,
  units: 2,
  cost,
  spot: 450,
  quotedMs: chain.quotedMs,
  interestRate: 0.04,
  dividendYield: 0.01,
}
const now = { day: 0, shift: 0 }

describe('the payoff of two calls', () => {
  it('is nothing now, the loss of both below, and what exercise brings above at expiration', () => {
    expect(profitAt(position, 450, now).onDay).toBeCloseTo(0, 0)
    expect(profitAt(position, 440, now).atExpiration).toBeCloseTo(-2 * cost.toNumber(), 9)
    expect(profitAt(position, 470, now).atExpiration).toBeCloseTo(2 * (2000 - cost.toNumber()), 9)
  })

  it('falls as days pass, rises with volatility, and meets the line of expiration on the last day', () => {
    const flat = profitAt(position, 450, now).onDay
    expect(profitAt(position, 450, { day: 8, shift: 0 }).onDay).toBeLessThan(flat)
    expect(profitAt(position, 450, { day: 0, shift: 5 }).onDay).toBeGreaterThan(flat)
    const last = profitAt(position, 463, { day: daysToFirst(position), shift: 7 })
    expect(last.onDay).toBeCloseTo(last.atExpiration, 6)
  })

  it('spans the strikes and break-evens, with the strikes among its points', () => {
    const outcome = expirationOutcome(legs, cost)
    const [low, high] = payoffSpan(position, outcome)
    expect(low).toBeLessThan(450)
    expect(high).toBeGreaterThan(outcome.breakEvens[0]!.toNumber())
    const curve = payoffCurve(position, [low, high], now)
    expect(curve.map(({ price }) => price)).toContain(450)
    expect(curve.map(({ price }) => price)).toEqual(curve.map(({ price }) => price).toSorted((a, b) => a - b))
  })

  it('counts the days to the close of the first expiration, at least one', () => {
    expect(daysToFirst(position)).toBe(17)
    expect(daysToFirst({ legs: [], quotedMs: 0 })).toBe(1)
  })
})

it('ticks are round values within the span, and a scale goes both ways', () => {
  expect(ticksOf(96, 109, 4)).toEqual([100, 105])
  expect(ticksOf(-0.3, 0.3, 3)).toEqual([-0.2, 0, 0.2])
  expect(ticksOf(5, 5, 3)).toEqual([])
  const scale = linearScale([100, 200], [0, 50])
  expect([scale.at(150), scale.from(25)]).toEqual([25, 150])
  expect(linearScale([7, 7], [0, 50]).at(7)).toBe(0)
  expect(
    linePoints([
      [1, 2.55],
      [3, 4],
    ]),
  ).toBe('1.0,2.5 3.0,4.0')
})

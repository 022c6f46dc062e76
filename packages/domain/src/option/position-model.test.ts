import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { expirationMs, modelOption, yearsUntil } from './option-model.ts'
import {
  chanceWithin,
  expiresTogether,
  firstExpiration,
  type ModelMoment,
  outcomeOf,
  positionGreeks,
  positionValue,
} from './position-model.ts'
import { call, put, shares } from './testing/sample-leg.ts'

const rates = { interestRate: 0.04, dividendYield: 0.01 }
const moment: ModelMoment = { ...rates, spot: 101, atMs: Date.parse('2026-03-04T15:00:00Z'), volatilityShift: 0 }
const range = (from: number, to: number | null) => ({
  from: new Decimal(from),
  to: to === null ? null : new Decimal(to),
})

describe('the greeks of a position', () => {
  it('are those of its contracts times their shares; a share has a delta of 1', () => {
    const years = yearsUntil('2026-03-20', moment.atMs)
    const one = modelOption({ right: 'CALL', spot: 101, strike: 105, years, volatility: 0.3, ...rates })
    const all = positionGreeks([shares(100), call(105, -2)], moment)
    expect(all.delta).toBeCloseTo(100 - 200 * one.delta, 9)
    expect(all.gamma).toBeCloseTo(-200 * one.gamma, 9)
    expect(all.theta).toBeCloseTo(-200 * one.theta, 9)
    expect(all.vega).toBeCloseTo(-200 * one.vega, 9)
    expect(all.rho).toBeCloseTo(-200 * one.rho, 9)
  })

  it('change with a shift of volatility, which never goes below zero', () => {
    const wide = positionGreeks([call(105, 1)], { ...moment, volatilityShift: 0.1 })
    expect(wide.delta).toBeGreaterThan(positionGreeks([call(105, 1)], moment).delta)
    expect(positionGreeks([call(95, 1)], { ...moment, volatilityShift: -1 }).delta).toBeCloseTo(100, 1)
  })
})

describe('the value of a position', () => {
  it('falls with time for a bought straddle and rises with volatility', () => {
    const straddle = [put(100, 1), call(100, 1)]
    const now = positionValue(straddle, moment)
    expect(positionValue(straddle, { ...moment, atMs: moment.atMs + 7 * 86_400_000 })).toBeLessThan(now)
    expect(positionValue(straddle, { ...moment, volatilityShift: 0.05 })).toBeGreaterThan(now)
  })

  it('is that of expiration at expiration, and never less than exercise before', () => {
    const atMs = expirationMs('2026-03-20')
    expect(positionValue([put(95, 1), put(105, -2), shares(10)], { ...moment, atMs })).toBe(-800 + 1010)
    expect(positionValue([put(200, 1, '2028-01-21')], moment)).toBe(9900)
  })
})

describe('the outcome of a position', () => {
  it('is exact where its legs expire together', () => {
    const vertical = [put(95, 1), put(100, -1)]
    const { isExact, breakEvens } = outcomeOf(vertical, new Decimal(-120), { ...rates, spot: 101 })
    expect([isExact, breakEvens.map(String)]).toEqual([true, ['98.8']])
    expect([expiresTogether(vertical), firstExpiration(vertical)]).toEqual([true, '2026-03-20'])
    expect(firstExpiration([shares(100)])).toBeUndefined()
  })

  it('is that of the model where a leg outlives the first one: a calendar gains most at its strike', () => {
    const calendar = [call(100, -1), call(100, 1, '2026-04-17')]
    const cost = new Decimal(150)
    const outcome = outcomeOf(calendar, cost, { ...rates, spot: 101 })
    const years = yearsUntil('2026-04-17', expirationMs('2026-03-20'))
    const later = (spot: number) =>
      Math.max(modelOption({ right: 'CALL', spot, strike: 100, years, volatility: 0.3, ...rates }).value, spot - 100)
    expect(outcome.isExact).toBe(false)
    expect(expiresTogether(calendar)).toBe(false)
    expect(Number(outcome.greatestProfit)).toBeCloseTo(100 * later(100) - 150, 2)
    // Far below both are worthless.
    expect(Number(outcome.greatestLoss)).toBeCloseTo(150, 2)
    expect(outcome.breakEvens).toHaveLength(2)
    for (const price of outcome.breakEvens.map(Number))
      expect(100 * later(price) - 100 * Math.max(0, price - 100)).toBeCloseTo(150, 2)
    expect(outcome.profitRanges).toHaveLength(1)
  })

  it('is unlimited beyond the last strike where a written call outlives its cover', () => {
    const short = outcomeOf([call(100, 1), call(105, -2, '2026-04-17')], new Decimal(0), { ...rates, spot: 101 })
    expect(short.greatestLoss).toBe('UNLIMITED')
    const long = outcomeOf([call(100, -1), call(105, 2, '2026-04-17')], new Decimal(0), { ...rates, spot: 101 })
    expect(long.greatestProfit).toBe('UNLIMITED')
  })
})

describe('the chance of an outcome', () => {
  const year = { spot: 100, years: 1, volatility: 0.2, interestRate: 0, dividendYield: 0 }

  it('is the lognormal one: N(-v/2) above the price itself, without rates', () => {
    expect(chanceWithin([range(100, null)], year)).toBeCloseTo(0.4602, 4)
    expect(chanceWithin([range(0, 100)], year)).toBeCloseTo(0.5398, 4)
    // One deviation up: ln(S/K) = v, so d = -1 - v/2 + v = -1.1.
    expect(chanceWithin([range(100 * Math.exp(0.2), null)], year)).toBeCloseTo(0.1357, 4)
  })

  it('moves with the forward', () => {
    expect(chanceWithin([range(100, null)], { ...year, interestRate: 0.05 })).toBeCloseTo(0.5596, 4)
    expect(chanceWithin([range(100, null)], { ...year, dividendYield: 0.05 })).toBeCloseTo(0.3632, 4)
  })

  it('adds ranges, and is all or nothing without time', () => {
    expect(chanceWithin([range(0, 93), range(107, null)], year)).toBeCloseTo(
      1 - chanceWithin([range(93, 107)], year),
      9,
    )
    expect(chanceWithin([], year)).toBe(0)
    expect(chanceWithin([range(0, null)], year)).toBe(1)
    expect(chanceWithin([range(99, null)], { ...year, years: 0 })).toBe(1)
    expect(chanceWithin([range(101, null)], { ...year, years: 0 })).toBe(0)
  })
})

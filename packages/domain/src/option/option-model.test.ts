import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { impliedVolatilityOf } from './implied-volatility.ts'
import { normalBelow } from './normal-distribution.ts'
import { expirationMs, type ModelFigures, type ModelInput, modelOption, yearsUntil } from './option-model.ts'

const input = (more: Partial<ModelInput> = {}): ModelInput => ({
  right: 'CALL',
  spot: 100,
  strike: 100,
  years: 1,
  volatility: 0.2,
  interestRate: 0.05,
  dividendYield: 0,
  ...more,
})

const anyInput = fc.record({
  right: fc.constantFrom('CALL' as const, 'PUT' as const),
  spot: fc.double({ min: 20, max: 600, noNaN: true }),
  strike: fc.double({ min: 20, max: 600, noNaN: true }),
  years: fc.double({ min: 2 / 365, max: 2.5, noNaN: true }),
  volatility: fc.double({ min: 0.08, max: 1.2, noNaN: true }),
  interestRate: fc.double({ min: 0, max: 0.08, noNaN: true }),
  dividendYield: fc.double({ min: 0, max: 0.05, noNaN: true }),
})

describe('the value of an option', () => {
  // John C. Hull, Options, Futures, and Other Derivatives: the worked examples of the chapters on the
  // Black-Scholes-Merton model and on options on indices.
  it('is that of the textbook', () => {
    const half = input({ spot: 42, strike: 40, years: 0.5, interestRate: 0.1 })
    expect(modelOption(half).value).toBeCloseTo(4.76, 2)
    expect(modelOption({ ...half, right: 'PUT' }).value).toBeCloseTo(0.81, 2)
    const index = input({ spot: 930, strike: 900, years: 2 / 12, interestRate: 0.08, dividendYield: 0.03 })
    expect(modelOption(index).value).toBeCloseTo(51.83, 2)
  })

  it('has the greeks of the textbook: per dollar, per year, and for a whole 1 of volatility and interest there', () => {
    const call = modelOption(input({ spot: 49, strike: 50, years: 20 / 52 }))
    expect(call.value).toBeCloseTo(2.4, 2)
    expect(call.delta).toBeCloseTo(0.522, 3)
    expect(call.gamma).toBeCloseTo(0.066, 3)
    expect(call.theta * 365).toBeCloseTo(-4.31, 2)
    expect(call.vega * 100).toBeCloseTo(12.1, 1)
    expect(call.rho * 100).toBeCloseTo(8.91, 2)
  })

  it('is what exercise brings without time, volatility or price', () => {
    expect(modelOption(input({ strike: 95, years: 0 }))).toEqual({
      value: 5,
      delta: 1,
      gamma: 0,
      theta: 0,
      vega: 0,
      rho: 0,
    })
    expect(modelOption(input({ strike: 95, volatility: 0, right: 'PUT' }))).toMatchObject({ value: 0, delta: 0 })
    expect(modelOption(input({ spot: 0, right: 'PUT' }))).toMatchObject({ value: 100, delta: -1 })
  })

  it('keeps put-call parity: C - P = S e^(-qT) - K e^(-rT)', () => {
    fc.assert(
      fc.property(anyInput, (terms) => {
        const { spot, strike, years, interestRate, dividendYield } = terms
        const difference =
          modelOption({ ...terms, right: 'CALL' }).value - modelOption({ ...terms, right: 'PUT' }).value
        const parity = spot * Math.exp(-dividendYield * years) - strike * Math.exp(-interestRate * years)
        expect(Math.abs(difference - parity)).toBeLessThan(1e-9 * Math.max(spot, strike))
      }),
    )
  })

  it('has greeks that are its slopes to four decimals', () => {
    const slope = (terms: ModelInput, field: keyof ModelInput, step: number, of: keyof ModelFigures = 'value') =>
      (modelOption({ ...terms, [field]: Number(terms[field]) + step })[of] -
        modelOption({ ...terms, [field]: Number(terms[field]) - step })[of]) /
      (2 * step)
    fc.assert(
      fc.property(anyInput, (terms) => {
        const { delta, gamma, theta, vega, rho } = modelOption(terms)
        const near = (one: number, other: number): void => expect(Math.abs(one - other)).toBeLessThan(0.00005)
        near(delta, slope(terms, 'spot', terms.spot * 1e-5))
        near(gamma, slope(terms, 'spot', terms.spot * 1e-5, 'delta'))
        near(theta, -slope(terms, 'years', 1e-6) / 365)
        near(vega, slope(terms, 'volatility', 1e-6) / 100)
        near(rho, slope(terms, 'interestRate', 1e-6) / 100)
      }),
    )
  })
})

describe('implied volatility', () => {
  it('is that of the textbook: 23.5 percent for a call of 20 at 21 that costs 1.875', () => {
    const call = { right: 'CALL' as const, spot: 21, strike: 20, years: 0.25, interestRate: 0.1, dividendYield: 0 }
    expect(impliedVolatilityOf(call, 1.875)).toBeCloseTo(0.2345, 4)
  })

  it('leads back to the volatility that made the price, wherever the price has time value', () => {
    fc.assert(
      fc.property(anyInput, (terms) => {
        const { value, vega } = modelOption(terms)
        fc.pre(vega > 1e-4)
        expect(impliedVolatilityOf(terms, value)).toBeCloseTo(terms.volatility, 6)
      }),
    )
  })

  it('is unknown for a price below exercise or above the share, and after expiration', () => {
    expect(impliedVolatilityOf(input({ strike: 50 }), 40)).toBeNull()
    expect(impliedVolatilityOf(input(), 101)).toBeNull()
    expect(impliedVolatilityOf(input({ years: 0 }), 5)).toBeNull()
    expect(impliedVolatilityOf(input({ spot: 0 }), 5)).toBeNull()
  })
})

it('the normal distribution agrees with its tables', () => {
  expect(normalBelow(0)).toBe(0.5)
  expect(normalBelow(1.96)).toBeCloseTo(0.9750021, 7)
  expect(normalBelow(-2.5758293)).toBeCloseTo(0.005, 8)
  expect([normalBelow(9), normalBelow(-9)]).toEqual([1, 0])
})

it('a contract ends with the session of its day, also with one that closes early, and without one at 16:00', () => {
  expect(new Date(expirationMs('2026-03-20')).toISOString()).toBe('2026-03-20T20:00:00.000Z')
  expect(new Date(expirationMs('2026-11-27')).toISOString()).toBe('2026-11-27T18:00:00.000Z')
  expect(new Date(expirationMs('2026-03-21')).toISOString()).toBe('2026-03-21T20:00:00.000Z')
  expect(yearsUntil('2026-03-20', Date.parse('2026-03-19T20:00:00Z'))).toBeCloseTo(1 / 365, 12)
  expect(yearsUntil('2026-03-20', Date.parse('2026-03-21T20:00:00Z'))).toBe(0)
})

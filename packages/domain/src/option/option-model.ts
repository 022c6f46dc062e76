// Value and greeks of an option by the formula of Black, Scholes and Merton, with a continuous dividend yield, and the
// time left that goes into it. Floats: model values inform, they never decide about money.
// Source: docs/rules/trading.md, "Option figures".
import { newYorkInstant } from '../calendar/new-york-time.ts'
import { CLOSE_MINUTE, sessionHours } from '../calendar/session-hours.ts'
import { toMarketDay } from '../kind.ts'
import { normalBelow, normalDensityAt } from './normal-distribution.ts'

/** Prices in dollars per share, volatility and rates as yearly fractions, time in years of 365 days. */
export interface ModelInput {
  readonly right: 'CALL' | 'PUT'
  readonly spot: number
  readonly strike: number
  readonly years: number
  readonly volatility: number
  readonly interestRate: number
  readonly dividendYield: number
}

/**
 * Per share. `delta` and `gamma` are per dollar of the underlying, `theta` per calendar day, `vega` per percentage
 * point of volatility, `rho` per percentage point of interest.
 */
export interface OptionGreeks {
  readonly delta: number
  readonly gamma: number
  readonly theta: number
  readonly vega: number
  readonly rho: number
}

export interface ModelFigures extends OptionGreeks {
  readonly value: number
}

const msPerYear = 365 * 86_400_000

/** Returns the instant at which contracts of a day expire: the close of its session, on any other day 16:00. */
export function expirationMs(day: string): number {
  const marketDay = toMarketDay(day)
  return sessionHours(marketDay)?.closeMs ?? newYorkInstant(marketDay, CLOSE_MINUTE)
}

/** Returns the years of 365 days from an instant to the close of an expiration day; 0 afterwards. */
export const yearsUntil = (expiration: string, atMs: number): number =>
  Math.max(0, (expirationMs(expiration) - atMs) / msPerYear)

/** Returns what exercise brings per share, never below 0: 5 for a call of strike 95 at 100. */
export const exerciseValue = (right: 'CALL' | 'PUT', spot: number, strike: number): number =>
  Math.max(0, right === 'CALL' ? spot - strike : strike - spot)

/**
 * Returns value and greeks. A call is worth S e^(-qT) N(d1) - K e^(-rT) N(d2), with d1 = (ln(S/K) + (r - q + v^2/2) T)
 * / (v sqrt(T)) and d2 = d1 - v sqrt(T); a put K e^(-rT) N(-d2) - S e^(-qT) N(-d1). Without time, volatility or price
 * it is what exercise brings. Example: spot 42, strike 40, half a year, 20 percent, rate 10: call 4.7594, put 0.8086.
 */
export function modelOption(input: ModelInput): ModelFigures {
  const { right, spot, strike, years, volatility, interestRate, dividendYield } = input
  const sign = right === 'CALL' ? 1 : -1
  if (years <= 0 || volatility <= 0 || spot <= 0) {
    const value = exerciseValue(right, spot, strike)
    return { value, delta: value > 0 ? sign : 0, gamma: 0, theta: 0, vega: 0, rho: 0 }
  }
  const root = Math.sqrt(years)
  const deviation = volatility * root
  const d1 =
    (Math.log(spot / strike) + (interestRate - dividendYield + (volatility * volatility) / 2) * years) / deviation
  const paidOut = Math.exp(-dividendYield * years)
  const density = normalDensityAt(d1)
  const share = spot * paidOut * normalBelow(sign * d1)
  const debt = strike * Math.exp(-interestRate * years) * normalBelow(sign * (d1 - deviation))
  const decay = (spot * paidOut * density * volatility) / (2 * root)
  return {
    value: Math.max(0, sign * (share - debt)),
    delta: sign * paidOut * normalBelow(sign * d1),
    gamma: (paidOut * density) / (spot * deviation),
    theta: (-decay + sign * (dividendYield * share - interestRate * debt)) / 365,
    vega: (spot * paidOut * density * root) / 100,
    rho: (sign * years * debt) / 100,
  }
}

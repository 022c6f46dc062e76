// Value and greeks of a European option by the Black-Scholes-Merton formula, with a continuous dividend yield.

import { exactExp, exactLog } from '../random/exact-math.ts'
import { normalCdf, normalDensity } from './normal.ts'

export type OptionRight = 'CALL' | 'PUT'

/** Prices in dollars per share, rates and volatility as yearly fractions, time in years. */
export interface OptionTerms {
  readonly right: OptionRight
  readonly spot: number
  readonly strike: number
  readonly years: number
  readonly volatility: number
  readonly interestRate: number
  readonly dividendYield: number
}

/**
 * `value` in dollars per share; `delta` and `gamma` per dollar of the underlying, `theta` per calendar day, `vega` per
 * percentage point of volatility, `rho` per percentage point of interest.
 */
export interface OptionValue {
  readonly value: number
  readonly delta: number
  readonly gamma: number
  readonly theta: number
  readonly vega: number
  readonly rho: number
}

/**
 * Returns the value of immediate exercise in dollars per share, never below 0. Example: a call of strike 95 at 100
 * gives 5.
 */
export function intrinsicValue(right: OptionRight, spot: number, strike: number): number {
  return Math.max(0, right === 'CALL' ? spot - strike : strike - spot)
}

/**
 * Values an option. A call is worth S e^(-qT) N(d1) - K e^(-rT) N(d2), where d1 = (ln(S/K) + (r - q + v^2/2) T) / (v
 * sqrt(T)) and d2 = d1 - v sqrt(T); a put follows by parity. At or after expiration (`years` 0 or less) it is the
 * intrinsic value.
 * Example: spot 100, strike 100, one year, 20 percent, rate 5, no dividends: call 10.4506, put 5.5735.
 */
export function valueOption(terms: OptionTerms): OptionValue {
  const { right, spot, strike, years, volatility, interestRate, dividendYield } = terms
  const sign = right === 'CALL' ? 1 : -1
  if (years <= 0) {
    const value = intrinsicValue(right, spot, strike)
    return { value, delta: value > 0 ? sign : 0, gamma: 0, theta: 0, vega: 0, rho: 0 }
  }
  const root = Math.sqrt(years)
  const spread = volatility * root
  const d1 = (exactLog(spot / strike) + (interestRate - dividendYield + (volatility * volatility) / 2) * years) / spread
  const d2 = d1 - spread
  const paidOut = exactExp(-dividendYield * years)
  const discount = exactExp(-interestRate * years)
  const density = normalDensity(d1)
  const share = spot * paidOut * normalCdf(sign * d1)
  const debt = strike * discount * normalCdf(sign * d2)
  const decay = (spot * paidOut * density * volatility) / (2 * root)
  return {
    value: Math.max(0, sign * (share - debt)),
    delta: sign * paidOut * normalCdf(sign * d1),
    gamma: (paidOut * density) / (spot * spread),
    theta: (-decay + sign * (dividendYield * share - interestRate * debt)) / 365,
    vega: (spot * paidOut * density * root) / 100,
    rho: (sign * years * debt) / 100,
  }
}

// Implied volatility by time to expiration and strike. Protection against falls costs more, so low strikes have more
// volatility than high ones; far from the money it rises on both sides.

import { exactExp, exactLog } from '../random/exact-math.ts'

const PREMIUM = 1.06
const RETURN_PER_YEAR = 3.5
const SLOPE = 0.085
const CURVE = 0.028
const FARTHEST = 3.5

/** Yearly volatility of the underlying as fractions: current and usual. */
export interface UnderlyingVolatility {
  readonly now: number
  readonly usual: number
}

/**
 * Returns the volatility of an option at the money: its variance reverts from the current to the usual one over time.
 */
export function volatilityAtMoney({ now, usual }: UnderlyingVolatility, years: number): number {
  const time = Math.max(years, 1 / 365) * RETURN_PER_YEAR
  const weight = (1 - exactExp(-time)) / time
  return PREMIUM * Math.sqrt(usual * usual + (now * now - usual * usual) * weight)
}

/**
 * Returns the implied volatility at a strike. With m = ln(strike / forward) in deviations of the time left, clamped to
 * 3.5 of them, it is the volatility at the money times 1 - 0.085 m + 0.028 m^2.
 */
export function impliedVolatility(
  volatility: UnderlyingVolatility,
  forward: number,
  strike: number,
  years: number,
): number {
  const atMoney = volatilityAtMoney(volatility, years)
  const deviations = exactLog(strike / forward) / (atMoney * Math.sqrt(Math.max(years, 1 / 365)))
  const m = Math.max(-FARTHEST, Math.min(FARTHEST, deviations))
  return atMoney * (1 - SLOPE * m + CURVE * m * m)
}

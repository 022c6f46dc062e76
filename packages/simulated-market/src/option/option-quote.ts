// Quotes of single contracts: value by the formula, bid and ask around it on option ticks.

import { intrinsicValue } from './black-scholes.ts'
import type { OptionRight, OptionValue } from './black-scholes.ts'
import type { Expiration } from './expiration.ts'
import type { OptionContract } from './option-code.ts'

/**
 * A quoted contract. Prices in dollars per share (a contract is 100); `bid` is 0 if nobody bids; `last` is null if it
 * has not traded today; `impliedVolatility` is a yearly fraction; greeks as in `OptionValue`; `daysToExpiration` in
 * calendar days.
 */
export interface OptionQuote extends OptionContract, OptionValue {
  readonly code: string
  readonly kind: Expiration['kind']
  readonly daysToExpiration: number
  readonly bid: number
  readonly ask: number
  readonly bidSize: number
  readonly askSize: number
  readonly last: number | null
  readonly mark: number
  readonly previousClose: number
  readonly volume: number
  readonly openInterest: number
  readonly impliedVolatility: number
  readonly intrinsic: number
  readonly isInTheMoney: boolean
}

/** Options trade in cents below 3 dollars and in five cents from there on. */
export function optionTick(price: number): number {
  return price < 3 ? 0.01 : 0.05
}

/** Rounds to a tick in the given direction, in whole cents so that no fraction remains. */
export function toOptionTick(price: number, direction: 'down' | 'up' | 'near'): number {
  const tickCents = Math.round(optionTick(price) * 100)
  const ticks = (price * 100) / tickCents
  const whole =
    direction === 'down' ? Math.floor(ticks + 1e-9) : direction === 'up' ? Math.ceil(ticks - 1e-9) : Math.round(ticks)
  return (whole * tickCents) / 100
}

/** Returns the market value of a contract: never less than the value of immediate exercise. */
export function marketValue(value: number, right: OptionRight, spot: number, strike: number): number {
  return Math.max(value, intrinsicValue(right, spot, strike))
}

/** Returns bid and ask around a value: a spread of some percent, at least one tick; below two cents nobody bids. */
export function bidAndAsk(value: number, spreadShare: number): { bid: number; ask: number } {
  const half = Math.max(optionTick(value) / 2, (value * spreadShare) / 2)
  const bid = value < 0.02 ? 0 : Math.max(0, toOptionTick(value - half, 'down'))
  const ask = toOptionTick(value + half, 'up')
  return { bid, ask: ask > bid ? ask : bid + optionTick(bid) }
}

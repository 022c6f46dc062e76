// The payoff curves of a position: at its first expiration and on a chosen day with volatility shifted, over the prices
// that matter. Pure; floats, because a curve decides nothing.
import { Decimal } from 'decimal.js'
import {
  type ModelRates,
  type Outcome,
  type PositionLeg,
  expirationMs,
  expiresTogether,
  firstExpiration,
  positionValue,
  profitAtExpiration,
} from '@clubfolio/domain'

export interface PayoffPosition extends ModelRates {
  readonly legs: readonly PositionLeg[]
  readonly units: number
  /** What one unit cost in dollars; negative for a credit. */
  readonly cost: Decimal
  readonly spot: number
  readonly quotedMs: number
}

export interface PayoffPoint {
  readonly price: number
  /** In dollars, of all units. */
  readonly atExpiration: number
  readonly onDay: number
}

export interface PayoffMoment {
  /** Days from now. */
  readonly day: number
  /** Percentage points of volatility. */
  readonly shift: number
}

const dayMs = 86_400_000
const points = 120
const deviations = 2.6

/** Returns the whole days from now to the first expiration, at least 1. */
export function daysToFirst({ legs, quotedMs }: Pick<PayoffPosition, 'legs' | 'quotedMs'>): number {
  const first = firstExpiration(legs)
  return first === undefined ? 1 : Math.max(1, Math.ceil((expirationMs(first) - quotedMs) / dayMs))
}

/** Returns the profit of all units at a price: exact at expiration where the legs expire together. */
export function profitAt(position: PayoffPosition, price: number, { day, shift }: PayoffMoment): PayoffPoint {
  const { legs, units, cost, quotedMs, interestRate, dividendYield } = position
  const first = firstExpiration(legs)
  const endMs = first === undefined ? quotedMs : expirationMs(first)
  const modelAt = (atMs: number, volatilityShift: number): number =>
    positionValue(legs, { spot: price, atMs, volatilityShift, interestRate, dividendYield }) - cost.toNumber()
  const atExpiration = expiresTogether(legs)
    ? profitAtExpiration(legs, cost, new Decimal(price)).toNumber()
    : modelAt(endMs, 0)
  const onDay = modelAt(Math.min(endMs, quotedMs + day * dayMs), shift / 100)
  return { price, atExpiration: atExpiration * units, onDay: onDay * units }
}

/** Returns the prices that the picture spans: some deviations around the price, all strikes and all break-evens. */
export function payoffSpan(
  { legs, spot, quotedMs }: PayoffPosition,
  { breakEvens }: Pick<Outcome, 'breakEvens'>,
): readonly [number, number] {
  const years = daysToFirst({ legs, quotedMs }) / 365
  const volatility = legs.reduce((most, leg) => Math.max(most, leg.volatility ?? 0), 0.1)
  const reach = Math.min(0.6, Math.max(0.03, deviations * volatility * Math.sqrt(years)))
  const marks = [
    ...legs.flatMap(({ contract }) => contract?.strike ?? []),
    ...breakEvens.map((price) => price.toNumber()).filter((price) => price < 2 * spot),
  ]
  const low = Math.min(spot * (1 - reach), ...marks.map((mark) => mark * 0.99))
  const high = Math.max(spot * (1 + reach), ...marks.map((mark) => mark * 1.01))
  return [Math.max(0, low), high]
}

/** Returns the curves over a span, with the strikes among their prices, where the line at expiration bends. */
export function payoffCurve(
  position: PayoffPosition,
  [low, high]: readonly [number, number],
  moment: PayoffMoment,
): PayoffPoint[] {
  const strikes = position.legs.flatMap(({ contract }) => contract?.strike ?? [])
  const grid = Array.from({ length: points + 1 }, (_, n) => low + ((high - low) * n) / points)
  const prices = [...new Set([...grid, ...strikes.filter((strike) => strike > low && strike < high)])]
  return prices.toSorted((one, other) => one - other).map((price) => profitAt(position, price, moment))
}

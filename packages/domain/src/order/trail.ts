// The distance of a trailing stop from the market. The stop follows the last price in one direction only: of an order
// to sell it rises with the price and never falls, of an order to buy it falls and never rises.
// Source: docs/rules/brokerage.md, "Trailing stops".
import { Decimal } from 'decimal.js'
import { formatMoney } from '../text/format-money.ts'
import { roundToTick } from './price-tick.ts'

export const trailUnits = ['DOLLARS', 'PERCENT'] as const
export type TrailUnit = (typeof trailUnits)[number]

export interface Trail {
  /** Decimal text, above zero. */
  readonly offset: string
  readonly unit: TrailUnit
}

/** Returns the distance of the stop from a price, in dollars. Example: 2 percent of 50.00 is 1.00. */
export const trailDistance = ({ offset, unit }: Trail, price: Decimal): Decimal =>
  unit === 'DOLLARS' ? new Decimal(offset) : price.times(offset).div(100).toDecimalPlaces(4, Decimal.ROUND_HALF_UP)

/**
 * Returns the stop that a trail has at a price, half up to its tick. Example: 2 dollars behind 50.00 is 48.00 for an
 * order to sell and 52.00 for one to buy.
 */
export function trailStop(trail: Trail, price: Decimal.Value, isBuy: boolean): Decimal {
  const at = new Decimal(price)
  const distance = trailDistance(trail, at)
  return new Decimal(roundToTick(isBuy ? at.plus(distance) : at.minus(distance)))
}

export const isSameTrail = (own: Trail | null, reported: Trail | null): boolean =>
  own === null || (reported !== null && own.unit === reported.unit && new Decimal(own.offset).equals(reported.offset))

/** Formats a distance: "$2.00", "$0.125", "2.50%". */
export function formatTrail({ offset, unit }: Trail): string {
  const value = new Decimal(offset)
  const decimals = Math.max(2, value.decimalPlaces())
  return unit === 'PERCENT' ? `${value.toFixed(decimals)}%` : formatMoney(value.toFixed(decimals), { decimals })
}

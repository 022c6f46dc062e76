// The price of an order, as a union by order type: each type has exactly the parts that it needs, so a stop
// without a stop price, or a market order with a limit, cannot be written. Prices are decimal text in dollars.
import { Decimal } from 'decimal.js'
import { isSameTrail, type Trail } from './trail.ts'

/** EXERCISE is for options that are held; the others are for every symbol. */
export const ticketOrderTypes = ['STOP', 'LIMIT', 'MARKET', 'STOP_LIMIT', 'TRAILING_STOP', 'EXERCISE'] as const
export type TicketOrderType = (typeof ticketOrderTypes)[number]

export const stopOrderTypes = ['STOP', 'STOP_LIMIT', 'TRAILING_STOP'] as const satisfies readonly TicketOrderType[]
/** The types of a stop loss. */
export type StopOrderType = (typeof stopOrderTypes)[number]

export const priceParts = ['stopPrice', 'limitPrice', 'trail'] as const
/**
 * What an order can say about its price. `stopPrice` starts the order when the market touches it, `limitPrice` is the
 * worst price that it accepts, `trail` is how far its stop follows the market.
 */
export type PricePart = (typeof priceParts)[number]

interface PartValues {
  readonly stopPrice: string
  readonly limitPrice: string
  readonly trail: Trail
}
/** All price parts, null for those that an order does not have. */
export type PriceParts = { readonly [P in PricePart]: PartValues[P] | null }

/** The price parts of each type. */
interface PartsOfType {
  readonly STOP: 'stopPrice'
  readonly LIMIT: 'limitPrice'
  readonly MARKET: never
  readonly STOP_LIMIT: 'stopPrice' | 'limitPrice'
  readonly TRAILING_STOP: 'trail'
  readonly EXERCISE: never
}
export type PricePartOf<T extends TicketOrderType> = PartsOfType[T]

/** The price of an order. Example: `{ type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '51.5' }`. */
export type OrderPrice<T extends TicketOrderType = TicketOrderType> = {
  [K in T]: { readonly type: K } & { readonly [P in PartsOfType[K]]: PartValues[P] }
}[T]

/** Returns the price parts of an order, null for those that its type does not have. */
export const pricePartsOf = (price: OrderPrice): PriceParts => ({
  stopPrice: 'stopPrice' in price ? price.stopPrice : null,
  limitPrice: 'limitPrice' in price ? price.limitPrice : null,
  trail: 'trail' in price ? price.trail : null,
})

/** A part that the order does not have agrees with any. */
const isSameNumber = (own: string | null, reported: string | null): boolean =>
  own === null || (reported !== null && new Decimal(own).equals(reported))

/** Returns whether two prices have the same type and parts. */
export const isEqualPrice = (one: OrderPrice, other: OrderPrice): boolean =>
  one.type === other.type && hasPriceParts(one, pricePartsOf(other))

/**
 * Returns whether these parts, such as those a brokerage reports, include all parts of the price. "51" and "51.00" are
 * the same.
 */
export function hasPriceParts(price: OrderPrice, reported: PriceParts): boolean {
  const own = pricePartsOf(price)
  const agrees: Readonly<Record<PricePart, boolean>> = {
    stopPrice: isSameNumber(own.stopPrice, reported.stopPrice),
    limitPrice: isSameNumber(own.limitPrice, reported.limitPrice),
    trail: isSameTrail(own.trail, reported.trail),
  }
  return Object.values(agrees).every(Boolean)
}

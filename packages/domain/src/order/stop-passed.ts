// Whether the market has reached a stop by now. Such a stop would be filled at once, and a brokerage may refuse it.
import type { Decimal } from 'decimal.js'
import type { OrderMarket } from './order-fault.ts'

/** Returns the price at which a position is closed at the market; null where it is unknown. */
export const closingTouch = ({ bid, ask, last }: OrderMarket, isLong: boolean): Decimal | null =>
  (isLong ? bid : ask) ?? last

/** Example: a stop at 48 that protects a long position has been passed with a bid of 48, and not with one of 48.01. */
export function isStopPassed(stopPrice: Decimal.Value, market: OrderMarket, isLong: boolean): boolean {
  const touch = closingTouch(market, isLong)
  return touch !== null && (isLong ? touch.lessThanOrEqualTo(stopPrice) : touch.greaterThanOrEqualTo(stopPrice))
}

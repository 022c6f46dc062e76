// What the open orders of an account will do to it if they are filled, as a proposal counts them.
// Source: docs/rules/target-allocation.md, "Open orders".
import { isOptionCode, isOverOrder, sideOf } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { OpenOrder } from '../position-action/find-exits.ts'

/** Percent that a limit may be away from the last price for its order to count as filled. */
const nearPercent = 2

export interface OpenTrade {
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly quantity: Decimal
  readonly value: Decimal
}

/**
 * Returns the orders of shares that will be filled soon: at the market, or with a limit near the last price. Stops,
 * targets and whatever waits for another order are exits and no part of a proposal.
 */
export function findOpenTrades(orders: readonly OpenOrder[], priceOf: (symbol: string) => Decimal | null): OpenTrade[] {
  return orders.flatMap((order): OpenTrade[] => {
    const { symbol, instruction, shown } = order
    if (symbol === null || instruction === null || order.leg_count !== 1 || isOptionCode(symbol)) return []
    if (isOverOrder(shown) || order.parent_id !== null || shown === 'PENDING_CANCEL') return []
    const last = priceOf(symbol)
    const quantity = new Decimal(order.remaining_quantity)
    const price = order.order_type === 'LIMIT' && order.price !== null ? new Decimal(order.price) : last
    if (price === null || last === null || !quantity.greaterThan(0)) return []
    if (order.order_type !== 'MARKET' && order.order_type !== 'LIMIT') return []
    if (price.minus(last).abs().times(100).greaterThan(last.times(nearPercent))) return []
    // The value is that of the last price, at which the quantity counts too.
    return [{ symbol, side: sideOf(instruction), quantity, value: quantity.times(last) }]
  })
}

// The buying power that an order reserves from its entry, per share. Pure.
import { divideHalfUp, larger } from '../money/decimal.ts'
import { price } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { trailStop } from './fill-rule.ts'
import type { TouchQuote } from './fill-rule.ts'
import type { OrderTerms } from './order.ts'
import { isOpening } from './order.ts'

/**
 * Returns the reserve price. BUY LIMIT: the limit. BUY MARKET: the ask. BUY STOP: the larger of stop and ask (a
 * stop-limit its limit). SELL_SHORT: the larger of its limit or stop and 1.03 x ask. Closing orders reserve nothing;
 * written options and multi-leg orders are simulated in `cover-refusal.ts`.
 * Example: short limit 40 with the ask at 39.50: 40.685. Source: docs/rules/paper-brokerage.md, "Reservations".
 */
export function reservePriceOf(terms: OrderTerms, quote: TouchQuote): Price {
  if (!isOpening(terms)) return price(0n)
  if (terms.instruction === 'SELL_SHORT')
    return price(larger(terms.price ?? terms.stopPrice ?? 0n, divideHalfUp(quote.ask * 103n, 100n)))
  if (terms.price !== null) return terms.price
  const beyond = terms.trail === null ? null : trailStop(terms.trail, quote.last, true) + (terms.limitOffset ?? 0n)
  return price(larger(beyond ?? terms.stopPrice ?? 0n, quote.ask))
}

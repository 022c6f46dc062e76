// Contracts in which an order would close a part of a position and open one on its other side. A brokerage takes what
// closes and what opens as orders of their own, and refuses both in one.
// Source: docs/rules/trading.md, "Kinds of orders".
import { Decimal } from 'decimal.js'
import { formatQuantity } from '../text/format-quantity.ts'
import { formatCode, isOptionCode } from './option-code.ts'
import { isOpening, sideOf } from './order-draft.ts'

export interface TradeAgainst {
  readonly symbol: string
  readonly instruction: string
  /** Contracts, as decimal text. */
  readonly quantity: string
}

/**
 * Says what to send instead of an order or a leg that trades against a position of these contracts and does not just
 * close it; undefined for one that a brokerage takes, and for shares. `held` is signed. Example: to buy 3 with 1
 * written is to buy 1 to close, and then 2 to open.
 */
export function describeTurnOver({ symbol, instruction, quantity }: TradeAgainst, held: Decimal): string | undefined {
  const isBuy = sideOf(instruction) === 'BUY'
  const against = isBuy ? held.negated() : held
  const traded = new Decimal(quantity)
  if (!isOptionCode(symbol) || !against.greaterThan(0)) return undefined
  const isMore = traded.greaterThan(against)
  if (!isMore && !isOpening(instruction)) return undefined
  const [side, count] = [isBuy ? 'buy' : 'sell', formatQuantity(against.toFixed())]
  const are = `${count} ${formatCode(symbol)} ${against.equals(1) ? 'is' : 'are'} ${isBuy ? 'written' : 'held'}`
  if (!isMore) return `${are}, and the order would open the other side. ${isBuy ? 'Buy' : 'Sell'} to close instead.`
  const rest = formatQuantity(traded.minus(against).toFixed())
  return (
    `${are}, and the order ${side}s ${formatQuantity(quantity)}. A brokerage takes what closes and what opens as ` +
    `separate orders: ${side} ${count} to close first, then ${rest} to open.`
  )
}

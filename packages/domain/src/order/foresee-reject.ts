// Foresees why the brokerage would reject the order that takes the place of another one. It cannot be asked: it would
// count the old order in addition to the new one.
// Source: docs/decisions/0054-judged-before-it-is-sent.md; docs/rules/paper-brokerage.md, "Business refusals".
import { Decimal } from 'decimal.js'
import { formatMoney } from '../text/format-money.ts'
import { formatQuantity } from '../text/format-quantity.ts'
import { formatOrderPrice } from './format-order-price.ts'
import { isOptionCode } from './option-code.ts'
import { isOpening, type OrderDraft, type OrderTerms, sideOf } from './order-draft.ts'
import type { OrderMarket } from './order-fault.ts'
import { pricesNow } from './order-type.ts'

export interface ForeseenReject {
  /** What has to be changed: the quantity, or the price or trail of the stop. */
  readonly part: 'quantity' | 'stop'
  readonly text: string
}

export interface ReplacingOrder {
  readonly terms: OrderTerms
  readonly market: OrderMarket
  /** Signed shares or contracts of the symbol. */
  readonly held: Decimal
  /** Shares or contracts that other working orders close on the same side, without the order that is replaced. */
  readonly claimed: Decimal
  /** Buying power after the new order, without the old one. */
  readonly powerAfter: Decimal
}

/**
 * Returns the reasons. Example: to sell 300 at a stop of 51.00 while 100 are held at a bid of 50.01 has two: "A stop to
 * sell has to be below the bid of $50.01." and "Only 100 shares are held."
 */
export function foreseeRejects({ terms, market, held, claimed, powerAfter }: ReplacingOrder): ForeseenReject[] {
  const isBuy = sideOf(terms.instruction) === 'BUY'
  const found: ForeseenReject[] = []
  const { stop } = pricesNow(terms.price, { isBuy, last: market.last })
  const touch = isBuy ? market.ask : market.bid
  const from = touch ?? market.last
  if (stop !== null && from !== null && (isBuy ? stop.lessThanOrEqualTo(from) : stop.greaterThanOrEqualTo(from))) {
    const name = touch === null ? 'last price' : isBuy ? 'ask' : 'bid'
    found.push({
      part: 'stop',
      text:
        `A stop to ${isBuy ? 'buy' : 'sell'} has to be ${isBuy ? 'above' : 'below'} the ${name} of ` +
        `${formatOrderPrice(from)}.`,
    })
  }
  if (isOpening(terms.instruction)) {
    return [...found, ...powerShort(powerAfter)]
  }
  const free = Decimal.max(0, (isBuy ? held.negated() : held).minus(claimed))
  if (new Decimal(terms.quantity).greaterThan(free)) {
    const units = isOptionCode(terms.symbol) ? 'contracts' : 'shares'
    const state = isBuy ? (units === 'shares' ? 'short' : 'written') : 'held'
    found.push({
      part: 'quantity',
      text:
        `Only ${formatQuantity(free.toFixed())} ${units} are ${state}` +
        (claimed.isZero() ? '.' : ' and not claimed by other orders.'),
    })
  }
  return found
}

const powerShort = (powerAfter: Decimal): ForeseenReject[] =>
  powerAfter.lessThan(0)
    ? [{ part: 'quantity', text: `The buying power is short by ${formatMoney(powerAfter.negated().toFixed(2))}.` }]
    : []

/** Returns what is foreseen of an order that has no side of its own: of several legs only that they cost too much. */
export function foreseePowerShort(
  draft: Exclude<OrderDraft, { kind: 'ENTRY' }>,
  powerAfter: Decimal,
): ForeseenReject[] {
  switch (draft.kind) {
    case 'PAIR':
      return []
    case 'LEGS':
      return powerShort(powerAfter)
  }
}

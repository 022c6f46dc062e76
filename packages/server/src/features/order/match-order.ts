// Decides whether an order in the broker's list is one that we requested, by its terms and never by clocks.
import { findOrderType, hasPriceParts, isSameCode, type OrderDraft, type OrderTerms } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder } from '../../adapters/broker/port.ts'

/** Returns whether symbol, instruction, type, quantity and price are the same, and the child too. */
export function isOrderOf(draft: OrderDraft, order: BrokerOrder): boolean {
  if (!hasTerms(draft.terms, order)) return false
  if (draft.child === null) return order.children.length === 0
  return order.children.length === 1 && hasTerms(draft.child, order.children[0]!)
}

/** An order of a type that the ticket does not have is never one of ours. */
const hasTerms = (terms: OrderTerms, order: BrokerOrder): boolean =>
  order.legCount <= 1 &&
  order.symbol !== null &&
  isSameCode(order.symbol, terms.symbol) &&
  order.instruction === terms.instruction &&
  order.quantity !== null &&
  new Decimal(order.quantity).equals(terms.quantity) &&
  findOrderType(textOrNull(order.orderType)) === terms.price.type &&
  hasPriceParts(terms.price, { stopPrice: order.stopPrice, limitPrice: order.price, trail: order.trail })

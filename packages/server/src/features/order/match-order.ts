// Decides whether an order in the broker's list is one that we requested, by its terms and never by clocks.
import { type OrderDraft, type OrderTerms, orderTypeRules } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { BrokerOrder } from '../../adapters/broker/port.ts'

/** Returns whether symbol, instruction, type, quantity and price are the same, and the child too. */
export function isOrderOf(draft: OrderDraft, order: BrokerOrder): boolean {
  if (!hasTerms(draft.terms, order)) return false
  if (draft.child === null) return order.children.length === 0
  return order.children.length === 1 && hasTerms(draft.child, order.children[0]!)
}

function hasTerms(terms: OrderTerms, order: BrokerOrder): boolean {
  if (
    order.legCount > 1 ||
    order.symbol !== terms.symbol ||
    order.instruction !== terms.instruction ||
    order.orderType !== terms.orderType
  )
    return false
  if (order.quantity === null || !new Decimal(order.quantity).equals(terms.quantity)) return false
  const isSame = (told: string | null, asked: string | null | undefined): boolean =>
    asked === null || asked === undefined ? true : told !== null && new Decimal(told).equals(asked)
  if (orderTypeRules[terms.orderType].price === 'limit') return isSame(order.price, terms.price)
  return isSame(order.stopPrice, terms.price) && isSame(order.price, terms.limitPrice)
}

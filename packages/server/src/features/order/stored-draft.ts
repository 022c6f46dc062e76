// Converts an order of our copy to the form of our tickets, where they can express it: the starting point of Replace.
import {
  isOverOrder,
  type OrderDraft,
  type OrderStatus,
  findOrderType,
  orderPriceOf,
  orderTypeRules,
  type OrderTerms,
  ticketDurations,
  tradeInstructions,
} from '@clubfolio/domain'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { trailOf } from '../broker-order/stored-trail.ts'

type StoredOrder = Selectable<Tables['broker_order']>

/** A change is already in progress, or the status is not known. */
const onItsWay: ReadonlySet<OrderStatus> = new Set(['PENDING_CANCEL', 'PENDING_REPLACE', 'UNKNOWN'])

/**
 * Returns the draft; null for orders that are over or in progress, for market orders, and for pairs, several legs and
 * other types, which must be changed where they were placed.
 */
export function draftOfStored(order: StoredOrder, children: readonly StoredOrder[]): OrderDraft | null {
  if (isOverOrder(order.status) || onItsWay.has(order.status) || children.length > 1) return null
  const terms = termsOf(order)
  const child = children[0] ? termsOf(children[0]) : null
  if (terms === null || orderTypeRules[terms.price.type].waitsFor === null) return null
  return children.length === 1 && child === null ? null : { terms, child }
}

function termsOf(row: StoredOrder): OrderTerms | null {
  const instruction = tradeInstructions.find((one) => one === row.instruction)
  const type = findOrderType(row.order_type)
  const duration = ticketDurations.find((one) => one === row.duration)
  if (row.symbol === null || row.quantity === null || row.leg_count !== 1 || (row.session ?? 'NORMAL') !== 'NORMAL')
    return null
  if (instruction === undefined || type === undefined || duration === undefined) return null
  const price = orderPriceOf(type, { stopPrice: row.stop_price, limitPrice: row.price, trail: trailOf(row) })
  return price && { symbol: row.symbol, instruction, quantity: row.quantity, price, duration }
}

// Converts an order of our copy to the form of our tickets, where they can express it: the starting point of Replace.
import {
  isOverOrder,
  type OrderDraft,
  type OrderStatus,
  type OrderTerms,
  ticketDurations,
  ticketOrderTypes,
  tradeInstructions,
  orderTypeRules,
} from '@clubfolio/domain'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

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
  if (terms === null || orderTypeRules[terms.orderType].price === null || (children.length === 1 && child === null))
    return null
  return { terms, child }
}

function termsOf(row: StoredOrder): OrderTerms | null {
  const instruction = tradeInstructions.find((one) => one === row.instruction)
  const orderType = ticketOrderTypes.find((one) => one === row.order_type)
  const duration = ticketDurations.find((one) => one === row.duration)
  if (row.symbol === null || row.quantity === null || row.leg_count !== 1 || (row.session ?? 'NORMAL') !== 'NORMAL')
    return null
  if (instruction === undefined || orderType === undefined || duration === undefined) return null
  const rule = orderTypeRules[orderType]
  return {
    symbol: row.symbol,
    instruction,
    quantity: row.quantity,
    orderType,
    price: rule.price === 'stop' ? row.stop_price : row.price,
    duration,
    ...(rule.hasLimitPrice ? { limitPrice: row.price } : {}),
  }
}

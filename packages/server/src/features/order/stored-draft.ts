// Converts an order of our copy to the form of our tickets, where they can express it: the starting point of Replace.
import {
  type DraftLeg,
  exitsOf,
  findOrderType,
  isOverOrder,
  marketDay,
  netPriceOf,
  netPriceTypes,
  type OrderDraft,
  orderPriceOf,
  orderSessions,
  type OrderStatus,
  type OrderTerms,
  type OrderTime,
  orderTypeRules,
  ticketDurations,
  tradeInstructions,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { trailOf } from '../broker-order/stored-trail.ts'

type StoredOrder = Selectable<Tables['broker_order']>

/** A change is already in progress, or the status is not known. */
const onItsWay: ReadonlySet<OrderStatus> = new Set(['PENDING_CANCEL', 'PENDING_REPLACE', 'UNKNOWN'])
export const isOnItsWay = (status: OrderStatus): boolean => onItsWay.has(status)

/**
 * Returns the draft of an order, whose tree includes its children and theirs; null for orders that are over or in
 * progress, for market orders, for wrappers, whose orders are changed one by one, and for other types, which must be
 * changed where they were placed.
 */
export function draftOfStored(order: StoredOrder, tree: readonly StoredOrder[]): OrderDraft | null {
  if (isOverOrder(order.status) || isOnItsWay(order.status)) return null
  if (order.leg_count > 1) return legsOf(order, tree)
  const terms = termsOf(order)
  if (terms === null || orderTypeRules[terms.price.type].waitsFor === null) return null
  const list = exitRowsOf(order, tree)?.map(termsOf)
  if (list === undefined || list.includes(null)) return null
  const exits = exitsOf(list.filter((one) => one !== null))
  return exits === null ? null : { kind: 'ENTRY', terms, exits }
}

const childrenOf = (order: StoredOrder, tree: readonly StoredOrder[]): StoredOrder[] =>
  tree.filter(({ parent_id: parentId }) => parentId === order.broker_id)

/** Returns the exits of an entry: its child, or the two orders of the pair that is its child. */
function exitRowsOf(order: StoredOrder, tree: readonly StoredOrder[]): readonly StoredOrder[] | undefined {
  const children = childrenOf(order, tree)
  const [child] = children
  if (child === undefined) return []
  if (children.length > 1) return undefined
  if (child.strategy !== 'OCO') return childrenOf(child, tree).length === 0 ? [child] : undefined
  const pair = childrenOf(child, tree)
  return pair.length === 2 ? pair : undefined
}

function timeOf(row: StoredOrder): OrderTime | null {
  const duration = ticketDurations.find((one) => one === row.duration)
  const session = orderSessions.find((one) => one === (row.session ?? 'NORMAL'))
  if (duration === undefined || session === undefined) return null
  return { duration, session, goodTill: row.good_till === null ? null : marketDay(row.good_till) }
}

function termsOf(row: StoredOrder): OrderTerms | null {
  const instruction = tradeInstructions.find((one) => one === row.instruction)
  const type = findOrderType(row.order_type)
  const time = timeOf(row)
  if (row.symbol === null || row.quantity === null || row.leg_count !== 1) return null
  if (instruction === undefined || type === undefined || time === null) return null
  const price = orderPriceOf(type, { stopPrice: row.stop_price, limitPrice: row.price, trail: trailOf(row) })
  return price && { symbol: row.symbol, instruction, quantity: row.quantity, price, ...time }
}

function legsOf(row: StoredOrder, tree: readonly StoredOrder[]): OrderDraft | null {
  const time = timeOf(row)
  const type = netPriceTypes.find((one) => one === row.order_type)
  const { quantity } = row
  if (time === null || type === undefined || type === 'MARKET' || quantity === null) return null
  if (childrenOf(row, tree).length > 0 || new Decimal(quantity).isZero()) return null
  const price = netPriceOf(type, row.price)
  const legs = row.legs.map((leg): DraftLeg | null => {
    const instruction = tradeInstructions.find((one) => one === leg.instruction)
    if (instruction === undefined || leg.quantity === null) return null
    const ratio = new Decimal(leg.quantity).div(quantity)
    return ratio.isInteger() ? { symbol: leg.symbol, instruction, ratio: ratio.toFixed() } : null
  })
  const known = legs.filter((leg) => leg !== null)
  return price === null || known.length < legs.length ? null : { kind: 'LEGS', legs: known, quantity, price, ...time }
}

export { termsOf as termsOfStored }

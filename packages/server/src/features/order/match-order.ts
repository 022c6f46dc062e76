// Decides whether an order in the broker's list is one that we requested, by its terms and never by clocks. Hours and
// durations are not compared: a brokerage may report them in words of its own, and an order that we do not recognise
// counts as not placed.
//
// A quantity may be smaller than the one that was sent by as much as other orders of the same tree explain: the orders
// of a pair take what they trade off each other, and the exits of an entry that ended in part are for that part. This
// can happen before an order is read for the first time.
import {
  debitOf,
  type EntryDraft,
  findOrderType,
  hasPriceParts,
  isOverOrder,
  isSameCode,
  type LegsDraft,
  type NetPrice,
  netPriceOf,
  netPriceTypes,
  type OrderDraft,
  type OrderTerms,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { textOf, textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'

const zero = new Decimal(0)

/**
 * Returns whether symbols, instructions, types, quantities and prices are the same, those of exits and legs too.
 * `reducedBy` is the most that may be missing of the quantity of a single order: what its tree explains
 * ({@link explainedReduction}), and of an order that the brokerage itself named as ours any part. Example: a stop for
 * 50 that reads 45 is the one that was sent if the target beside it has traded 5 or more.
 */
export function isOrderOf(draft: OrderDraft, order: BrokerOrder, reducedBy: Decimal = zero): boolean {
  switch (draft.kind) {
    case 'ENTRY':
      return isEntryOf(draft, order, reducedBy)
    case 'PAIR':
      return isPairOf(draft.orders, order, zero)
    case 'LEGS':
      return hasLegs(draft, order)
  }
}

/** Returns what the other orders of its tree may have taken off an order: its pair, and an entry that ended in part. */
export function explainedReduction(order: BrokerOrder, roots: readonly BrokerOrder[]): Decimal {
  const placed = new Map(flattenOrders(roots).map((one) => [one.order.brokerId, one]))
  const parentOf = ({ brokerId }: BrokerOrder): BrokerOrder | undefined =>
    placed.get(placed.get(brokerId)?.parentId ?? '')?.order
  const parent = parentOf(order)
  if (parent === undefined) return zero
  if (parent.symbol !== null) return unfilledOf(parent)
  const entry = parentOf(parent)
  return tradedBeside(order, parent).plus(entry === undefined ? zero : unfilledOf(entry))
}

/** Returns what an entry never filled; zero while it still can be. */
const unfilledOf = ({ status, quantity, filledQuantity }: BrokerOrder): Decimal =>
  quantity !== null && isOverOrder(status) ? new Decimal(quantity).minus(filledQuantity) : zero

const tradedBeside = ({ brokerId }: BrokerOrder, { children }: BrokerOrder): Decimal =>
  children
    .filter((other) => other.brokerId !== brokerId)
    .reduce((sum, { filledQuantity }) => sum.plus(filledQuantity), zero)

function isEntryOf({ terms, exits }: EntryDraft, order: BrokerOrder, reducedBy: Decimal): boolean {
  if (!hasTerms(terms, order, reducedBy)) return false
  if (exits.length === 0) return order.children.length === 0
  const [child] = order.children
  if (order.children.length !== 1 || child === undefined) return false
  const unfilled = unfilledOf(order)
  return exits.length === 1 ? hasTerms(exits[0], child, unfilled) : isPairOf(exits, child, unfilled)
}

/** The brokerage may list the two orders of a pair in any order. */
function isPairOf([one, other]: readonly [OrderTerms, OrderTerms], wrapper: BrokerOrder, reducedBy: Decimal): boolean {
  const [first, second] = wrapper.children
  if (wrapper.symbol !== null || wrapper.children.length !== 2 || first === undefined || second === undefined)
    return false
  const isMember = (terms: OrderTerms, order: BrokerOrder): boolean =>
    hasTerms(terms, order, tradedBeside(order, wrapper).plus(reducedBy))
  return (isMember(one, first) && isMember(other, second)) || (isMember(one, second) && isMember(other, first))
}

/** An order of a type that the ticket does not have is never one of ours. */
const hasTerms = (terms: OrderTerms, order: BrokerOrder, reducedBy: Decimal): boolean =>
  order.legCount <= 1 &&
  order.symbol !== null &&
  isSameCode(order.symbol, terms.symbol) &&
  order.instruction === terms.instruction &&
  order.quantity !== null &&
  new Decimal(order.quantity).lessThanOrEqualTo(terms.quantity) &&
  new Decimal(order.quantity).greaterThanOrEqualTo(new Decimal(terms.quantity).minus(reducedBy)) &&
  findOrderType(textOrNull(order.orderType)) === terms.price.type &&
  hasPriceParts(terms.price, { stopPrice: order.stopPrice, limitPrice: order.price, trail: order.trail })

function hasLegs({ legs, quantity, price }: LegsDraft, order: BrokerOrder): boolean {
  if (order.legCount !== legs.length || order.quantity === null || !new Decimal(order.quantity).equals(quantity))
    return false
  return (
    hasNet(price, order) &&
    legs.every((leg) =>
      order.legs.some(
        (one) =>
          isSameCode(one.symbol, leg.symbol) &&
          textOf(one.instruction) === leg.instruction &&
          one.quantity !== null &&
          new Decimal(one.quantity).equals(new Decimal(leg.ratio).times(quantity)),
      ),
    )
  )
}

/** Wires write a price of zero in different ways. */
function hasNet(price: NetPrice, { orderType, price: net }: BrokerOrder): boolean {
  const type = netPriceTypes.find((one) => one === textOrNull(orderType))
  if (type === undefined) return false
  const own = debitOf(price)
  const reported = netPriceOf(type, net)
  const at = reported === null ? new Decimal(0) : debitOf(reported)
  return own === null || at === null ? own === at : own.equals(at)
}

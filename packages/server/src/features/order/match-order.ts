// Decides whether an order in the broker's list is one that we requested, by its terms and never by clocks. Hours and
// durations are not compared: a brokerage may report them in words of its own, and an order that we do not recognise
// counts as not placed.
import {
  debitOf,
  type EntryDraft,
  findOrderType,
  hasPriceParts,
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

/** Returns whether symbols, instructions, types, quantities and prices are the same, those of exits and legs too. */
export function isOrderOf(draft: OrderDraft, order: BrokerOrder): boolean {
  switch (draft.kind) {
    case 'ENTRY':
      return isEntryOf(draft, order)
    case 'PAIR':
      return isPairOf(draft.orders, order)
    case 'LEGS':
      return hasLegs(draft, order)
  }
}

function isEntryOf({ terms, exits }: EntryDraft, order: BrokerOrder): boolean {
  if (!hasTerms(terms, order)) return false
  if (exits.length === 0) return order.children.length === 0
  const [child] = order.children
  if (order.children.length !== 1 || child === undefined) return false
  return exits.length === 1 ? hasTerms(exits[0], child) : isPairOf(exits, child)
}

/** The brokerage may list the two orders of a pair in any order. */
function isPairOf([one, other]: readonly [OrderTerms, OrderTerms], wrapper: BrokerOrder): boolean {
  const [first, second] = wrapper.children
  if (wrapper.symbol !== null || wrapper.children.length !== 2 || first === undefined || second === undefined)
    return false
  return (hasTerms(one, first) && hasTerms(other, second)) || (hasTerms(one, second) && hasTerms(other, first))
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

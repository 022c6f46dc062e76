// Maps the replacement of an order to a PATCH, which changes quantity, prices, trail and duration of one order. What it
// cannot change is refused before anything is sent.
import { type EntryDraft, type Exits, type OrderDraft, type OrderTerms, pricePartsOf } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { textOrNull } from '../broker-words.ts'
import type { BrokerOrder } from '../port.ts'

export type PatchOrRefusal = { readonly body: object } | { readonly reason: string }

const startOver = 'Cancel the order and place a new one.'

/** Why an order of which this much is filled is not replaced; null where it is. */
export const describePartlyFilled = ({ filledQuantity }: Pick<BrokerOrder, 'filledQuantity'>): string | null =>
  new Decimal(filledQuantity).isZero()
    ? null
    : `Part of the order is filled, and Alpaca does not say how it counts that part. ${startOver}`

/** Returns the body of the PATCH that makes the order what the draft says, or why there is none. */
export function writeReplacement(order: BrokerOrder, draft: OrderDraft, reference: string): PatchOrRefusal {
  switch (draft.kind) {
    case 'ENTRY':
      return writeEntryChange(order, draft, reference)
    case 'PAIR':
      return { reason: 'Alpaca changes the two orders of a pair one by one. Change the target or the stop alone.' }
    case 'LEGS':
      return { reason: `Alpaca does not change an order of several legs. ${startOver}` }
  }
}

function writeEntryChange(order: BrokerOrder, { terms, exits }: EntryDraft, reference: string): PatchOrRefusal {
  if (textOrNull(order.instruction) !== terms.instruction || textOrNull(order.orderType) !== terms.price.type)
    return { reason: `Alpaca does not change the side or the type of an order. ${startOver}` }
  const partlyFilled = describePartlyFilled(order)
  if (partlyFilled !== null) return { reason: partlyFilled }
  if (!hasSameExits(order, exits))
    return { reason: 'Alpaca changes one order at a time. Change the exit in a row of its own.' }
  const quantity = order.quantity !== null && new Decimal(order.quantity).equals(terms.quantity) ? null : terms.quantity
  const hasExits = exits.length > 0
  if (quantity !== null && hasExits)
    return { reason: `Alpaca changes only the price of an entry with an exit, not its quantity. ${startOver}` }
  const duration = textOrNull(order.duration)
  const { trail } = pricePartsOf(terms.price)
  if (trail !== null && order.trail !== null && trail.unit !== order.trail.unit)
    return { reason: `Alpaca does not change a trail in dollars to one in percent, or back. ${startOver}` }
  return {
    body: {
      ...(quantity === null ? {} : { qty: new Decimal(quantity).toFixed() }),
      ...(duration === terms.duration || hasExits ? {} : { time_in_force: terms.duration === 'DAY' ? 'day' : 'gtc' }),
      ...changedPrices(order, terms),
      client_order_id: reference,
    },
  }
}

function changedPrices(order: BrokerOrder, { price }: OrderTerms): object {
  const { limitPrice, stopPrice, trail } = pricePartsOf(price)
  const isChanged = (own: string | null, now: string | null): own is string =>
    own !== null && (now === null || !new Decimal(own).equals(now))
  return {
    ...(isChanged(limitPrice, order.price) ? { limit_price: limitPrice } : {}),
    ...(isChanged(stopPrice, order.stopPrice) ? { stop_price: stopPrice } : {}),
    ...(trail !== null && isChanged(trail.offset, order.trail?.offset ?? null) ? { trail: trail.offset } : {}),
  }
}

/** The two exits of a bracket are read in a wrapper. */
function hasSameExits(order: BrokerOrder, exits: Exits): boolean {
  const [child] = order.children
  const present = child !== undefined && child.symbol === null ? child.children : order.children
  return present.length === exits.length && exits.every((exit) => present.some((one) => isSameExit(one, exit)))
}

function isSameExit(present: BrokerOrder, exit: OrderTerms): boolean {
  const { limitPrice, stopPrice } = pricePartsOf(exit.price)
  const isSame = (own: string | null, now: string | null): boolean =>
    own === null || (now !== null && new Decimal(own).equals(now))
  return (
    present.quantity !== null &&
    new Decimal(present.quantity).equals(exit.quantity) &&
    textOrNull(present.orderType) === exit.price.type &&
    isSame(limitPrice, present.price) &&
    isSame(stopPrice, present.stopPrice)
  )
}

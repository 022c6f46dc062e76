// The single order ticket of the shell: charts, opportunities, calculators, positions and the Orders screen open it,
// prefilled with the values they have; the order feature draws it.
// Source: docs/rules/trading.md, "Order entry" and "Trigger orders".
import { fieldsOf } from './fields-of.ts'
import type { Directionality, TicketDuration, TicketOrderType, TrailUnit } from '@clubfolio/domain'
import { createUserStore } from './store.ts'
import { trailOfWire } from './trail-of-wire.ts'

/**
 * Prices and quantities are decimal text as typed. With a stop price, the ticket is an entry with a protecting stop.
 */
export interface OrderTicketRequest {
  readonly accountNumber?: string
  readonly code?: string
  readonly directionality?: Directionality
  readonly orderType?: TicketOrderType
  readonly quantity?: string
  readonly price?: string
  /** Limit of a stop-limit order, whose `price` is the stop. */
  readonly limitPrice?: string
  /** Distance of a trailing stop, in `trailUnit`. */
  readonly trail?: string
  readonly trailUnit?: TrailUnit
  readonly duration?: TicketDuration
  readonly stopPrice?: string
  /** Defaults to the quantity of the entry. */
  readonly stopQuantity?: string
  /** The entry is cancelled when the price touches this level before the fill. */
  readonly cancelPrice?: string
  /** The calculator that filled it; the ticket shows when that calculator's result has since changed. */
  readonly sourceId?: string
}

/** Reads the ticket from a request body as sent; returns undefined for any other call. */
export function ticketOfWire(call: string, body: unknown): OrderTicketRequest | undefined {
  if (call !== 'order.putOrder' && call !== 'order.putOrderWithTrigger') return undefined
  const fields = fieldsOf(body)
  const words = (name: string, as = name) =>
    typeof fields[name] === 'string' || typeof fields[name] === 'number' ? { [as]: String(fields[name]) } : {}
  const trail = trailOfWire(fields['trail'])
  return {
    ...words('ticket', 'code'),
    ...words('accountNumber'),
    ...words('directionality'),
    ...words('orderType'),
    ...words('duration'),
    ...words('quantity'),
    ...words('price'),
    ...words('limitPrice'),
    ...(trail === undefined ? {} : { trail: trail.offset, trailUnit: trail.unit }),
    ...words('childPrice', 'stopPrice'),
    ...(fields['childQuantity'] === fields['quantity'] ? {} : words('childQuantity', 'stopQuantity')),
    ...words('cancelPrice'),
  }
}

export const orderTicket = createUserStore<OrderTicketRequest | undefined>(undefined)

/** The request with which an open calculator would fill a ticket now; undefined while it has no result. */
export interface TicketSource {
  readonly id: string
  readonly request: OrderTicketRequest | undefined
}

export const ticketSource = createUserStore<TicketSource | undefined>(undefined)

/**
 * Opens the ticket, for example with
 * `{ code: 'SBLR', directionality: 'BUY', quantity: '147', price: '47.61', stopPrice: '42.87', cancelPrice: '44.20' }`.
 */
export const openOrderTicket = (request: OrderTicketRequest): void => orderTicket.set(request)
export const closeOrderTicket = (): void => orderTicket.set(undefined)

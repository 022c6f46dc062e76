// The one order ticket of the shell: charts, opportunities, calculators, positions and the Orders screen open it, filled in as far
// as they know; the order feature draws it. Source: specification 2, sections 2 (Orders, Opportunity seeker) and 7 "Notes on use".
import type { Directionality, TicketDuration, TicketOrderType } from '@clubfolio/domain'
import { createUserStore } from './store.ts'

/** Prices and quantities are decimal text as typed. A stop price makes it an entry with a protecting stop. */
export interface OrderTicketRequest {
  readonly accountNumber?: string
  readonly code?: string
  readonly directionality?: Directionality
  readonly orderType?: TicketOrderType
  readonly quantity?: string
  readonly price?: string
  /** Of a stop-limit, whose price is the stop. */
  readonly limitPrice?: string
  readonly duration?: TicketDuration
  readonly stopPrice?: string
  /** Without one the stop is for as many as the entry. */
  readonly stopQuantity?: string
  /** The entry is given up when the price is touched before. */
  readonly cancelPrice?: string
  /** The calculator it is filled from: its ticket says when the calculator has gone on. */
  readonly sourceId?: string
}

/** The ticket of an order as it was sent; undefined for any other call. */
export function ticketOfWire(call: string, body: unknown): OrderTicketRequest | undefined {
  if (call !== 'order.putOrder' && call !== 'order.putOrderWithTrigger') return undefined
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>
  const words = (name: string, as = name) => (typeof fields[name] === 'string' || typeof fields[name] === 'number' ? { [as]: String(fields[name]) } : {})
  return {
    ...words('ticket', 'code'), ...words('accountNumber'), ...words('directionality'), ...words('orderType'), ...words('duration'), ...words('quantity'), ...words('price'), ...words('limitPrice'),
    ...words('childPrice', 'stopPrice'), ...(fields['childQuantity'] === fields['quantity'] ? {} : words('childQuantity', 'stopQuantity')), ...words('cancelPrice'),
  }
}

export const orderTicket = createUserStore<OrderTicketRequest | undefined>(undefined)

/** What an open calculator would fill a ticket with now; without a request while it has no result. */
export interface TicketSource {
  readonly id: string
  readonly request: OrderTicketRequest | undefined
}

export const ticketSource = createUserStore<TicketSource | undefined>(undefined)

/** `openOrderTicket({ code: 'SBLR', directionality: 'BUY', quantity: '147', price: '47.61', stopPrice: '42.87', cancelPrice: '44.20' })` */
export const openOrderTicket = (request: OrderTicketRequest): void => orderTicket.set(request)
export const closeOrderTicket = (): void => orderTicket.set(undefined)

// The single order ticket of the shell: charts, opportunities, calculators, positions and the Orders screen open it,
// prefilled with the values they have; the order feature draws it.
// Source: docs/rules/trading.md, "Order entry" and "Trigger orders".
import type {
  Directionality,
  OrderSession,
  SizeMode,
  StopOrderType,
  TicketDuration,
  TicketOrderType,
  TrailUnit,
} from '@clubfolio/domain'
import { createUserStore } from './store.ts'

/**
 * Prices and quantities are decimal text as typed. With a stop or a target, the ticket is an entry with exits. A limit
 * order without a price takes that of the market.
 */
export interface OrderTicketRequest {
  readonly accountNumber?: string
  readonly code?: string
  readonly directionality?: Directionality
  readonly orderType?: TicketOrderType
  readonly quantity?: string
  /** Instead of a quantity: what `amount` counts. */
  readonly sizeMode?: SizeMode
  /** Dollars, or percent of the account value. */
  readonly amount?: string
  readonly price?: string
  /** Limit of a stop-limit order, whose `price` is the stop. */
  readonly limitPrice?: string
  /** Distance of a trailing stop, in `trailUnit`. */
  readonly trail?: string
  readonly trailUnit?: TrailUnit
  readonly duration?: TicketDuration
  /** The last day of a GOOD_TILL_CANCEL order. */
  readonly goodTill?: string
  readonly session?: OrderSession
  /** Stop and target close what is held, as a pair of which the fill of one cancels the other. */
  readonly isPair?: boolean
  readonly stopPrice?: string
  /** Defaults to STOP. */
  readonly stopType?: StopOrderType
  /** Limit of a stop-limit, whose stop is `stopPrice`. */
  readonly stopLimit?: string
  /** Distance of a stop loss that trails, in `stopTrailUnit`. */
  readonly stopTrail?: string
  readonly stopTrailUnit?: TrailUnit
  /** The profit target, a limit. */
  readonly targetPrice?: string
  /** Defaults to the quantity of the entry. */
  readonly stopQuantity?: string
  /** The entry is cancelled when the price touches this level before the fill. */
  readonly cancelPrice?: string
  /** Begins with the review once the order is whole, by these fields or by the preset of the account. */
  readonly isReview?: boolean
  /** The calculator that filled it; the ticket shows when that calculator's result has since changed. */
  readonly sourceId?: string
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

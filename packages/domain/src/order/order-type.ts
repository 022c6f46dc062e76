// Everything that differs between the order types of the ticket, in one table. Rules, words, forms and the wire read
// it, so a new type is a new row, and the compiler names what is missing.
import { Decimal } from 'decimal.js'
import type { TicketDuration } from './order-draft.ts'
import {
  type OrderPrice,
  type PricePart,
  type PricePartOf,
  type PriceParts,
  type TicketOrderType,
  ticketOrderTypes,
} from './order-price.ts'
import { formatOrderPrice } from './format-order-price.ts'
import { formatTrail, trailStop } from './trail.ts'

export interface OrderTypeRule<T extends TicketOrderType> {
  /** Its name in a list to choose from. */
  readonly label: string
  /** The labels of its price parts in the ticket, in the order in which it asks for them. */
  readonly labels: { readonly [P in PricePartOf<T>]: string }
  /**
   * A limit waits for a price that is better than the market's, a stop for one that is worse. Null for a type that
   * takes the price of the market and waits for none.
   */
  readonly waitsFor: 'limit' | 'stop' | null
  /** Duration of an order that names none. Stops wait for their price as long as it takes. */
  readonly defaultDuration: TicketDuration
  /** The user may choose another duration. */
  readonly hasDuration: boolean
  /** Returns a price with these parts; null where one is missing. */
  readonly of: (parts: PriceParts) => OrderPrice<T> | null
  /** Returns where its stop and its limit are at present. */
  readonly now: (price: OrderPrice<T>, market: TrailedMarket) => PricesNow
  /** Describes it in a sentence: "at a stop of $51.00". */
  readonly describe: (price: OrderPrice<T>) => string
}

/** Where an order's stop and limit are at present; null for what it does not have. */
export interface PricesNow {
  readonly stop: Decimal | null
  readonly limit: Decimal | null
}

/** The market that a stop follows, and on which side of it the stop is. */
export interface TrailedMarket {
  readonly isBuy: boolean
  /** Null where unknown: then it is not known where a trailing stop is. */
  readonly last: Decimal | null
}

export const orderTypeRules: { readonly [T in TicketOrderType]: OrderTypeRule<T> } = {
  STOP: {
    label: 'Stop',
    labels: { stopPrice: 'Price' },
    waitsFor: 'stop',
    defaultDuration: 'GOOD_TILL_CANCEL',
    hasDuration: true,
    of: ({ stopPrice }) => (stopPrice === null ? null : { type: 'STOP', stopPrice }),
    now: ({ stopPrice }) => ({ stop: new Decimal(stopPrice), limit: null }),
    describe: ({ stopPrice }) => `at a stop of ${formatOrderPrice(stopPrice)}`,
  },
  LIMIT: {
    label: 'Limit',
    labels: { limitPrice: 'Price' },
    waitsFor: 'limit',
    defaultDuration: 'DAY',
    hasDuration: true,
    of: ({ limitPrice }) => (limitPrice === null ? null : { type: 'LIMIT', limitPrice }),
    now: ({ limitPrice }) => ({ stop: null, limit: new Decimal(limitPrice) }),
    describe: ({ limitPrice }) => `at ${formatOrderPrice(limitPrice)} or better`,
  },
  MARKET: {
    label: 'Market',
    labels: {},
    waitsFor: null,
    defaultDuration: 'DAY',
    hasDuration: false,
    of: () => ({ type: 'MARKET' }),
    now: () => ({ stop: null, limit: null }),
    describe: () => 'at the market',
  },
  STOP_LIMIT: {
    label: 'Stop limit',
    labels: { stopPrice: 'Stop Price', limitPrice: 'Limit Price' },
    waitsFor: 'stop',
    defaultDuration: 'GOOD_TILL_CANCEL',
    hasDuration: true,
    of: ({ stopPrice, limitPrice }) =>
      stopPrice === null || limitPrice === null ? null : { type: 'STOP_LIMIT', stopPrice, limitPrice },
    now: ({ stopPrice, limitPrice }) => ({ stop: new Decimal(stopPrice), limit: new Decimal(limitPrice) }),
    describe: ({ stopPrice, limitPrice }) =>
      `at a stop of ${formatOrderPrice(stopPrice)} (limit ${formatOrderPrice(limitPrice)})`,
  },
  TRAILING_STOP: {
    label: 'Trailing stop',
    labels: { trail: 'Trail' },
    waitsFor: 'stop',
    defaultDuration: 'GOOD_TILL_CANCEL',
    hasDuration: true,
    of: ({ trail }) => (trail === null ? null : { type: 'TRAILING_STOP', trail }),
    now: ({ trail }, { isBuy, last }) => ({ stop: last === null ? null : trailStop(trail, last, isBuy), limit: null }),
    describe: ({ trail }) => `at a stop that trails the price by ${formatTrail(trail)}`,
  },
  EXERCISE: {
    label: 'Exercise',
    labels: {},
    waitsFor: null,
    defaultDuration: 'DAY',
    hasDuration: false,
    of: () => ({ type: 'EXERCISE' }),
    now: () => ({ stop: null, limit: null }),
    describe: () => 'by exercise at the close',
  },
}

/** Returns the ticket's type of that name; undefined for the types of a brokerage that the ticket does not have. */
export const findOrderType = (name: string | null): TicketOrderType | undefined =>
  ticketOrderTypes.find((type) => type === name)

/** Returns the price of that type with these parts; null where one is missing. */
export const orderPriceOf = <T extends TicketOrderType>(type: T, parts: PriceParts): OrderPrice<T> | null =>
  orderTypeRules[type].of(parts)

/** Describes a price in a sentence: "at a stop of $51.00 (limit $51.50)". */
export const describeOrderPrice = <T extends TicketOrderType>(price: OrderPrice<T>): string =>
  orderTypeRules[price.type].describe(price)

/** Returns where the stop and the limit of a price are at present. */
export const pricesNow = <T extends TicketOrderType>(price: OrderPrice<T>, market: TrailedMarket): PricesNow =>
  orderTypeRules[price.type].now(price, market)

/** Returns whether orders of the type have that price part. */
export const hasPricePart = (type: TicketOrderType, part: PricePart): boolean => part in orderTypeRules[type].labels

// Everything that differs between the order types of the ticket, in one table. Rules, words, forms and the wire read
// it, so a new type is a new row, and the compiler names the row that is missing.
import type { OrderTerms, TicketDuration, TicketOrderType } from './order-draft.ts'

export interface OrderTypeRule {
  /**
   * Meaning of the order's price. A limit is the worst price it accepts, a stop the price that starts it. Null for a
   * type that takes the price of the market.
   */
  readonly price: 'limit' | 'stop' | null
  /** The order has a second price: its limit once the stop was touched. */
  readonly hasLimitPrice: boolean
  /** Duration of an order that names none. Stops wait for their price as long as it takes. */
  readonly defaultDuration: TicketDuration
  /** The user may choose another duration. */
  readonly hasDuration: boolean
  /** Its prices in a sentence; a missing price is an empty text. */
  readonly describe: (price: string, limitPrice: string) => string
}

export const orderTypeRules: Readonly<Record<TicketOrderType, OrderTypeRule>> = {
  STOP: {
    price: 'stop',
    hasLimitPrice: false,
    defaultDuration: 'GOOD_TILL_CANCEL',
    hasDuration: true,
    describe: (price) => `at a stop of ${price}`,
  },
  LIMIT: {
    price: 'limit',
    hasLimitPrice: false,
    defaultDuration: 'DAY',
    hasDuration: true,
    describe: (price) => `at ${price} or better`,
  },
  MARKET: {
    price: null,
    hasLimitPrice: false,
    defaultDuration: 'DAY',
    hasDuration: false,
    describe: () => 'at the market',
  },
  STOP_LIMIT: {
    price: 'stop',
    hasLimitPrice: true,
    defaultDuration: 'GOOD_TILL_CANCEL',
    hasDuration: true,
    describe: (price, limitPrice) => `at a stop of ${price} (limit ${limitPrice})`,
  },
}

/** Returns the rule of a brokerage's order type; undefined for types that the ticket does not have. */
export const findOrderTypeRule = (orderType: string | null): OrderTypeRule | undefined =>
  Object.entries(orderTypeRules).find(([type]) => type === orderType)?.[1]

/** Returns the worst price that the order accepts; null where it accepts any. */
export function limitOf({ orderType, price, limitPrice }: OrderTerms): string | null {
  const rule = orderTypeRules[orderType]
  if (rule.price === 'limit') return price
  return rule.hasLimitPrice ? (limitPrice ?? null) : null
}

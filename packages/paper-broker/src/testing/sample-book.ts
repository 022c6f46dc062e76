// Accounts, orders and quotes written by hand, for tests of one rule at a time. `bar-market.ts` plays whole days.
import type { EpochMs } from '@clubfolio/domain'
import { toEpochMs } from '@clubfolio/domain'
import { amountOf, cents, costOfCents, price } from '../money/money.ts'
import { contractOf } from '../valuation/option-rule.ts'
import type { AccountBook, Moment } from '../order/account-book.ts'
import { emptyBook } from '../order/account-book.ts'
import type { OrderLeg } from '../order/order-leg.ts'
import type { Order, TradableOrder } from '../order/order.ts'
import type { TermsDraft } from './bar-market.ts'
import { dollars, termsOf } from './bar-market.ts'

/** Ten o'clock on Wednesday 2026-03-04, in the middle of a session. */
export const MID_SESSION = toEpochMs(Date.parse('2026-03-04T15:00:00Z'))

/** Returns an option code of March: `C55` is a call on ACME with the strike 55. */
export function optionOf(name: string, underlying = 'ACME'): string {
  const strike = String(Math.round(Number(name.slice(1)) * 1_000)).padStart(8, '0')
  return `${underlying.padEnd(6)}260320${name.charAt(0)}${strike}`
}

/** Returns a working order: of 100 ACME, or of contracts where the symbol is an option code. */
export function sampleOrder(draft: TermsDraft, more: Partial<Omit<Order, 'terms'>> = {}): TradableOrder {
  const isOption = contractOf(draft.symbol ?? '') !== null
  return {
    orderId: 1n,
    parentId: null,
    strategy: 'SINGLE',
    status: 'WORKING',
    statusDescription: null,
    filled: 0n,
    isTriggered: false,
    best: null,
    reservePrice: dollars(0),
    enteredAt: MID_SESSION,
    releaseAt: null,
    expiresAt: null,
    closedAt: null,
    ...more,
    terms: termsOf(isOption ? { assetType: 'OPTION', multiplier: 100n, ...draft } : draft),
  }
}

/** Returns a leg of one contract or, for shares, of one share for each unit. */
export function legOf(instruction: OrderLeg['instruction'], symbol: string, ratio = 1n): OrderLeg {
  const isOption = contractOf(symbol) !== null
  return {
    symbol,
    assetType: isOption ? 'OPTION' : 'EQUITY',
    cusip: null,
    description: symbol,
    multiplier: isOption ? 100n : 1n,
    instruction,
    ratio,
  }
}

export interface SampleBook {
  readonly accountType?: AccountBook['accountType']
  /** In dollars. */
  readonly cash?: number
  /** Signed quantity and average price by symbol. */
  readonly held?: Readonly<Record<string, readonly [quantity: number, average: number]>>
  readonly orders?: readonly Order[]
}

export function sampleBook({
  accountType = 'MARGIN',
  cash = 100_000,
  held = {},
  orders = [],
}: SampleBook): AccountBook {
  const book = emptyBook(accountType, cents(BigInt(Math.round(cash * 100))))
  for (const [symbol, [quantity, average]] of Object.entries(held)) {
    const isOption = contractOf(symbol) !== null
    const multiplier = isOption ? 100n : 1n
    const cost = costOfCents(amountOf(dollars(average), BigInt(Math.abs(quantity)), multiplier))
    book.positions.set(symbol, { quantity: BigInt(quantity), cost, multiplier, isOption })
  }
  for (const order of orders) book.orders.set(order.orderId, order)
  return book
}

/** Returns a moment whose quotes are one price, or a bid and an ask with the last between them. */
export function sampleMoment(
  quotes: Readonly<Record<string, number | readonly [bid: number, ask: number]>>,
  atMs: EpochMs = MID_SESSION,
): Moment {
  return {
    atMs,
    isAlwaysOpen: false,
    quotes: new Map(
      Object.entries(quotes).map(([symbol, quote]) => {
        const [bid, ask] = typeof quote === 'number' ? [dollars(quote), dollars(quote)] : quote.map(dollars)
        if (bid === undefined || ask === undefined) throw new Error('no quote')
        return [symbol, { bid, ask, last: price((bid + ask) / 2n) }]
      }),
    ),
  }
}

// What an order opens: the shares, or the contracts of one underlying that it trades together. An order that only
// closes opens nothing. Dollars are exact decimals. Source: docs/rules/trading.md, "Limits".
import { Decimal } from 'decimal.js'
import { contractTerms, multiplierOf, underlyingOf } from '../order/option-code.ts'
import { debitOf } from '../order/net-price.ts'
import {
  type EntryDraft,
  isOpening,
  type LegsDraft,
  type OrderDraft,
  protectionOf,
  sideOf,
} from '../order/order-draft.ts'
import type { OrderMarket } from '../order/order-fault.ts'
import { pricesNow } from '../order/order-type.ts'

export interface OpeningLeg {
  readonly symbol: string
  /** Signed shares or contracts of one unit of the order; negative where it sells. */
  readonly ratio: Decimal
}

export interface OrderOpening {
  /** A position is everything in one underlying. */
  readonly underlying: string
  /** Shares, contracts or spreads: what the order's quantity counts. */
  readonly quantity: Decimal
  /** One leg, or all legs that trade together, closing ones too. */
  readonly legs: readonly OpeningLeg[]
  /**
   * Dollars per share at the worst price that the order accepts, or net per share of several legs, negative where
   * money is received; null without any price.
   */
  readonly price: Decimal | null
  /** The stop that starts to work when it is filled. */
  readonly stop: OpeningStop | null
}

export interface OpeningStop {
  readonly price: Decimal
  readonly quantity: Decimal
}

/**
 * Returns what a draft opens; null when it opens nothing, as the exits of a position do. The market of an order of
 * several legs is that of its unit: the net price per share. Example: to buy 100 at a limit of 50.00 with a stop at
 * 48.50 opens 100 shares that lose 150.00 at the stop.
 */
export function openingOfOrder(draft: OrderDraft, market: OrderMarket): OrderOpening | null {
  switch (draft.kind) {
    case 'ENTRY':
      return openingOfEntry(draft, market)
    case 'PAIR':
      return null
    case 'LEGS':
      return openingOfLegs(draft, market.last)
  }
}

function openingOfEntry({ terms, exits }: EntryDraft, { last, bid, ask }: OrderMarket): OrderOpening | null {
  if (!isOpening(terms.instruction)) return null
  const isBuy = sideOf(terms.instruction) === 'BUY'
  const { stop, limit } = pricesNow(terms.price, { isBuy, last })
  const price = limit ?? stop ?? (isBuy ? ask : bid) ?? last
  const protection = protectionOf(exits)
  // A stop loss that trails starts to follow the market where the entry is filled.
  const protects = protection === null ? null : pricesNow(protection.price, { isBuy: !isBuy, last: price }).stop
  return {
    underlying: underlyingOf(terms.symbol),
    quantity: new Decimal(terms.quantity),
    legs: [{ symbol: terms.symbol, ratio: new Decimal(isBuy ? 1 : -1) }],
    price,
    stop:
      protection === null || protects === null ? null : { price: protects, quantity: new Decimal(protection.quantity) },
  }
}

function openingOfLegs({ legs, quantity, price }: LegsDraft, net: Decimal | null): OrderOpening | null {
  if (!legs.some(({ instruction }) => isOpening(instruction))) return null
  return {
    underlying: underlyingOf(legs[0]!.symbol),
    quantity: new Decimal(quantity),
    legs: legs.map(({ symbol, instruction, ratio }) => ({
      symbol,
      ratio: sideOf(instruction) === 'BUY' ? new Decimal(ratio) : new Decimal(ratio).negated(),
    })),
    price: debitOf(price) ?? net,
    stop: null,
  }
}

/** Returns the same opening for another quantity; its stop covers the same part of it. */
export function scaleOpening(opening: OrderOpening, quantity: Decimal): OrderOpening {
  const { stop } = opening
  return {
    ...opening,
    quantity,
    stop: stop && { ...stop, quantity: stop.quantity.times(quantity).div(opening.quantity) },
  }
}

/** What the quantity of an opening counts. */
export function openingUnit({ legs }: OrderOpening): 'shares' | 'contracts' | 'spreads' {
  if (legs.length > 1) return 'spreads'
  return contractTerms(legs[0]!.symbol) === null ? 'shares' : 'contracts'
}

/** Shares behind one unit of a price: 100 for contracts and their spreads. */
export const openingMultiplier = ({ legs }: OrderOpening): number =>
  Math.max(...legs.map(({ symbol }) => multiplierOf(symbol)))

// The price of several legs together, per share of a contract: what is paid at most, or received at least.
// Source: docs/rules/trading.md, "Kinds of orders".
import { Decimal } from 'decimal.js'
import { formatMoney } from '../text/format-money.ts'
import { contractShares } from './option-code.ts'
import { type DraftLeg, sharesOfLeg, sideOf } from './order-draft.ts'

export const netPriceTypes = ['NET_DEBIT', 'NET_CREDIT', 'NET_ZERO', 'MARKET'] as const
export type NetPriceType = (typeof netPriceTypes)[number]

/**
 * A net price in dollars, above zero. Example: `{ type: 'NET_CREDIT', net: '1.2' }` brings in at least $120.00 a unit.
 */
export type NetPrice =
  | { readonly type: 'NET_DEBIT' | 'NET_CREDIT'; readonly net: string }
  | { readonly type: 'NET_ZERO' | 'MARKET' }

/** Returns the most that a unit costs per share; below zero for a credit, null at the market. */
export function debitOf(price: NetPrice): Decimal | null {
  switch (price.type) {
    case 'NET_DEBIT':
      return new Decimal(price.net)
    case 'NET_CREDIT':
      return new Decimal(price.net).negated()
    case 'NET_ZERO':
      return new Decimal(0)
    case 'MARKET':
      return null
  }
}

/** Returns the net price of that type; null where its amount is missing. */
export function netPriceOf(type: NetPriceType, net: string | null): NetPrice | null {
  if (type === 'NET_ZERO' || type === 'MARKET') return { type }
  return net === null ? null : { type, net }
}

/** Returns the amount of a net price; null for one that has none. */
export const netOf = (price: NetPrice): string | null => ('net' in price ? price.net : null)

/** Describes a net price in a sentence: "for a net credit of $1.20". */
export function describeNetPrice(price: NetPrice): string {
  switch (price.type) {
    case 'NET_DEBIT':
      return `for a net debit of ${formatMoney(price.net)}`
    case 'NET_CREDIT':
      return `for a net credit of ${formatMoney(price.net)}`
    case 'NET_ZERO':
      return 'at even'
    case 'MARKET':
      return 'at the market'
  }
}

/**
 * Returns what a unit costs per share of a contract when each leg trades at its price; below zero for a credit, null
 * while a price is not known. Example: a call bought at 2.00 and one sold at 0.80 cost 1.20.
 */
export function netAt(legs: readonly DraftLeg[], priceAt: (leg: DraftLeg) => Decimal | null): Decimal | null {
  let sum = new Decimal(0)
  for (const leg of legs) {
    const at = priceAt(leg)
    if (at === null) return null
    const worth = at.times(sharesOfLeg(leg))
    sum = sideOf(leg.instruction) === 'BUY' ? sum.plus(worth) : sum.minus(worth)
  }
  return sum.div(contractShares)
}

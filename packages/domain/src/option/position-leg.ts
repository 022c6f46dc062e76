// The legs of a position: contracts and shares of one underlying, and what they cost together. Prices are decimal text,
// as quotes have them, and sums are exact.
import { Decimal } from 'decimal.js'
import type { ContractTerms } from '../order/option-code.ts'

/** Prices of one leg per share, as decimal text; null where nobody quotes. */
export interface LegQuote {
  readonly bid: string | null
  readonly ask: string | null
  readonly mark: string | null
}

export interface PositionLeg extends LegQuote {
  /** Code of the contract or of the shares. */
  readonly code: string
  /** Null for shares. */
  readonly contract: ContractTerms | null
  /** Contracts or shares of one unit; negative for those sold. */
  readonly quantity: number
  /** Shares of a contract; 1 for shares. */
  readonly multiplier: number
  /** Implied volatility as a yearly fraction; null for shares, and while unknown. */
  readonly volatility: number | null
}

/** Shares that a net price is for. */
const netShares = 100

export interface NetQuote {
  /** Each leg at its own side of the market: bought at the ask, sold at the bid. */
  readonly natural: Decimal | null
  /** Each leg at its mark, rounded to a cent. */
  readonly mid: Decimal | null
}

function priceSum(legs: readonly PositionLeg[], at: (leg: PositionLeg) => string | null): Decimal | null {
  let sum = new Decimal(0)
  for (const leg of legs) {
    const price = at(leg)
    if (price === null) return null
    sum = sum.plus(new Decimal(price).times(leg.quantity).times(leg.multiplier))
  }
  return sum.dividedBy(netShares)
}

/**
 * Returns the prices of one unit for each share of a contract; negative for a credit. A leg without a quote leaves the
 * price unknown. Example: a put 95 bought at 0.40 to 0.44 and a put 100 sold at 1.00 to 1.06: natural -0.56, mid -0.61.
 */
export function netQuoteOf(legs: readonly PositionLeg[]): NetQuote {
  const mid = priceSum(legs, ({ mark }) => mark)
  return {
    natural: priceSum(legs, ({ quantity, bid, ask }) => (quantity > 0 ? ask : bid)),
    mid: mid === null ? null : mid.toDecimalPlaces(2, Decimal.ROUND_HALF_UP),
  }
}

/** Returns the dollars of a net price for a number of units: 0.56 for 2 units is 112. */
export const dollarsOfNet = (net: Decimal, units: number): Decimal => net.times(netShares).times(units)

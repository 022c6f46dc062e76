// The number of shares or contracts of an order from what its user gives: dollars, a percentage of a capital, or the
// part of the capital that may be lost at the stop. The calculators and the seeker size by the specification's formula
// instead, which measures the distance between the levels (`level/position.ts`).
// Source: docs/rules/trading.md, "Size of an order"; docs/decisions/0069-one-ticket.md.
import { Decimal } from 'decimal.js'

/** Sixty digits, so that products of money, percent and price lose none. */
const Exact = Decimal.clone({ precision: 60 })

export const sizeModes = ['SHARES', 'DOLLARS', 'PERCENT', 'RISK'] as const
export type SizeMode = (typeof sizeModes)[number]

/** Decimal text in dollars and percent; null for what is not known yet. */
export interface SizeWish {
  readonly mode: SizeMode
  /** Shares, dollars, or percent of the capital. */
  readonly amount: string
  readonly capital: string | null
  /** The price at which the order is expected to fill, at worst. */
  readonly price: string | null
  /** Where its stop loss is filled. */
  readonly stop: string | null
  /** 100 for contracts. */
  readonly multiplier: number
}

/**
 * Returns the whole shares or contracts that the amount pays for, rounded down; null while a figure is missing.
 * Example: with a capital of 50,000.00, 1 percent at risk between 50.00 and a stop at 48.00 is 250 shares, and 10
 * percent of the capital at 50.00 is 100 shares.
 */
export function sizeOrder({ mode, amount, capital, price, stop, multiplier }: SizeWish): string | null {
  if (mode === 'SHARES') return amount
  if (price === null) return null
  if (mode === 'DOLLARS') return pays(amount, new Exact(price), multiplier)
  if (capital === null) return null
  const share = new Exact(capital).times(amount).div(100)
  if (mode === 'PERCENT') return pays(share, new Exact(price), multiplier)
  return stop === null ? null : pays(share, new Exact(price).minus(stop).abs(), multiplier)
}

function pays(dollars: Decimal.Value, perShare: Decimal, multiplier: number): string | null {
  const each = perShare.times(multiplier)
  return each.greaterThan(0) ? new Exact(dollars).div(each).floor().toFixed() : null
}

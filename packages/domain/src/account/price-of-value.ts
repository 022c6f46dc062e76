// The price behind a brokerage's valuation of a position, which carries no last price of its own.
import { Decimal } from 'decimal.js'
import type { Cents } from '../kind.ts'

interface ValuedPosition {
  readonly marketValueCents: Cents
  /** Signed like the value: both are negative for a short position. */
  readonly quantity: Decimal.Value
  readonly multiplier: number
}

/**
 * Returns the price in dollars per share (options: per share of the contract) at which a position has its market value,
 * unrounded. Example: 2 contracts of 100 shares worth 250.00 are at 1.25; 100 shares short worth -4,000.00 are at 40.
 */
export const priceOfValue = ({ marketValueCents, quantity, multiplier }: ValuedPosition): Decimal =>
  new Decimal(marketValueCents.toString()).div(100).div(quantity).div(multiplier)

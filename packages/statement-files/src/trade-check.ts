// Compares the parts of a trade with each other.
import { absolute, decimalsOf, differsByMore, negated, productOf, sumOf } from './exact-decimal.ts'

interface TradeParts {
  readonly quantity: string
  readonly price: string
  readonly multiplier: number
  /** Signed effect on cash, after `fee` and `tax`. */
  readonly amount: string
  readonly fee: string
  readonly tax: string
  /** Units of the amount's currency for one of the price's, where these differ. */
  readonly rate?: string | null
}

/**
 * Returns a note if quantity, price, fee and amount contradict each other by more than the rounding of price and
 * quantity explains, otherwise null: 300 at 135.0075 and a fee of 1.34 for 40503.61 is right, 40603.61 is not.
 */
export function contradictionOf(trade: TradeParts): string | null {
  const { quantity, price, amount, fee, tax, rate = null } = trade
  const multiplier = productOf(String(trade.multiplier), rate ?? '1')
  const gross = productOf(quantity, price, multiplier, '-1')
  const expected = sumOf(gross, negated(fee), negated(tax))
  const priceStep = halfStep(Math.max(2, decimalsOf(price)))
  const byPrice = productOf(absolute(quantity), multiplier, priceStep)
  const isWhole = decimalsOf(quantity) === 0
  const byQuantity = isWhole ? '0' : productOf(price, multiplier, halfStep(decimalsOf(quantity)))
  // A rate is that of a moment, and rounded.
  const byRate = rate === null ? '0' : productOf(absolute(gross), '0.002')
  if (!differsByMore(expected, amount, sumOf(byPrice, byQuantity, byRate, '0.01'))) return null
  return `Quantity, price and fees make ${expected}, the row says ${amount}. The row's amount counts.`
}

/** `halfStep(2)` is `"0.005"`. */
const halfStep = (decimals: number): string => `0.${'0'.repeat(decimals)}5`

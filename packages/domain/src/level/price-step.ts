// Prices as integers, so that levels are compared and averaged exactly: steps of a hundredth of a cent for bars, cents
// for levels.
import { Decimal } from 'decimal.js'

/** Bars are rounded to 4 decimals; a step is $0.0001. */
export const stepsPerDollar = 10_000
export const stepsPerCent = 100

/**
 * Steps that a float may be off by. Where that changes the rounding, the decimal text decides; to use it always would
 * be slow.
 */
const floatTolerance = 0.01

/**
 * Converts a price in dollars to steps of $0.0001, rounded half up by its shortest decimal text, never by float
 * arithmetic: 1.00005 is 10001. `divisor` is a split factor by which the price is first divided exactly: 100.01 divided
 * by 8 is 12.50125, thus 125013.
 * Source: docs/rules/market.md, "Levels"; docs/rules/wire.md, "Numbers".
 */
export function priceSteps(dollars: number, divisor?: Decimal): number {
  if (divisor !== undefined)
    return new Decimal(dollars).div(divisor).times(stepsPerDollar).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber()
  const scaled = dollars * stepsPerDollar
  const [least, most] = [Math.round(scaled - floatTolerance), Math.round(scaled + floatTolerance)]
  if (least === most) return most
  return new Decimal(dollars).times(stepsPerDollar).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber()
}

/**
 * Returns the mean of prices in steps as whole cents, rounded half up: the mean of 10.00 and 10.01 is 1001. Sums stay
 * below 2^53 up to a billion dollars.
 */
export function meanCents(steps: readonly number[]): number {
  const sum = steps.reduce((total, price) => total + price, 0)
  const unit = steps.length * stepsPerCent
  return Math.floor((2 * sum + unit) / (2 * unit))
}

export const centsText = (cents: number): string => (cents / 100).toFixed(2)

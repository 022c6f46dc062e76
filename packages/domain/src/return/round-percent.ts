// The one rounding of percentages (docs/returns.md, "Rounding").
import { Decimal } from 'decimal.js'

/**
 * Returns the percentage with 2 decimals, half away from zero, from its first 8: 29.06666667 is 29.07. The 8 keep a
 * float that stands for 1.005 at 1.01.
 */
export const roundPercent = (percent: number): number =>
  new Decimal(percent).toDecimalPlaces(8).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber() + 0

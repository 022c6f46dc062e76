// The one rounding of dollars with more than two decimals to cents.
import { Decimal } from 'decimal.js'
import { toCents, type Cents } from '../kind.ts'

/** Rounds dollars to whole cents, halves to the even cent: 1.005 is 100n, 1.015 is 102n, -0.125 is -12n. */
export const roundToCents = (dollars: Decimal): Cents =>
  toCents(BigInt(dollars.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0)))

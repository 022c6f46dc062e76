// What the income of a period is in percent of what paid it.
import { addFractions, type Fraction, fraction, lowestTerms, zeroFraction } from '../money/fraction.ts'

/** A payment with what its position was worth, or cost, at the close before; null where that is unknown. */
export interface YieldPayment {
  readonly amountCents: bigint
  /** Without a sign: what a short position was sold for counts like a cost. */
  readonly baseCents: bigint | null
}

/**
 * Returns the sum of each payment / its base, where 0.1 is 10 %; undefined where a base is unknown or zero. So shares
 * that were bought or sold in between change nothing. Example: 10.00 on shares of 1,000.00 and, after half of them
 * were sold, 5.00 on 500.00: 1 % + 1 % = 2 %. Source: docs/rules/income.md, "Yields".
 */
export function incomeYield(payments: readonly YieldPayment[]): Fraction | undefined {
  let sum = zeroFraction
  for (const { amountCents, baseCents } of payments) {
    if (baseCents === null || baseCents === 0n) return undefined
    sum = lowestTerms(addFractions(sum, fraction(amountCents, baseCents < 0n ? -baseCents : baseCents)))
  }
  return payments.length === 0 ? undefined : sum
}

// A holder's part of each payment, in whole cents that add up.
import { shareDecimals } from '../attribution/sum-lines.ts'
import { divideHalfEven } from '../money/fraction.ts'
import { roundByLargestRemainder } from '../money/largest-remainder.ts'

/** `part` is in steps of 1e-50: `wholeAmount` is all of it. */
export interface SharedAmount {
  readonly amountCents: bigint
  readonly part: bigint
}

export const wholeAmount = 10n ** BigInt(shareDecimals)

/**
 * Returns the part of each amount in whole cents, in the same order. They are rounded by largest remainder, so that any
 * table of them adds up to the rounded sum of the exact parts. Example: a third of 5.00, 5.00 and 5.00 is 1.67, 1.67
 * and 1.66, together 5.00. Source: docs/rules/income.md, "A member's part".
 */
export function shareAmounts(amounts: readonly SharedAmount[]): bigint[] {
  const exact = amounts.map(({ amountCents, part }, index): [string, bigint] => [
    String(index).padStart(8, '0'),
    amountCents * part,
  ])
  const total = exact.reduce((sum, [, size]) => sum + size, 0n)
  const rounded = roundByLargestRemainder(divideHalfEven(total, wholeAmount), exact, wholeAmount)
  return exact.map(([id]) => rounded.get(id) ?? 0n)
}

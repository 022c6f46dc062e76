// Wire numbers as exact values: read by their shortest decimal text, never through float arithmetic. Anything that is
// not a finite number of plausible size is refused, so that garbage cannot reach a balance.
import { type Cents, roundToCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'

/** Above any real account; a larger figure means a broken answer. */
const largestDollars = 1e12

/** A JSON number or decimal text; the wire uses both. */
export const wireNumber = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,24})?([eE]-?\d{1,2})?$/)])
  .transform((wire, context) => {
    const value = new Decimal(String(wire))
    if (value.isFinite() && value.abs().lte(largestDollars)) return value
    context.issues.push({ code: 'custom', input: wire, message: 'no believable number' })
    return z.NEVER
  })

/** Wire dollars in whole cents, half to even: 1250.5 is 125050n. */
export const wireCents = wireNumber.transform((value) => centsOf(value))

export function centsOf(dollars: Decimal): Cents {
  return roundToCents(dollars)
}

/** Exact decimal text without exponent: `1e-7` is `0.0000001`. */
export const decimalText = (value: Decimal): string => value.toFixed()

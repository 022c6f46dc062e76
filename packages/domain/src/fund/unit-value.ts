// Unit values for display: dollars per unit, formatted from the exact fraction of cents per unit step.
import type { Fraction } from '../money/fraction.ts'
import { fraction, fractionText } from '../money/fraction.ts'
import { stepsPerUnit } from '../money/unit-step.ts'

/** Returns dollars per unit as an exact fraction; the replay's rates are cents per unit step. */
export function unitValueOf(rate: Fraction): Fraction {
  return fraction(rate.numerator * stepsPerUnit, rate.denominator * 100n)
}

/**
 * Formats a unit value as decimal text, half-even: 10 decimals when stored, exported and printed, 4 on screens. A fund
 * of 5,600.00 in 51 units gives `"109.8039215686"`. Source: docs/rules/fund.md, "Arithmetic".
 */
export function unitValueText(rate: Fraction, decimals = 10): string {
  return fractionText(unitValueOf(rate), decimals)
}

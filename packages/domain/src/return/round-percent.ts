// The one rounding of percentages (docs/returns.md, "Rounding").
import { decimalSteps, divideRounded } from '../text/decimal-steps.ts'

/**
 * Returns the percentage with 2 decimals, half away from zero, from its first 8: 29.06666667 is 29.07. The 8 keep a
 * float that stands for 1.005 at 1.01.
 */
export function roundPercent(percent: number): number {
  if (!Number.isFinite(percent)) return percent
  const { isNegative, steps } = decimalSteps(String(percent), 8)
  const hundredths = divideRounded(steps, 1_000_000n)
  // Through text, which is exact beyond the whole numbers of a float as well. Zero has no sign.
  const size = Number(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`)
  return isNegative && size > 0 ? -size : size
}

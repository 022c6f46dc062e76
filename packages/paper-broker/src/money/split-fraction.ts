// Derives the fraction of a share split from the decimal ratio that a market source reports.

import { divideHalfUp, parseRounded } from './decimal.ts'

/** Decimal places of a ratio. */
export const RATIO_SCALE = 12
export const RATIO_ONE = 10n ** BigInt(RATIO_SCALE)
const TOLERANCE = RATIO_ONE / 10_000n
/** Upper bound for the smaller number of a split; a stock dividend of 5 % is 21 for 20. */
const MAX_SMALL_TERM = 20n
/** No spin-off takes more than nineteen twentieths of a share's value. */
const MAX_SPIN_OFF = 20n * RATIO_ONE

/** `up` new shares for `down` old ones. */
export interface SplitFraction {
  readonly up: bigint
  readonly down: bigint
}

function differs(one: bigint, other: bigint, tolerance: bigint): boolean {
  const difference = one - other
  return difference > tolerance || difference < -tolerance
}

/** Returns the greatest common divisor of two non-negative numbers. */
export function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other)
}

/** Returns the ratio's decimal as an exact fraction: 0.955 is 191/200. */
function wholeFraction(exact: bigint): SplitFraction {
  const divisor = greatestDivisor(exact, RATIO_ONE)
  return { up: exact / divisor, down: RATIO_ONE / divisor }
}

/**
 * Returns a ratio as the fraction of a split; null for a spin-off. A spin-off is recognised by its effect: value leaves
 * the share, so its factor is above 1 and, unlike a split's, not a fraction over a small number. Above 1, a split is
 * any number over up to 20, within 1e-4; below 1 and above 20 everything is a split, because nothing that leaves a
 * share makes it worth more, or takes nearly all of it.
 * Example: 1.49999925 is 3/2, 50 is 50/1, 0.02 is 1/50, 0.955 is 191/200; 1.122 is null. Source:
 * docs/rules/paper-brokerage.md, "Splits".
 */
export function splitFraction(ratio: string): SplitFraction | null {
  const exact = parseRounded(ratio, RATIO_SCALE)
  if (exact <= 0n) throw new RangeError(`No ratio of a split: ${ratio}`)
  for (let small = 1n; small <= MAX_SMALL_TERM; small += 1n) {
    if (exact >= RATIO_ONE) {
      const up = divideHalfUp(exact * small, RATIO_ONE)
      if (!differs((up * RATIO_ONE) / small, exact, TOLERANCE)) return { up, down: small }
    } else {
      const down = divideHalfUp(small * RATIO_ONE, exact)
      if (!differs(divideHalfUp(small * RATIO_ONE, down), exact, exact / 10_000n)) return { up: small, down }
    }
  }
  return exact < RATIO_ONE || exact > MAX_SPIN_OFF ? wholeFraction(exact) : null
}

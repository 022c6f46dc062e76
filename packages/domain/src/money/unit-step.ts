// Fund units as whole steps of 1e-8, and the only two casts from a plain bigint to cents and to unit steps. Parsing and
// formatting cents is left to `cents.ts`.
import { type Cents, type UnitSteps, toCents, toUnitSteps } from '../kind.ts'
import { scaledText } from './fraction.ts'

/** One unit in steps of 1e-8. */
export const stepsPerUnit = 100_000_000n

/** Casts a whole number of cents to `Cents`. */
export function asCents(amount: bigint): Cents {
  return toCents(amount)
}

/** Casts a whole number of 1e-8 unit steps to `UnitSteps`. */
export function asUnitSteps(steps: bigint): UnitSteps {
  return toUnitSteps(steps)
}

/**
 * Parses units with at most 8 decimals: `"9.25925926"` is `925925926n`. Zeros beyond the eighth decimal are allowed;
 * anything else returns `undefined`. Nothing is rounded.
 */
export function parseUnits(text: string): UnitSteps | undefined {
  const match = /^-?(\d{1,24})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', digits = ''] = match
  if (!/^0*$/.test(digits.slice(8))) return undefined
  const steps = BigInt(whole + digits.slice(0, 8).padEnd(8, '0'))
  return asUnitSteps(text.startsWith('-') ? -steps : steps)
}

/** Formats unit steps as decimal text with 8 decimals: `925925926n` is `"9.25925926"`. */
export function formatUnits(steps: UnitSteps): string {
  return scaledText(steps, 8)
}

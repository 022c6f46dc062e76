// Converts cents to and from decimal text, exactly: no amount that a decision depends on is ever a float.
import { type Cents, toCents } from '../kind.ts'
import { formatMoney } from '../text/format-money.ts'
import { greater } from './lesser.ts'

/** 15 digits in front of the point. */
const largestCents = 99_999_999_999_999_999n

/**
 * Parses dollars in decimal text into whole cents: "1234.5" is 123450n, "-0.01" is -1n, "1e3" is 100000n. Returns
 * undefined for anything that is not a number, has more than 2 non-zero decimals, or has 16 or more digits in
 * front of the point.
 * Source: docs/rules/wire.md, "Numbers".
 */
export function parseCents(text: string): Cents | undefined {
  const match = /^([+-]?)(\d{0,15})(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const centDigits = Math.max(whole.length + Number(exponent) + 2, 0)
  if (digits === '' || /[1-9]/.test(digits.slice(centDigits))) return undefined
  const cents = BigInt(digits.slice(0, centDigits).padEnd(centDigits, '0'))
  if (cents > largestCents) return undefined
  return toCents(sign === '-' ? -cents : cents)
}

/** Returns the opposite amount: -150n for 150n. */
export const negateCents = (cents: Cents): Cents => toCents(-cents)

/** Formats cents as decimal text with two decimals and no grouping: 123450n is "1234.50", -1n is "-0.01". */
export function formatCents(cents: Cents): string {
  const absolute = greater(cents, -cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${absolute.slice(0, -2)}.${absolute.slice(-2)}`
}

/** Formats cents as dollars for use in a sentence: -123450n is "-$1,234.50". */
export const formatDollars = (cents: Cents): string => formatMoney(cents)

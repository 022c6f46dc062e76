// Converts cents to and from decimal text, exactly: no amount that a decision depends on is ever a float.
import { type Cents, toCents } from '../kind.ts'

/**
 * Parses dollars in decimal text into whole cents: "1234.5" is 123450n, "-0.01" is -1n, "1e3" is 100000n. Returns
 * undefined for anything that is not a number, has more than 2 non-zero decimals, or has 16 or more digits.
 * Source: docs/rules/wire.md, "Numbers".
 */
export function parseCents(text: string): Cents | undefined {
  const match = /^([+-]?)(\d{0,15})(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponentText] = match
  if (whole === '' && fraction === '') return undefined
  const point = whole.length + Number(exponentText ?? 0) + 2
  const digits = whole + fraction
  if (point > 18 || point < -40) return /^0*$/.test(digits) ? toCents(0n) : undefined
  const centDigits = digits.slice(0, Math.max(point, 0)).padEnd(Math.max(point, 0), '0')
  if (!/^0*$/.test(digits.slice(Math.max(point, 0)))) return undefined
  const cents = BigInt(centDigits === '' ? '0' : centDigits)
  return toCents(sign === '-' ? -cents : cents)
}

/** Returns the opposite amount: -150n for 150n. */
export const negateCents = (cents: Cents): Cents => toCents(-cents)

/** Formats cents as decimal text with two decimals and no grouping: 123450n is "1234.50", -1n is "-0.01". */
export function formatCents(cents: Cents): string {
  const absolute = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${absolute.slice(0, -2)}.${absolute.slice(-2)}`
}

/** Formats cents as dollars for use in a sentence: -123450n is "-$1,234.50". */
export function formatDollars(cents: Cents): string {
  const [whole = '0', fraction = '00'] = formatCents(cents).replace('-', '').split('.')
  return `${cents < 0n ? '-' : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

// Normalised keys for matching instruments: codes regardless of class separator, names regardless of case and
// diacritics.

/**
 * Returns the key by which a symbol is looked up. A brokerage, a price file and a person may each write it differently;
 * class separators are equivalent: BRK-B, BRK/B and BRK.B share the key BRK.B, the column `code_key` of an instrument.
 * Source: docs/rules/market.md, "Sources".
 */
export const codeKey = (code: string): string => code.replaceAll(/[-/]/g, '.')

/** Returns whether two symbols name the same instrument. Example: BRK/B and BRK.B do. */
export const isSameCode = (one: string, other: string): boolean => codeKey(one) === codeKey(other)

/** Lower case, no diacritics, single spaces: `nameKey('Nestlé  S.A.')` is `nestle s.a.`. */
export function nameKey(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

// Normalised keys for matching instruments: codes regardless of class separator, names regardless of case and
// diacritics.

/** Class separators are equivalent: BRK-B, BRK/B and BRK.B share the key BRK.B. */
export const codeKey = (code: string): string => code.replaceAll(/[-/]/g, '.')

/** Lower case, no diacritics, single spaces: `nameKey('Nestlé  S.A.')` is `nestle s.a.`. */
export function nameKey(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

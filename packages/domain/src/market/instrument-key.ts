// The forms under which instruments are matched: codes whatever their class separator, names whatever case and diacritics.

/** Class separators are equal: BRK-B, BRK/B and BRK.B share the key BRK.B. */
export const codeKey = (code: string): string => code.replaceAll(/[-/]/g, '.')

/** Lower case, no diacritics, single blanks: `nameKey('Nestlé  S.A.')` is `nestle s.a.`. */
export function nameKey(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

// A range of two market days as `YYYY-MM-DD`, each of which may still be unset.

export type DayRange = readonly [from: string | null, to: string | null]

/** Returns true when both ends are set. */
export function isCompleteRange(range: DayRange): range is readonly [string, string] {
  return range[0] !== null && range[1] !== null
}

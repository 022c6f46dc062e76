import { dayMs } from '../calendar/market-day.ts'
// Aggregates daily bars into weeks, months and years. Works on rows of numbers, because a chart requests thousands at
// once.

/** Day number (days since 1970-01-01), open, high, low, close, volume; oldest first, one row per day. */
export type DailyRow = readonly [
  dayNumber: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
]

export type CoarseTiming = '_D' | '_W' | '_MONTH' | '_Y'

/**
 * Aggregates daily rows by calendar period: first open, highest high, lowest low, last close and summed volume, dated
 * by the first day that has a bar. `_D` returns the rows unchanged.
 * Example: Monday to Friday of one week become one `_W` row dated Monday, or Tuesday if Monday was a holiday.
 */
export function joinDailyRows(rows: readonly DailyRow[], timing: CoarseTiming): readonly DailyRow[] {
  if (timing === '_D') return rows
  return joinRows(rows, periodOf[timing])
}

/** Joins consecutive rows with the same `periodOf`. */
export function joinRows(rows: readonly DailyRow[], periodOf: (time: number) => number): DailyRow[] {
  const joined: DailyRow[] = []
  let open: [number, number, number, number, number, number] | undefined
  let period = Number.NaN
  for (const row of rows) {
    const its = periodOf(row[0])
    if (open === undefined || its !== period) {
      open = [...row]
      period = its
      joined.push(open)
      continue
    }
    open[2] = Math.max(open[2], row[2])
    open[3] = Math.min(open[3], row[3])
    open[4] = row[4]
    open[5] += row[5]
  }
  return joined
}

const yearOf = (dayNumber: number): number => new Date(dayNumber * dayMs).getUTCFullYear()

const periodOf: Readonly<Record<Exclude<CoarseTiming, '_D'>, (dayNumber: number) => number>> = {
  // Day 0 was a Thursday, so weeks from Monday begin three days earlier.
  _W: (dayNumber) => Math.floor((dayNumber + 3) / 7),
  _MONTH: (dayNumber) => yearOf(dayNumber) * 12 + new Date(dayNumber * dayMs).getUTCMonth(),
  _Y: yearOf,
}

// The range buttons of every chart: their names, where each range begins, and which of them the data can fill.

import { startOfYearMs, type ChartZone } from './chart-zone.ts'

export const chartRanges = ['1h', '1D', '1W', '1M', '1Y', '2Y', '3Y', 'YTD', 'All'] as const
export type ChartRange = (typeof chartRanges)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The same day and time of day so many months earlier; the last day of that month when it is shorter. */
function monthsBeforeMs(timeMs: number, months: number): number {
  const date = new Date(timeMs)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, daysInMonth))
  return date.getTime()
}

const rangeStarts: Readonly<Record<ChartRange, (lastMs: number, zone: ChartZone) => number>> = {
  '1h': (lastMs) => lastMs - hourMs,
  '1D': (lastMs) => lastMs - dayMs,
  '1W': (lastMs) => lastMs - 7 * dayMs,
  '1M': (lastMs) => monthsBeforeMs(lastMs, 1),
  '1Y': (lastMs) => monthsBeforeMs(lastMs, 12),
  '2Y': (lastMs) => monthsBeforeMs(lastMs, 24),
  '3Y': (lastMs) => monthsBeforeMs(lastMs, 36),
  YTD: startOfYearMs,
  All: () => -Infinity,
}

/**
 * Where a range that ends at `lastMs` begins, in epoch milliseconds; `All` begins before everything (-Infinity).
 * Months and years go by the calendar, `YTD` begins on January 1 in `zone`.
 *
 * One month before 2026-03-31 is 2026-02-28. (Specification 1, section 9: 1h, 1D, 1W, 1M, 1Y, 2Y, 3Y, YTD, All.)
 */
export function rangeStartMs(range: ChartRange, lastMs: number, zone: ChartZone): number {
  return rangeStarts[range](lastMs, zone)
}

/** Index of the first time at or after `fromMs` in rising `times`; their count when there is none. */
export function firstIndexFrom(times: { readonly length: number; readonly timeAt: (index: number) => number }, fromMs: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times.timeAt(middle) < fromMs) low = middle + 1
    else high = middle
  }
  return low
}

/** Why a range cannot be shown, in words for the button's tooltip; undefined when it can. A range needs two points. */
export function rangeRefusal(range: ChartRange, pointCount: number): string | undefined {
  if (range === 'All' || pointCount >= 2) return undefined
  return pointCount === 0 ? 'No values in this range' : 'Only one value in this range'
}

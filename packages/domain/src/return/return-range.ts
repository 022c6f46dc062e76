// Defines return ranges, once for every screen, chart and report: the close from which a return is measured. The
// measures themselves are listed in docs/returns.md.

import { addCalendarDays, marketDay } from '../calendar/market-day.ts'
import { periodStart, type Timing } from '../calendar/period-start.ts'
import { previousSession, sessionOnOrBefore } from '../calendar/session.ts'
import type { MarketDay } from '../kind.ts'

/** In the order in which they are offered. `1h` counts minutes, all others count closes of market days. */
export const returnRanges = ['1h', '1D', '1W', '1M', '3M', '1Y', '2Y', '3Y', 'YTD', 'All'] as const
export type ReturnRange = (typeof returnRanges)[number]

const monthsOf: Partial<Record<ReturnRange, number>> = { '1M': 1, '3M': 3, '1Y': 12, '2Y': 24, '3Y': 36 }

/**
 * Returns the session whose close is the base of a range that ends on `lastDay`; the first day of the range is the
 * session after it. Undefined for `All`, which begins with the history, and for `1h`.
 *
 * The base of `1D` is the close of the previous session, of `1W` that of the same weekday a week earlier, of months and
 * years that of the same date (the last of a shorter month), and of `YTD` the last close of the previous year. A day
 * without a session is replaced by the session before it.
 * Example: on Friday 2026-11-20, `1W` is 2026-11-13, `1Y` 2025-11-20 and `YTD` 2025-12-31.
 */
export function rangeBaseDay(range: ReturnRange, lastDay: MarketDay): MarketDay | undefined {
  if (range === '1D') return previousSession(lastDay)
  if (range === '1W') return sessionOnOrBefore(addCalendarDays(lastDay, -7))
  if (range === 'YTD') return previousSession(periodStart('YEAR', lastDay))
  const months = monthsOf[range]
  return months === undefined ? undefined : sessionOnOrBefore(monthsBefore(lastDay, months))
}

/**
 * Returns the session whose close is the base of a period of whole days: the last one before its first day, so that the
 * first day is included. Example: a period that begins on Monday 2026-03-09 is measured from the close of Friday
 * 2026-03-06.
 */
export function periodBaseDay(firstDay: MarketDay): MarketDay {
  return previousSession(firstDay)
}

/**
 * Returns the last session of the week, month or year that contains a day; a bar of that length ends with its close.
 * Example: for November 2026 it is 2026-11-30.
 */
export function lastSessionOf(timing: Exclude<Timing, 'DAILY'>, day: MarketDay): MarketDay {
  // 7 days after a week's start is in the next week, 32 days after a month's start is in the next month.
  const later = { WEEK: 7, MONTH: 32, YEAR: 367 } as const
  return previousSession(periodStart(timing, addCalendarDays(periodStart(timing, day), later[timing])))
}

/** Returns the same date a number of months earlier, or the last day of that month if it is shorter. */
function monthsBefore(day: MarketDay, months: number): MarketDay {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const daysInMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, daysInMonth))
  return marketDay(first.toISOString().slice(0, 10))
}

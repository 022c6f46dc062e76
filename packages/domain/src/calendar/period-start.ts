// The first calendar day of the period to date behind the list timings. Source: docs/rules/market.md, "Lists".

import type { MarketDay } from '../kind.ts'
import { addCalendarDays, marketDay, weekdayOf } from './market-day.ts'

/** The timings of the market lists. */
export const TIMINGS = ['DAILY', 'WEEK', 'MONTH', 'YEAR'] as const
export type Timing = (typeof TIMINGS)[number]

/**
 * Returns the start of the period of a timing that contains `day`: the day itself, the Monday of its week, the first of
 * its month or the first of January. The start need not be a session; lists use the first bar on or after it.
 * Example: Wednesday 2026-03-04 gives 2026-03-04, 2026-03-02, 2026-03-01 and 2026-01-01.
 */
export function periodStart(timing: Timing, day: MarketDay): MarketDay {
  if (timing === 'DAILY') return day
  if (timing === 'WEEK') return addCalendarDays(day, -((weekdayOf(day) + 6) % 7))
  return marketDay(timing === 'MONTH' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`)
}

// The days that a scheduled report covers: a schedule that read the same days on every run would be useless.
import type { FilledFilter, ReportPeriod } from '@clubfolio/contract'
import {
  addCalendarDays,
  calendarDaysBetween,
  daysBefore,
  monthStart,
  weekStart,
  type MarketDay,
  toMarketDay,
} from '@clubfolio/domain'

/** Returns the chosen filters with every period moved to the day of the run. `today` is the New York date. */
export const movePeriods = (filter: readonly FilledFilter[], period: ReportPeriod, today: MarketDay): FilledFilter[] =>
  filter.map((one) => {
    const chosen = one.selectedItem
    if (chosen === undefined || chosen === null || typeof chosen === 'string') return { ...one }
    return { ...one, selectedItem: movePeriod([toMarketDay(chosen[0]), toMarketDay(chosen[1])], period, today) }
  })

/**
 * `movePeriod(['2026-01-01', '2026-01-31'], 'SAME_LENGTH', '2026-03-04')` is 2026-02-02 to 2026-03-04: 31 days, both
 * ends included.
 */
export function movePeriod(
  chosen: readonly [MarketDay, MarketDay],
  period: ReportPeriod,
  today: MarketDay,
): [MarketDay, MarketDay] {
  switch (period) {
    case 'AS_CHOSEN':
      return [...chosen]
    case 'SAME_LENGTH':
      return [daysBefore(today, calendarDaysBetween(chosen[0], chosen[1])), today]
    case 'DAY_BEFORE':
      return [addCalendarDays(today, -1), addCalendarDays(today, -1)]
    case 'WEEK_BEFORE':
      return [addCalendarDays(weekStart(today), -7), addCalendarDays(weekStart(today), -1)]
    case 'MONTH_BEFORE': {
      const last = addCalendarDays(monthStart(today), -1)
      return [monthStart(last), last]
    }
    case 'MONTH_TO_DATE':
      return [monthStart(today), today]
    case 'YEAR_TO_DATE':
      return [toMarketDay(`${today.slice(0, 4)}-01-01`), today]
  }
}

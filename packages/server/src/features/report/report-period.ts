// Relative periods, so that saved filters and schedules need no new dates.
import { type RelativePeriod, relativePeriods } from '@clubfolio/contract'
import { addCalendarDays, periodStart, type MarketDay } from '@clubfolio/domain'

export interface ReportDays {
  /** The current market day. */
  readonly today: MarketDay
  /** The last finished session. */
  readonly lastSession: MarketDay
}

export const isRelativePeriod = (text: string): text is RelativePeriod => Object.hasOwn(relativePeriods, text)

/** Returns first and last day, both included. Example: LAST_MONTH on 2026-03-04 is 2026-02-01 to 2026-02-28. */
export function resolvePeriod(
  period: RelativePeriod,
  { today, lastSession }: ReportDays,
): readonly [MarketDay, MarketDay] {
  const before = (kind: 'WEEK' | 'MONTH' | 'YEAR'): readonly [MarketDay, MarketDay] => {
    const last = addCalendarDays(periodStart(kind, today), -1)
    return [periodStart(kind, last), last]
  }
  switch (period) {
    case 'LAST_SESSION':
      return [lastSession, lastSession]
    case 'THIS_WEEK':
      return [periodStart('WEEK', today), today]
    case 'LAST_WEEK':
      return before('WEEK')
    case 'THIS_MONTH':
      return [periodStart('MONTH', today), today]
    case 'LAST_MONTH':
      return before('MONTH')
    case 'LAST_30_DAYS':
      return [addCalendarDays(today, -29), today]
    case 'LAST_90_DAYS':
      return [addCalendarDays(today, -89), today]
    case 'THIS_YEAR':
      return [periodStart('YEAR', today), today]
    case 'LAST_YEAR':
      return before('YEAR')
    case 'LAST_365_DAYS':
      return [addCalendarDays(today, -364), today]
  }
}

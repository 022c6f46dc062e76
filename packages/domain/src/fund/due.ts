// Dues: the payments that a plan expects of a member, and their state (docs/rules/fund.md, "Dues"). They are no records
// of the books and change no figure.
import { calendarDaysBetween, marketDay } from '../calendar/market-day.ts'
import type { Cents, MarketDay } from '../kind.ts'

export const dueRhythms = { MONTHLY: 1, QUARTERLY: 3, HALF_YEARLY: 6, YEARLY: 12 } as const
export type DueRhythm = keyof typeof dueRhythms

export interface DuePlan {
  readonly amountCents: Cents
  readonly rhythm: DueRhythm
  readonly firstDay: MarketDay
  /** Nothing is expected after it; absent while the plan has no end. */
  readonly lastDay?: MarketDay | undefined
}

/**
 * Returns the days of a plan's payments up to and including a day. Each is the day of the month of the first one, or
 * the last day of a shorter month.
 * Example: monthly from 2026-01-31 on gives 2026-01-31, 2026-02-28, 2026-03-31.
 */
export function dueDays({ rhythm, firstDay, lastDay }: DuePlan, until: MarketDay): MarketDay[] {
  const end = lastDay !== undefined && lastDay < until ? lastDay : until
  const [year = 0, month = 0, date = 0] = firstDay.split('-').map(Number)
  const days: MarketDay[] = []
  for (let index = 0; ; index += dueRhythms[rhythm]) {
    const first = new Date(Date.UTC(year, month - 1 + index, 1))
    if (first.getUTCFullYear() > lastYear) return days
    const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
    const day = marketDay(`${first.toISOString().slice(0, 8)}${String(Math.min(date, length)).padStart(2, '0')}`)
    if (day > end) return days
    days.push(day)
  }
}

/** The calendar ends there; a plan without an end is never asked for so far. */
const lastYear = 2199

export type DueState =
  | { readonly state: 'open' }
  | { readonly state: 'paid' }
  | { readonly state: 'late'; readonly days: number }

/** Returns the state of an expected payment: paid by an entry that names it, late from the day after its day on. */
export function dueState(due: { readonly day: MarketDay; readonly isPaid: boolean }, today: MarketDay): DueState {
  if (due.isPaid) return { state: 'paid' }
  const days = calendarDaysBetween(due.day, today)
  return days > 0 ? { state: 'late', days } : { state: 'open' }
}

// The days of a month as weeks from Monday to Sunday, with what was earned on each.
import type { TradeStatisticsReply } from '@clubfolio/contract'
import { type Cents, toCents } from '@clubfolio/domain'
import dayjs from 'dayjs'

type DayResult = TradeStatisticsReply['days'][number]

export interface CalendarDay {
  readonly day: string
  /** Outside of the month it completes a week. */
  readonly isInMonth: boolean
  readonly result: DayResult | undefined
}

export interface CalendarWeek {
  readonly days: readonly CalendarDay[]
  /** Of its days in the month. */
  readonly count: number
  readonly total: Cents
}

/** Returns the weeks that a month touches: March 2026 begins in the week of Monday 2026-02-23. */
export function calendarWeeks(month: string, results: readonly DayResult[]): CalendarWeek[] {
  const byDay = new Map(results.map((result) => [result.day, result]))
  const first = dayjs(`${month}-01`)
  const start = first.subtract((first.day() + 6) % 7, 'day')
  const weeks: CalendarWeek[] = []
  for (let monday = start; monday.isBefore(first.endOf('month')); monday = monday.add(7, 'day')) {
    const days = Array.from({ length: 7 }, (_, index) => {
      const day = monday.add(index, 'day').format('YYYY-MM-DD')
      const isInMonth = day.startsWith(month)
      return { day, isInMonth, result: isInMonth ? byDay.get(day) : undefined }
    })
    weeks.push({
      days,
      count: days.reduce((sum, { result }) => sum + (result?.count ?? 0), 0),
      total: toCents(days.reduce((sum, { result }) => sum + (result?.result ?? 0n), 0n)),
    })
  }
  return weeks
}

/** Returns the month of the last result; of today without any. */
export const lastResultMonth = (results: readonly DayResult[], today: string): string =>
  (results.at(-1)?.day ?? today).slice(0, 7)

// Computes occurrences of daily, weekly and monthly schedules on the New York clock.
import { type EpochMs, type MarketDay, toEpochMs } from '../kind.ts'
import { dayMs, addCalendarDays, dayNumberOf, marketDayOfNumber, weekdayOfNumber } from './market-day.ts'
import { newYorkDateAt, newYorkInstant } from './new-york-time.ts'

export type Recurrence =
  | { readonly frequency: 'DAILY'; readonly hour: number }
  /** 1 is Monday, 7 Sunday. */
  | { readonly frequency: 'WEEKLY'; readonly hour: number; readonly weekday: number }
  /** 1 to 31; in a shorter month the last day is used. */
  | { readonly frequency: 'MONTHLY'; readonly hour: number; readonly monthDay: number }

/**
 * Returns the first occurrence after an instant. The hour follows the wall clock: 8:00 stays 8:00 across
 * daylight-saving changes, the hour repeated in autumn counts once (the first), and 2:00 on the spring day that has
 * none occurs at 3:00.
 * Example: weekly on Monday at 8, after 2026-03-04T15:00Z, is 2026-03-09T12:00Z (8:00 in summer time, which began the
 * day before).
 */
export function nextOccurrence(recurrence: Recurrence, afterMs: EpochMs): EpochMs {
  let day = newYorkDateAt(afterMs)
  // The day itself if its hour is still ahead; otherwise the next matching day, at most 31 days later.
  for (let step = 0; step <= 32; step++) {
    if (isDay(recurrence, day)) {
      const instant = newYorkInstant(day, recurrence.hour * 60)
      if (instant > afterMs) return instant
    }
    day = addCalendarDays(day, 1)
  }
  throw new Error(`No occurrence within a month of ${new Date(afterMs).toISOString()}.`)
}

/**
 * Returns the last occurrence at or before `nowMs`, starting with `firstMs`, which is itself an occurrence. A year of
 * missed occurrences yields only the last one.
 */
export function lastOccurrence(recurrence: Recurrence, firstMs: EpochMs, nowMs: EpochMs): EpochMs {
  // Consecutive occurrences are at most 31 days plus one clock change apart.
  let found = toEpochMs(Math.max(firstMs, nextOccurrence(recurrence, toEpochMs(Math.max(firstMs, nowMs - 33 * dayMs)))))
  if (found > nowMs) return firstMs
  for (let next = nextOccurrence(recurrence, found); next <= nowMs; next = nextOccurrence(recurrence, found))
    found = next
  return found
}

function isDay(recurrence: Recurrence, day: MarketDay): boolean {
  switch (recurrence.frequency) {
    case 'DAILY':
      return true
    case 'WEEKLY':
      return (weekdayOfNumber(dayNumberOf(day)) || 7) === recurrence.weekday
    case 'MONTHLY': {
      const date = Number(day.slice(8))
      return date === recurrence.monthDay || (date < recurrence.monthDay && addCalendarDays(day, 1).endsWith('-01'))
    }
  }
}

/** Returns the first day of a day's month: `monthStart('2026-03-15')` is 2026-03-01. */
export const monthStart = (day: MarketDay): MarketDay => addCalendarDays(day, 1 - Number(day.slice(8)))

/** Returns the Monday of a day's week: `weekStart('2026-03-04')` is 2026-03-02. */
export const weekStart = (day: MarketDay): MarketDay =>
  marketDayOfNumber(dayNumberOf(day) - ((weekdayOfNumber(dayNumberOf(day)) + 6) % 7))

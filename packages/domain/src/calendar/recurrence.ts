// When something that comes again every day, week or month comes next, by the clock of New York.
import type { EpochMs, MarketDay } from '../kind.ts'
import { addCalendarDays, dayNumberOf, marketDayOfNumber, weekdayOfNumber } from './market-day.ts'
import { newYorkDateAt, newYorkInstant } from './new-york-time.ts'

export type Recurrence =
  | { readonly frequency: 'DAILY'; readonly hour: number }
  /** 1 is Monday, 7 Sunday. */
  | { readonly frequency: 'WEEKLY'; readonly hour: number; readonly weekday: number }
  /** 1 to 31; a day that a month does not have is its last. */
  | { readonly frequency: 'MONTHLY'; readonly hour: number; readonly monthDay: number }

/**
 * The first time after an instant. The hour counts by the clock on the wall: 8:00 stays 8:00 when daylight saving begins or ends, the
 * hour that comes twice in autumn counts once (the first), and 2:00 on the day in spring that has none comes at 3:00.
 * Example: weekly on Monday at 8, after 2026-03-04T15:00Z, is 2026-03-09T12:00Z (8:00 in summer time, which began the day before).
 */
export function nextOccurrence(recurrence: Recurrence, afterMs: EpochMs): EpochMs {
  let day = newYorkDateAt(afterMs)
  // The day itself, when its hour is still to come; else the next of its kind, at most 31 days on.
  for (let step = 0; step <= 32; step++) {
    if (isDay(recurrence, day)) {
      const instant = newYorkInstant(day, recurrence.hour * 60)
      if (instant > afterMs) return instant
    }
    day = addCalendarDays(day, 1)
  }
  throw new Error(`No occurrence within a month of ${new Date(afterMs).toISOString()}.`)
}

/** The last time at or before an instant, counting from `firstMs`, which is a time itself. A year missed is one time, its last. */
export function lastOccurrence(recurrence: Recurrence, firstMs: EpochMs, nowMs: EpochMs): EpochMs {
  // No two times lie further apart than 31 days and a switch of the clock.
  let found = Math.max(firstMs, nextOccurrence(recurrence, Math.max(firstMs, nowMs - 33 * 86_400_000) as EpochMs)) as EpochMs
  if (found > nowMs) return firstMs
  for (let next = nextOccurrence(recurrence, found); next <= nowMs; next = nextOccurrence(recurrence, found)) found = next
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

/** The first day of a day's month: `monthStart('2026-03-15')` is 2026-03-01. */
export const monthStart = (day: MarketDay): MarketDay => addCalendarDays(day, 1 - Number(day.slice(8)))

/** The Monday of a day's week: `weekStart('2026-03-04')` is 2026-03-02. */
export const weekStart = (day: MarketDay): MarketDay => marketDayOfNumber(dayNumberOf(day) - ((weekdayOfNumber(dayNumberOf(day)) + 6) % 7))

// Opening and closing instants of sessions, and the market day to which any instant belongs.

import type { EpochMs, MarketDay } from '../kind.ts'
import { dayNumberOf, marketDayOfNumber } from './market-day.ts'
import { newYorkDayNumberAt, newYorkInstantOfNumber } from './new-york-time.ts'
import { sessionTable, sessionsThrough } from './session-table.ts'

/** Minutes after midnight, New York. */
export const OPEN_MINUTE = 9 * 60 + 30
export const CLOSE_MINUTE = 16 * 60
export const EARLY_CLOSE_MINUTE = 13 * 60

/** Opening and closing times of a session; `isEarlyClose` marks days that end at 13:00. */
export interface SessionHours {
  readonly openMs: EpochMs
  readonly closeMs: EpochMs
  readonly isEarlyClose: boolean
}

function closeOfNumber(dayNumber: number): EpochMs {
  const isEarly = sessionTable().earlyCloses.has(dayNumber)
  return newYorkInstantOfNumber(dayNumber, isEarly ? EARLY_CLOSE_MINUTE : CLOSE_MINUTE)
}

function isSessionNumber(dayNumber: number): boolean {
  return sessionTable().dayNumbers[sessionsThrough(dayNumber) - 1] === dayNumber
}

/**
 * Returns the opening and closing instants of a session, or null on a day without one. Today's hours (9:30 to 16:00)
 * are used for all years.
 * Example: 2026-11-27, the day after Thanksgiving, is open from 14:30Z to 18:00Z.
 */
export function sessionHours(day: MarketDay): SessionHours | null {
  const number = dayNumberOf(day)
  if (!isSessionNumber(number)) return null
  return {
    openMs: newYorkInstantOfNumber(number, OPEN_MINUTE),
    closeMs: closeOfNumber(number),
    isEarlyClose: sessionTable().earlyCloses.has(number),
  }
}

/** Returns whether a session ends at 13:00 instead of 16:00. */
export function isEarlyClose(day: MarketDay): boolean {
  const number = dayNumberOf(day)
  return sessionTable().earlyCloses.has(number) && isSessionNumber(number)
}

/**
 * Returns whether an instant lies in the regular hours of a session, including the opening instant but not the closing
 * one.
 */
export function isInSession(epochMs: EpochMs): boolean {
  const number = newYorkDayNumberAt(epochMs)
  return (
    isSessionNumber(number) && epochMs >= newYorkInstantOfNumber(number, OPEN_MINUTE) && epochMs < closeOfNumber(number)
  )
}

/**
 * Returns the ordinal of the session to which an instant belongs (see `marketDayAt`), for code that counts sessions.
 */
export function sessionOrdinalAt(epochMs: EpochMs): number {
  const number = newYorkDayNumberAt(epochMs)
  const through = sessionsThrough(number)
  const isRunning = isSessionNumber(number) && epochMs < closeOfNumber(number)
  return isRunning ? through - 1 : through
}

/**
 * Returns the market day to which an instant belongs. A market day runs from the close of the previous session up to
 * its own close (16:00 New York, 13:00 on early closes), so evening, weekend and holiday ticks belong to the next
 * session. The closing instant itself is the first of the next market day. `newYorkDateAt` gives the plain date.
 * Source: docs/rules/paper-brokerage.md, "Two clocks".
 * Example: Friday 2026-03-06 at 17:00 in New York belongs to Monday 2026-03-09.
 */
export function marketDayAt(epochMs: EpochMs): MarketDay {
  const number = sessionTable().dayNumbers[sessionOrdinalAt(epochMs)]
  if (number === undefined) throw new RangeError(`The calendar has no session at or after ${epochMs}`)
  return marketDayOfNumber(number)
}

/**
 * Returns the last session that has closed at an instant: the last day covered by levels, closes and lists of finished
 * sessions.
 * Example: Friday 2026-03-06 at 15:59 in New York gives Thursday 2026-03-05, at 16:00 Friday itself.
 */
export function lastFinishedSessionAt(epochMs: EpochMs): MarketDay {
  const number = sessionTable().dayNumbers[sessionOrdinalAt(epochMs) - 1]
  if (number === undefined) throw new RangeError(`The calendar has no session before ${epochMs}`)
  return marketDayOfNumber(number)
}

/**
 * Returns the interval of instants whose ticks belong to a session: from the close of the previous session (inclusive)
 * to its own close (exclusive). Throws a RangeError on a day without a session. Example: Monday 2026-03-09 begins on
 * Friday at 21:00Z.
 */
export function marketDaySpan(day: MarketDay): { fromMs: EpochMs; untilMs: EpochMs } {
  const number = dayNumberOf(day)
  if (!isSessionNumber(number)) throw new RangeError(`No session on ${day}`)
  const previous = sessionTable().dayNumbers[sessionsThrough(number) - 2]
  if (previous === undefined) throw new RangeError(`No session before ${day}`)
  return { fromMs: closeOfNumber(previous), untilMs: closeOfNumber(number) }
}

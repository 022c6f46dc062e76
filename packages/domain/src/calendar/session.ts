// Queries over the sessions of the New York Stock Exchange: which days are sessions and how many lie between two days.
// Saturday sessions (to 1952) are not covered; years before 1950 follow the rules of 1950.

import type { MarketDay } from '../kind.ts'
import { dayNumberOf, marketDayOfNumber } from './market-day.ts'
import { sessionTable, sessionsThrough } from './session-table.ts'

/**
 * Returns whether the exchange has a session on this day. Example: 2026-07-03 has none (Independence Day is observed).
 */
export function isSession(day: MarketDay): boolean {
  const number = dayNumberOf(day)
  return sessionTable().dayNumbers[sessionsThrough(number) - 1] === number
}

/**
 * Returns the ordinal of the last session on or before a day, counted from 0; the difference of two ordinals is a
 * distance. Inverse of `sessionOfOrdinal`. Throws a RangeError outside 1900 to 2199.
 */
export function sessionOrdinal(day: MarketDay): number {
  return sessionsThrough(dayNumberOf(day)) - 1
}

/** The text of the sessions that were asked for: writing it takes much longer than finding it. */
const sessionDays = new Map<number, MarketDay>()

/** Returns the session with an ordinal; throws a RangeError if there is none. */
export function sessionOfOrdinal(ordinal: number): MarketDay {
  const known = sessionDays.get(ordinal)
  if (known !== undefined) return known
  const number = sessionTable().dayNumbers[ordinal]
  if (number === undefined) throw new RangeError(`No session has the number ${ordinal}`)
  const day = marketDayOfNumber(number)
  sessionDays.set(ordinal, day)
  return day
}

/** Returns the last session on or before a day. Example: Sunday 2026-03-08 gives Friday 2026-03-06. */
export function sessionOnOrBefore(day: MarketDay): MarketDay {
  return sessionOfOrdinal(sessionOrdinal(day))
}

/** Returns the first session on or after a day. Example: Saturday 2026-03-07 gives Monday 2026-03-09. */
export function sessionOnOrAfter(day: MarketDay): MarketDay {
  return isSession(day) ? day : nextSession(day)
}

/** Returns the first session after a day. Example: Thursday 2026-07-02 gives Monday 2026-07-06. */
export function nextSession(day: MarketDay): MarketDay {
  return sessionOfOrdinal(sessionOrdinal(day) + 1)
}

/** Returns the last session before a day. Example: Monday 2026-07-06 gives Thursday 2026-07-02. */
export function previousSession(day: MarketDay): MarketDay {
  return sessionOfOrdinal(sessionsThrough(dayNumberOf(day) - 1) - 1)
}

/**
 * Returns the session `sessions` business days later (negative: earlier); a day without a session counts as the session
 * before it. Example: Friday 2026-03-06 and 1 give Monday 2026-03-09.
 */
export function addSessions(day: MarketDay, sessions: number): MarketDay {
  return sessionOfOrdinal(sessionOrdinal(day) + sessions)
}

/**
 * Returns all sessions from one day to another in order, inclusive of both if they are sessions; empty if `to` is
 * earlier.
 */
export function sessionsBetween(from: MarketDay, to: MarketDay): MarketDay[] {
  const days: MarketDay[] = []
  const last = sessionOrdinal(to)
  for (let ordinal = sessionsThrough(dayNumberOf(from) - 1); ordinal <= last; ordinal += 1)
    days.push(sessionOfOrdinal(ordinal))
  return days
}

/**
 * Returns the business days from one day to another: the sessions after `from` up to and including `to`; negative if
 * `to` is earlier. Example: Friday 2026-03-06 to Monday 2026-03-09 is 1, and to itself 0.
 */
export function sessionDistance(from: MarketDay, to: MarketDay): number {
  return sessionOrdinal(to) - sessionOrdinal(from)
}

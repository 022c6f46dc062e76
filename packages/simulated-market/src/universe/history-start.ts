// The only fixed point in time of the simulated market: its first session. Every price follows from it and the seed.

import { marketDay, sessionOfOrdinal, sessionOrdinal } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'

/** The first session of the simulated history, at least twenty years before any clock from 2024 on. */
export const HISTORY_START: MarketDay = marketDay('2004-01-02')

const START_ORDINAL = sessionOrdinal(HISTORY_START)

/**
 * Returns the number of a session in the simulated history, 0 for its first; a day without a session counts as the
 * previous one.
 */
export function sessionNumberOf(day: MarketDay): number {
  return sessionOrdinal(day) - START_ORDINAL
}

const knownDays: MarketDay[] = []

/**
 * Returns the session with a number in the simulated history. Days are cached, because bars request them by the
 * million.
 */
export function sessionOfNumber(number: number): MarketDay {
  const known = knownDays[number]
  if (known !== undefined) return known
  if (number < 0) return sessionOfOrdinal(number + START_ORDINAL)
  while (knownDays.length <= number) knownDays.push(sessionOfOrdinal(knownDays.length + START_ORDINAL))
  return knownDays[number]!
}

/** Converts an ordinal of the calendar's sessions to a session number of the simulated history. */
export function sessionNumberOfOrdinal(ordinal: number): number {
  return ordinal - START_ORDINAL
}

// The one fixed point in time of the simulated market: its first session. Every price follows from it and the seed.

import { marketDay, sessionOfOrdinal, sessionOrdinal } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'

/** The first session of the simulated history; twenty years lie between it and every clock from 2024 on. */
export const HISTORY_START: MarketDay = marketDay('2004-01-02')

const START_ORDINAL = sessionOrdinal(HISTORY_START)

/** The number of a session in the simulated history, 0 for its first; a day without session counts as the one before. */
export function sessionNumberOf(day: MarketDay): number {
  return sessionOrdinal(day) - START_ORDINAL
}

const knownDays: MarketDay[] = []

/** The session with a number in the simulated history. The days are remembered: bars by the million ask for them. */
export function sessionOfNumber(number: number): MarketDay {
  const known = knownDays[number]
  if (known !== undefined) return known
  if (number < 0) return sessionOfOrdinal(number + START_ORDINAL)
  while (knownDays.length <= number) knownDays.push(sessionOfOrdinal(knownDays.length + START_ORDINAL))
  return knownDays[number]!
}

/** Turns a running number of all sessions, as the calendar counts them, into one of the simulated history. */
export function sessionNumberOfOrdinal(ordinal: number): number {
  return ordinal - START_ORDINAL
}

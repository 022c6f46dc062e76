// Daily returns of closes on a given list of sessions, so that the returns of two instruments lie at the same places.
// Statistics of returns are plain numbers.
import type { MarketDay } from '../kind.ts'

/** One return per session, null where it is unknown. A return of 0.01 is 1 % up. */
export type ReturnSeries = readonly (number | null)[]

/**
 * The standard deviation below which a price did not move: what remains of equal returns when their mean is taken.
 */
export const leastDeviation = 1e-9

/** Minimum number of returns for a beta or a correlation. */
export const minReturns = 60

/**
 * Returns the return of each session but the first. It is known where the instrument has a close on that session and on
 * the one before it: a gap of a session costs two returns, and never becomes one return of two days.
 * Example: closes 100, 101, none, 103 and 104 on five sessions give 0.01, null, null and 0.0097.
 */
export function dailyReturns(sessions: readonly MarketDay[], closes: ReadonlyMap<MarketDay, number>): ReturnSeries {
  return sessions.slice(1).map((day, index) => {
    const [before, close] = [closes.get(sessions[index]!), closes.get(day)]
    return before === undefined || close === undefined || before <= 0 ? null : close / before - 1
  })
}

/** Returns how many returns are known. */
export const countReturns = (series: ReturnSeries): number => series.filter((one) => one !== null).length

/** Returns the pairs of the sessions on which both returns are known. */
export function pairReturns(one: ReturnSeries, other: ReturnSeries): (readonly [number, number])[] {
  return one.flatMap((value, index) => {
    const its = other[index]
    return value === null || its === null || its === undefined ? [] : [[value, its] as const]
  })
}

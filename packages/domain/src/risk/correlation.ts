// How much instruments move together. All pairs are measured over the same sessions: over different ones, the figures
// of three pairs could contradict each other.
// Source: docs/rules/trading.md, "Portfolio risk".
import { countReturns, leastDeviation, minReturns, type ReturnSeries } from './daily-return.ts'

export interface CorrelationMatrix {
  /** The instruments in it, in the order given. */
  readonly codes: readonly string[]
  /** Row by row, each from -1 to 1. */
  readonly values: readonly (readonly number[])[]
  /** Sessions on which every instrument in it has a return. */
  readonly sessions: number
  /** The instrument with the fewest returns, if it has fewer than another one in it. */
  readonly shortest: string | null
  /** Instruments with too few returns, or whose price did not move. */
  readonly leftOut: readonly string[]
}

export interface NamedReturns {
  readonly code: string
  readonly returns: ReturnSeries
}

/**
 * Returns the correlations of the returns over the sessions that all instruments share. An instrument with fewer than
 * `least` returns is left out; as long as the rest share fewer, so is the one with the fewest.
 * Example: 1 %, -2 %, 3 % and 2 %, -4 %, 6 % correlate with 1; the second with its reverse with -1.
 */
export function correlateReturns(instruments: readonly NamedReturns[], least = minReturns): CorrelationMatrix {
  let kept = instruments.filter(({ returns }) => countReturns(returns) >= Math.max(2, least))
  let shared = sharedSessions(kept)
  while (kept.length > 0 && shared.length < Math.max(2, least)) {
    const fewest = shortestOf(kept)
    kept = kept.filter((one) => one !== fewest)
    shared = sharedSessions(kept)
  }
  const measured = kept.flatMap(({ code, returns }) => {
    const standard = standardise(shared.map((index) => returns[index]!))
    return standard === null ? [] : [{ code, standard }]
  })
  const codes = measured.map(({ code }) => code)
  const members = kept.filter(({ code }) => codes.includes(code))
  const counts = members.map(({ returns }) => countReturns(returns))
  return {
    codes,
    values: measured.map(({ standard }, row) =>
      measured.map((other, column) => (row === column ? 1 : product(standard, other.standard))),
    ),
    sessions: measured.length === 0 ? 0 : shared.length,
    shortest: Math.min(...counts) < Math.max(...counts) ? shortestOf(members).code : null,
    leftOut: instruments.flatMap(({ code }) => (codes.includes(code) ? [] : [code])),
  }
}

function shortestOf(instruments: readonly NamedReturns[]): NamedReturns {
  return instruments.reduce((shortest, one) =>
    countReturns(one.returns) < countReturns(shortest.returns) ? one : shortest,
  )
}

function sharedSessions(instruments: readonly NamedReturns[]): number[] {
  const [first] = instruments
  if (!first) return []
  return first.returns.flatMap((_, index) =>
    instruments.every(({ returns }) => typeof returns[index] === 'number') ? [index] : [],
  )
}

/** Returns the returns about their mean, with a length of 1; null where they do not differ. */
function standardise(returns: readonly number[]): readonly number[] | null {
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length
  const about = returns.map((one) => one - mean)
  const length = Math.sqrt(about.reduce((sum, one) => sum + one * one, 0))
  return length / Math.sqrt(returns.length) < leastDeviation ? null : about.map((one) => one / length)
}

const product = (one: readonly number[], other: readonly number[]): number =>
  Math.max(
    -1,
    Math.min(
      1,
      one.reduce((sum, value, index) => sum + value * other[index]!, 0),
    ),
  )

// How much an instrument moves with a benchmark, from the daily returns of both.
// Source: docs/rules/trading.md, "Portfolio risk".
import { leastDeviation, minReturns, pairReturns, type ReturnSeries } from './daily-return.ts'

export interface Beta {
  /** Null with too few returns, or while the benchmark did not move. */
  readonly beta: number | null
  /** Sessions on which both returns are known. */
  readonly sessions: number
}

/**
 * Returns the beta of an instrument: the covariance of its returns with those of the benchmark, divided by the variance
 * of the benchmark's, over the sessions that have both. Null with fewer than `least` of them.
 * Example: returns 2 %, -4 %, 6 % where the benchmark returned 1 %, -2 %, 3 % have a beta of 2.
 */
export function measureBeta(instrument: ReturnSeries, benchmark: ReturnSeries, least = minReturns): Beta {
  const pairs = pairReturns(instrument, benchmark)
  const sessions = pairs.length
  if (sessions < Math.max(2, least)) return { beta: null, sessions }
  const meanOwn = pairs.reduce((sum, [own]) => sum + own, 0) / sessions
  const meanBenchmark = pairs.reduce((sum, [, its]) => sum + its, 0) / sessions
  let covariance = 0
  let variance = 0
  for (const [own, its] of pairs) {
    covariance += (own - meanOwn) * (its - meanBenchmark)
    variance += (its - meanBenchmark) ** 2
  }
  return { beta: Math.sqrt(variance / sessions) < leastDeviation ? null : covariance / variance, sessions }
}

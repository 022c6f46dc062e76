// Volatility and the ratios of daily returns, alone and against a benchmark.
// Source: docs/returns.md, "Returns and risk"; C. Bacon, Practical Portfolio Performance Measurement and Attribution,
// 2nd ed. (2008), chapter 4.
import type { MarketDay } from '../kind.ts'
import { measureBeta } from '../risk/beta.ts'
import { correlateReturns } from '../risk/correlation.ts'
import { leastDeviation, minReturns } from '../risk/daily-return.ts'
import { hasCollapsed, returnsOf, type ReturnLine } from './return-line.ts'

/** Minimum number of daily returns for these figures to be meaningful. */
export const minObservations = minReturns
const sessionsPerYear = 252

export interface ReturnRatios {
  /** Standard deviation of the daily returns (n - 1), times the square root of 252. */
  readonly volatility: number
  /** Of the returns below the risk-free rate of a day, over all returns (n), times the square root of 252. */
  readonly downside: number
  /** (mean daily return x 252 - risk-free rate) / volatility; undefined without volatility. */
  readonly sharpe: number | undefined
  /** The same over the downside deviation; undefined where no return was below the rate. */
  readonly sortino: number | undefined
  readonly observations: number
}

/** Undefined ("n/a") with fewer than 60 daily returns, or with a value of zero or less. The rate is per year. */
export function measureRatios(line: ReturnLine, riskFreeRate: number): ReturnRatios | undefined {
  const changes = returnsOf(line).map(({ change }) => change)
  if (changes.length < minObservations || hasCollapsed(line)) return undefined
  const excess = meanOf(changes) * sessionsPerYear - riskFreeRate
  const volatility = yearly(deviationOf(changes))
  const target = riskFreeRate / sessionsPerYear
  const downside = yearly(Math.sqrt(meanOf(changes.map((change) => Math.min(change - target, 0) ** 2))))
  return {
    volatility,
    downside,
    sharpe: volatility === 0 ? undefined : excess / volatility,
    sortino: downside === 0 ? undefined : excess / downside,
    observations: changes.length,
  }
}

export interface BenchmarkRatios {
  readonly beta: number | undefined
  readonly correlation: number | undefined
  /** Standard deviation (n - 1) of the daily differences, times the square root of 252. */
  readonly trackingError: number
  /** Mean daily difference x 252 / tracking error; undefined without one. */
  readonly information: number | undefined
  readonly observations: number
}

/**
 * Compares the returns with those of a benchmark between the same two closes; a day on which the benchmark has no close
 * is in neither. Undefined ("n/a") with fewer than 60 of them, or with a value of zero or less.
 */
export function compareReturns(line: ReturnLine, closes: ReadonlyMap<MarketDay, number>): BenchmarkRatios | undefined {
  if (hasCollapsed(line)) return undefined
  const pairs = returnsOf(line).flatMap(({ from, day, change }) => {
    const [before, close] = [closes.get(from), closes.get(day)]
    return before === undefined || close === undefined || before <= 0 ? [] : [[change, close / before - 1] as const]
  })
  if (pairs.length < minObservations) return undefined
  const own = pairs.map(([one]) => one)
  const its = pairs.map(([, one]) => one)
  const differences = pairs.map(([one, other]) => one - other)
  const trackingError = yearly(deviationOf(differences))
  const { values } = correlateReturns([
    { code: 'own', returns: own },
    { code: 'its', returns: its },
  ])
  return {
    beta: measureBeta(own, its).beta ?? undefined,
    correlation: values[0]?.[1],
    trackingError,
    information: trackingError < leastDeviation ? undefined : (meanOf(differences) * sessionsPerYear) / trackingError,
    observations: pairs.length,
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/** Standard deviation of a sample. */
function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1))
}

const yearly = (deviation: number): number => deviation * Math.sqrt(sessionsPerYear)

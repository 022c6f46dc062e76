// Risk figures of the unit values: drawdown, volatility, Sharpe ratio. Deposits cannot hide a loss here, because they
// do not move the unit value. These are statistics, so they are plain numbers.
import { fractionToNumber } from '../money/fraction.ts'
import type { MarketDay } from '../kind.ts'
import type { Valuation } from './book.ts'
import { unitValueOf } from './unit-value.ts'

export interface RiskFigures {
  /** Deepest fall from a peak as a negative fraction of it: -0.25 is 25 % down. */
  readonly maxDrawdown: number
  readonly drawdownFrom: MarketDay
  readonly drawdownTo: MarketDay
  /** Standard deviation of the daily returns (n - 1), times the square root of 252. */
  readonly volatility: number
  /** (mean daily return x 252 - risk-free rate) / volatility; undefined if the volatility is zero. */
  readonly sharpe: number | undefined
  readonly riskFreeRate: number
  readonly observations: number
}

/** Minimum number of daily returns for these figures to be meaningful. */
export const minObservations = 60
const sessionsPerYear = 252

/**
 * Computes the risk figures of a series of unit values; undefined ("n/a") with fewer than 60 daily returns or a unit
 * value of zero or less. `riskFreeRate` is per year, 0.04 for 4 %, and is returned with the result.
 * Source: docs/rules/fund.md, "Performance figures".
 */
export function riskFigures(valuations: readonly Valuation[], riskFreeRate: number): RiskFigures | undefined {
  if (valuations.length <= minObservations || valuations.some((valuation) => valuation.rate.numerator <= 0n))
    return undefined
  const line = valuations.map((valuation) => ({
    day: valuation.day,
    value: fractionToNumber(unitValueOf(valuation.rate)),
  }))
  const returns = line.slice(1).map((point, index) => point.value / (line[index]?.value ?? point.value) - 1)
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length
  const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (returns.length - 1)
  const volatility = Math.sqrt(variance * sessionsPerYear)
  return {
    ...deepestFall(line),
    volatility,
    sharpe: volatility === 0 ? undefined : (mean * sessionsPerYear - riskFreeRate) / volatility,
    riskFreeRate,
    observations: returns.length,
  }
}

function deepestFall(
  line: ReadonlyArray<{ readonly day: MarketDay; readonly value: number }>,
): Pick<RiskFigures, 'maxDrawdown' | 'drawdownFrom' | 'drawdownTo'> {
  const [first] = line
  if (!first) throw new RangeError('A drawdown needs at least one value')
  let peak = first
  let deepest = { maxDrawdown: 0, drawdownFrom: first.day, drawdownTo: first.day }
  for (const point of line) {
    if (point.value > peak.value) peak = point
    const fall = point.value / peak.value - 1
    if (fall < deepest.maxDrawdown) deepest = { maxDrawdown: fall, drawdownFrom: peak.day, drawdownTo: point.day }
  }
  return deepest
}

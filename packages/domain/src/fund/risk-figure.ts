// Risk figures of the unit values: drawdown, volatility, Sharpe ratio. Deposits cannot hide a loss here, because they
// do not move the unit value. These are statistics, so they are plain numbers.
import type { MarketDay } from '../kind.ts'
import { listDrawdowns } from '../return/drawdown.ts'
import { measureRatios, type ReturnRatios } from '../return/return-ratio.ts'
import type { Valuation } from './book.ts'
import { fundLine } from './fund-line.ts'

export interface RiskFigures extends Pick<ReturnRatios, 'volatility' | 'sharpe' | 'observations'> {
  /** Deepest fall from a peak as a negative fraction of it: -0.25 is 25 % down. */
  readonly maxDrawdown: number
  readonly drawdownFrom: MarketDay
  readonly drawdownTo: MarketDay
  readonly riskFreeRate: number
}

/**
 * Computes the risk figures of a series of unit values; undefined ("n/a") with fewer than 60 daily returns or a unit
 * value of zero or less. `riskFreeRate` is per year, 0.04 for 4 %, and is returned with the result.
 * Source: docs/rules/fund.md, "Performance figures".
 */
export function riskFigures(valuations: readonly Valuation[], riskFreeRate: number): RiskFigures | undefined {
  const line = fundLine(valuations)
  const ratios = measureRatios(line, riskFreeRate)
  const [first] = line
  if (ratios === undefined || first === undefined) return undefined
  const { volatility, sharpe, observations } = ratios
  const falls = listDrawdowns(line, 0)
  const depth = Math.min(...falls.map((one) => one.depth))
  const deepest = falls.find((one) => one.depth === depth)
  return {
    maxDrawdown: deepest?.depth ?? 0,
    drawdownFrom: deepest?.from ?? first.day,
    drawdownTo: deepest?.lowest ?? first.day,
    volatility,
    sharpe,
    riskFreeRate,
    observations,
  }
}

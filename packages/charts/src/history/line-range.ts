// Which points of a line chart a range holds, or why it is disabled. Gains of several lines are counted from their
// first common day.

import { findRangeBase, type ChartRange, type PointStep, type RangeBase, type RangeTimes } from '../chart-range.ts'
import { cleanPoints, joinTimes, type LineSeries } from './line-point.ts'
import { cutToCommon, lastToBegin } from './rebase-lines.ts'
import type { ValueUnit } from './value-unit.ts'

/** Returns the times that the chart draws, as ranges need them. Memoize the result while the series are unchanged. */
export function lineTimes(series: readonly LineSeries[], unit: ValueUnit, step: PointStep): RangeTimes {
  const clean = series.map((line) => ({ ...line, points: cleanPoints(line.points) }))
  const times = joinTimes((unit === 'percent' ? cutToCommon(clean) : clean).map(({ points }) => points))
  return {
    length: times.length,
    timeAt: (index) => times[index] ?? Infinity,
    step,
    leastAfter: 1,
    name: series.length > 1 ? lastToBegin(clean)?.name : undefined,
  }
}

/**
 * Returns why daily gains cannot show a range, for each range asked; undefined when they can.
 * @example gainRangeRefusals(series)('1Y') // 'SPY begins on 2026-03-02, after the close of 2025-11-25'
 */
export function gainRangeRefusals(series: readonly LineSeries[]): (range: ChartRange) => string | undefined {
  const times = lineTimes(series, 'percent', 'DAILY')
  return (range) => {
    const base: RangeBase = findRangeBase(range, times)
    return 'refusal' in base ? base.refusal : undefined
  }
}

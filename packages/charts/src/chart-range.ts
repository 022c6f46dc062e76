// The range buttons of every chart: which points a range holds, or why it cannot be shown. The domain defines the
// meaning of the names.

import {
  lastSessionOf,
  marketDayAt,
  rangeBaseDay,
  type MarketDay,
  type ReturnRange,
  type Timing,
  toEpochMs,
  toMarketDay,
} from '@clubfolio/domain'

export type ChartRange = ReturnRange
/** The specification's buttons, in its order (docs/rules/interface.md, "Historic chart"). */
export const chartRanges = [
  '1h',
  '1D',
  '1W',
  '1M',
  '1Y',
  '2Y',
  '3Y',
  'YTD',
  'All',
] as const satisfies readonly ChartRange[]

/** What a chart shows at first: a range, or as many of the latest bars as can be told apart. */
export type OpeningRange = ChartRange | 'Latest'

const hourMs = 3_600_000

interface Times {
  readonly length: number
  readonly timeAt: (index: number) => number
}

/**
 * Distance between points. Up to hours, points are instants; from a day on they stand for market days at midnight UTC.
 */
export type PointStep = 'MINUTES' | 'HOURS' | Timing

export interface RangeTimes extends Times {
  readonly step: PointStep
  /** Required where a point is named by the first of its days: the last day that the last point contains. */
  readonly lastDay?: MarketDay | undefined
  /** Name of the history, where several are compared. */
  readonly name?: string | undefined
  /** Bars need two points after the base; a line needs its base and one more point. */
  readonly leastAfter: 1 | 2
}

/** The start of a range, or the reason why it is disabled. */
export type RangeBase =
  | { readonly baseIndex: number; readonly baseDay: MarketDay | undefined }
  /**
   * `nearestIndex`: start of the view when the refused range was requested by name; no range button is pressed then.
   */
  | { readonly refusal: string; readonly nearestIndex: number | undefined }

/**
 * Returns the point from which a range is counted: the last one at or before the close with which the range begins. The
 * range is refused when the history starts later, or when that close lies inside one of the points, because the range
 * would then show something other than its name says. `All` is counted from the first point.
 */
export function findRangeBase(range: ChartRange, times: RangeTimes): RangeBase {
  const { length, timeAt, step } = times
  if (length === 0) return { refusal: 'No values yet', nearestIndex: undefined }
  if (range === 'All') return { baseIndex: 0, baseDay: undefined }
  const lastMs = timeAt(length - 1)
  if (range === '1h') {
    if (step !== 'MINUTES') return { refusal: 'Needs values that are closer than an hour', nearestIndex: undefined }
    return enough(lastAtOrBefore(times, lastMs - hourMs), undefined, times, 'an hour earlier')
  }
  const base = rangeBaseDay(range, times.lastDay ?? dayOf(lastMs, step))
  if (base === undefined) return { refusal: 'No values yet', nearestIndex: undefined }
  const index = firstIndexWhere(times, (timeMs) => dayOf(timeMs, step) > base) - 1
  if (isLongerThanDay(step) && lastSessionOf(step, base) !== base) {
    return {
      refusal: `The close of ${base} lies inside a ${step.toLowerCase()}; choose daily values`,
      nearestIndex: Math.max(0, index),
    }
  }
  return enough(index, base, times, `the close of ${base}`)
}

const isLongerThanDay = (step: PointStep): step is 'WEEK' | 'MONTH' | 'YEAR' =>
  step === 'WEEK' || step === 'MONTH' || step === 'YEAR'

function enough(baseIndex: number, baseDay: MarketDay | undefined, times: RangeTimes, start: string): RangeBase {
  if (baseIndex < 0)
    return {
      refusal: `${times.name ?? 'The history'} begins on ${dayOf(times.timeAt(0), times.step)}, after ${start}`,
      nearestIndex: undefined,
    }
  if (times.length - 1 - baseIndex < times.leastAfter)
    return { refusal: 'Only one value in this range', nearestIndex: undefined }
  return { baseIndex, baseDay }
}

/** Returns the market day of a point. */
export function dayOf(timeMs: number, step: PointStep): MarketDay {
  return step === 'MINUTES' || step === 'HOURS'
    ? marketDayAt(toEpochMs(timeMs))
    : toMarketDay(new Date(timeMs).toISOString().slice(0, 10))
}

const lastAtOrBefore = (times: Times, timeMs: number): number => firstIndexWhere(times, (each) => each > timeMs) - 1

/** Returns the index of the first time at or after `fromMs` in ascending `times`; their count when there is none. */
export function firstIndexFrom(times: Times, fromMs: number): number {
  return firstIndexWhere(times, (timeMs) => timeMs >= fromMs)
}

/** Returns the index of the first time for which `isReached` holds; it must then hold for all later times. */
function firstIndexWhere(times: Times, isReached: (timeMs: number) => boolean): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(times.timeAt(middle))) high = middle
    else low = middle + 1
  }
  return low
}

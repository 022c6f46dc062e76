// One price bar as every chart of this package takes it, and the length of a bar.

import { lastSessionOf, type MarketDay } from '@clubfolio/domain'
import { dayOf, type PointStep, type RangeTimes } from '../chart-range.ts'
import type { ChartZone } from '../chart-zone.ts'

/**
 * Open, high, low, close and volume of one span of time; `timeMs` is the start of the span (midnight UTC of the market
 * day for daily and coarser).
 */
export interface PriceBar {
  readonly timeMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface BarPeriod {
  readonly unit: 'minute' | 'hour' | 'day' | 'week' | 'month'
  readonly span: number
}

/**
 * Returns whether bars are intraday. Daily and coarser bars stand for market days and are labelled in UTC; in New York
 * time they would read one day early.
 */
export function isIntraday(period: BarPeriod): boolean {
  return period.unit === 'minute' || period.unit === 'hour'
}

/** Returns the zone in which bars of this period are labelled: exchange time for intraday, UTC for market days. */
export function zoneOf(period: BarPeriod): ChartZone {
  return isIntraday(period) ? 'America/New_York' : 'UTC'
}

const longSteps = { day: 'DAILY', week: 'WEEK', month: 'MONTH' } as const

function stepOf(period: BarPeriod): PointStep {
  if (period.unit === 'minute') return 'MINUTES'
  if (period.unit === 'hour') return 'HOURS'
  return period.unit === 'month' && period.span >= 12 ? 'YEAR' : longSteps[period.unit]
}

/**
 * Returns bars in the form that ranges need. `lastDay` is the last day of the market: a longer bar in progress contains
 * no later day.
 */
export function barTimes(bars: readonly PriceBar[], period: BarPeriod, lastDay: MarketDay | undefined): RangeTimes {
  const step = stepOf(period)
  const last = bars.at(-1)
  const isLong = step === 'WEEK' || step === 'MONTH' || step === 'YEAR'
  const end = isLong && last !== undefined ? lastSessionOf(step, dayOf(last.timeMs, step)) : undefined
  return {
    length: bars.length,
    timeAt: (index) => bars[index]?.timeMs ?? Infinity,
    step,
    leastAfter: 2,
    lastDay: end === undefined || lastDay === undefined || lastDay > end ? end : lastDay,
  }
}

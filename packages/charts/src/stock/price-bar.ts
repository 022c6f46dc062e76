// One price bar as every chart of this package takes it, and how long a bar lasts.

import type { ChartZone } from '../chart-zone.ts'

/** Open, high, low, close and volume of one span of time; `timeMs` is where the span begins (midnight UTC of the market day for daily and coarser). */
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

/** Daily and coarser bars stand for market days and are labelled in UTC, else they would read one day early in New York. */
export function isIntraday(period: BarPeriod): boolean {
  return period.unit === 'minute' || period.unit === 'hour'
}

/** The zone in which bars of this period are labelled: exchange time for intraday, UTC for market days. */
export function zoneOf(period: BarPeriod): ChartZone {
  return isIntraday(period) ? 'America/New_York' : 'UTC'
}

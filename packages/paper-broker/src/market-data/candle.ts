// Candles of the price history: longer frequencies are aggregated from days or minutes. Pure.

import { newYorkInstant, periodStart } from '@clubfolio/domain'
import type { PaperBar, PaperMinuteBar } from '../market/paper-market.ts'

export interface Candle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** Epoch milliseconds: a bar's first instant; a day is identified by its midnight in Chicago, as on the real wire. */
  readonly datetime: number
}

type PricedBar = Omit<Candle, 'datetime'>

const ONE_IN_THE_MORNING = 60
const MINUTE_MS = 60_000

function joined(into: Candle | undefined, bar: PricedBar, datetime: number): Candle {
  if (into === undefined)
    return { open: bar.open, high: bar.high, low: bar.low, close: bar.close, volume: bar.volume, datetime }
  return {
    ...into,
    high: Math.max(into.high, bar.high),
    low: Math.min(into.low, bar.low),
    close: bar.close,
    volume: into.volume + bar.volume,
  }
}

/** Returns one candle per day, week or month. A week or month is identified by its first session in `bars`. */
export function dayCandles(bars: readonly PaperBar[], frequency: 'daily' | 'weekly' | 'monthly'): Candle[] {
  const timing = { daily: 'DAILY', weekly: 'WEEK', monthly: 'MONTH' } as const
  const byPeriod = new Map<string, Candle>()
  for (const bar of bars) {
    const period = periodStart(timing[frequency], bar.day)
    byPeriod.set(period, joined(byPeriod.get(period), bar, newYorkInstant(bar.day, ONE_IN_THE_MORNING)))
  }
  return [...byPeriod.values()]
}

/** Returns one candle per `minutes` minutes, aligned to the clock. */
export function minuteCandles(bars: readonly PaperMinuteBar[], minutes: number): Candle[] {
  const byPeriod = new Map<number, Candle>()
  for (const bar of bars) {
    const start = bar.startMs - (bar.startMs % (minutes * MINUTE_MS))
    byPeriod.set(start, joined(byPeriod.get(start), bar, start))
  }
  return [...byPeriod.values()]
}

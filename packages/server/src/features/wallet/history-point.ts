// Values of an account over time, thinned to the steps of a timing. Pure: closes and readings come in, points go out.
import type { HistoryPoint, WalletTiming } from '@clubfolio/contract'
import {
  dayMs,
  dayNumberOf,
  type EpochMs,
  formatCents,
  marketDayAt,
  type MarketDay,
  periodStart,
  toCents,
  toEpochMs,
} from '@clubfolio/domain'

export interface ValueAt {
  readonly atMs: EpochMs
  readonly day: MarketDay
  readonly valueCents: bigint
  /** The official close of its day, not a reading within it. */
  readonly isClose: boolean
}

const minuteMs = 60_000
const intradayMs: Partial<Record<WalletTiming, number>> = {
  '5M': 5 * minuteMs,
  '1H': 60 * minuteMs,
  '4H': 240 * minuteMs,
}

/** Steps below a day show instants, the others market days. */
export const isIntradayStep = (timing: WalletTiming): boolean => intradayMs[timing] !== undefined

/**
 * Returns one point per step, the last value of the step; `values` are in order of time. From 1D on a point is dated
 * midnight UTC of the last market day in its step. Example: closes of Thursday and Friday and a reading on Monday give,
 * by week, Friday's close and Monday's reading.
 */
export function thinValues(values: readonly ValueAt[], timing: WalletTiming): ValueAt[] {
  const kept: ValueAt[] = []
  let lastStep: string | undefined
  for (const value of values) {
    const step = stepOf(value, timing)
    if (step === lastStep) kept.pop()
    kept.push(value)
    lastStep = step
  }
  return kept
}

function stepOf({ atMs, day }: ValueAt, timing: WalletTiming): string {
  const stepMs = intradayMs[timing]
  // A step never joins two days: the close of the first would be lost.
  if (stepMs !== undefined) return `${day} ${Math.floor(atMs / stepMs)}`
  if (timing === '1W') return periodStart('WEEK', day)
  if (timing === '1MONTH') return periodStart('MONTH', day)
  return timing === '1YEAR' ? periodStart('YEAR', day) : day
}

export const pointTime = (value: ValueAt, timing: WalletTiming): number =>
  isIntradayStep(timing) ? value.atMs : dayNumberOf(value.day) * dayMs

export const toPoint = (value: ValueAt, timing: WalletTiming): HistoryPoint => [
  pointTime(value, timing),
  Number(formatCents(toCents(value.valueCents))),
]

/** Returns a reading with the market day it belongs to, at most the account's today. */
export const readingAt = (at: Date, valueCents: bigint, today: MarketDay): ValueAt => {
  const atMs = toEpochMs(at.getTime())
  const day = marketDayAt(atMs)
  return { atMs, day: day > today ? today : day, valueCents, isClose: false }
}

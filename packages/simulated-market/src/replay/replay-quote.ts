// Replays recorded bars as if they were happening now: at a market time inside a bar, the price is the current point of
// the walk through it, and the forming day contains only what the walk has already passed.

import { sessionHours, toEpochMs } from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { barPath, priceInBar } from './bar-path.ts'
import type { PriceBar } from './bar-path.ts'

/** A recorded bar with the span of market time in which it is replayed, end exclusive. Prices in dollars as traded. */
export interface RecordedBar extends PriceBar {
  readonly fromMs: EpochMs
  readonly untilMs: EpochMs
  readonly volume: number
}

/** Returns a recorded daily bar over the regular hours of its day; throws a RangeError on a day without a session. */
export function recordedDay(day: MarketDay, bar: PriceBar & { readonly volume: number }): RecordedBar {
  const hours = sessionHours(day)
  if (hours === null) throw new RangeError(`No session on ${day}`)
  const { open, high, low, close, volume } = bar
  return { open, high, low, close, volume, fromMs: hours.openMs, untilMs: hours.closeMs }
}

/**
 * The day as replayed up to a market time: last price and the bar so far. Recorded bars contain no quotes, so there is
 * no bid and ask; a matching engine uses the last price for both.
 */
export interface ReplayedDay {
  readonly last: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly volume: number
  /** The time of the last price: the market time, or the end of the last bar once that is over. */
  readonly tradeMs: EpochMs
}

/** A point of the walk through recorded bars. */
export interface ReplayPoint {
  readonly atMs: EpochMs
  readonly price: number
}

/**
 * Rounds prices between the corners to the cent, below a dollar to a hundredth of a cent, and keeps them inside the
 * bar.
 */
function rounded(price: number, bar: PriceBar): number {
  const steps = price < 1 ? 10_000 : 100
  return Math.min(bar.high, Math.max(bar.low, Math.round(price * steps) / steps))
}

/** Returns the times at which the walk reaches each corner: open, first extreme, second extreme, close. */
function cornerTimes(bar: RecordedBar): ReplayPoint[] {
  const corners = barPath(bar)
  const lengths = corners.map((price, n) => (n === 0 ? 0 : Math.abs(price - corners[n - 1]!)))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  let gone = 0
  return corners.map((price, n) => {
    gone += lengths[n]!
    const part = whole === 0 ? n / 3 : gone / whole
    return { atMs: toEpochMs(bar.fromMs + part * (bar.untilMs - bar.fromMs)), price }
  })
}

/** Returns the price of the walk through a bar at an instant of its span. */
function priceAt(bar: RecordedBar, epochMs: number): number {
  const corner = cornerTimes(bar).find(({ atMs }) => atMs === epochMs)
  return corner?.price ?? rounded(priceInBar(bar, (epochMs - bar.fromMs) / (bar.untilMs - bar.fromMs)), bar)
}

/**
 * Returns the forming day at a market time, from the recorded bars of that day in chronological order (one daily bar or
 * its minutes). Null before the first bar starts, when only the previous day's close is known. Between two bars the
 * last price remains.
 * Example: the daily bar 10, 11, 8, 9 a fifth into the day: last 11, high 11, low 10.
 */
export function replayDay(bars: readonly RecordedBar[], epochMs: EpochMs): ReplayedDay | null {
  const [first] = bars
  if (first === undefined || epochMs < first.fromMs) return null
  let { high, low, open: last } = { ...first, high: first.open, low: first.open }
  let volume = 0
  let tradeMs = first.fromMs
  for (const bar of bars) {
    if (bar.fromMs > epochMs) break
    const isOver = epochMs >= bar.untilMs
    const passed = isOver
      ? [bar.high, bar.low]
      : [
          priceAt(bar, epochMs),
          ...cornerTimes(bar)
            .filter(({ atMs }) => atMs <= epochMs)
            .map(({ price }) => price),
        ]
    high = Math.max(high, ...passed)
    low = Math.min(low, ...passed)
    last = isOver ? bar.close : passed[0]!
    volume += isOver ? bar.volume : Math.floor((bar.volume * (epochMs - bar.fromMs)) / (bar.untilMs - bar.fromMs))
    tradeMs = isOver ? bar.untilMs : epochMs
  }
  return { last, open: first.open, high, low, volume, tradeMs }
}

/**
 * Returns the points a walk passes after `fromMs` up to and including `untilMs`, in order: every corner, including each
 * bar's open, and the price at the end. A matching engine processes them after a pause, so that the order of touches is
 * preserved.
 */
export function replayPath(bars: readonly RecordedBar[], fromMs: EpochMs, untilMs: EpochMs): ReplayPoint[] {
  const points: ReplayPoint[] = []
  for (const bar of bars) {
    if (bar.fromMs > untilMs || bar.untilMs <= fromMs) continue
    for (const corner of cornerTimes(bar)) {
      const isPassed =
        corner.atMs <= untilMs && (corner.atMs > fromMs || (corner.atMs === bar.fromMs && fromMs < bar.fromMs))
      const isNew = points.at(-1)?.atMs !== corner.atMs || points.at(-1)?.price !== corner.price
      if (isPassed && isNew) points.push(corner)
    }
    if (untilMs < bar.untilMs && untilMs > fromMs && points.at(-1)?.atMs !== untilMs)
      points.push({ atMs: untilMs, price: priceAt(bar, untilMs) })
  }
  return points
}

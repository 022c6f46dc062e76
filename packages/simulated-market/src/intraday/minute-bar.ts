// Minute bars of a day's path, complete or up to an instant.

import { type EpochMs, toEpochMs } from '@clubfolio/domain'
import type { MinutePath } from './minute-path.ts'
import { volumeBefore } from './minute-path.ts'
import { MS_PER_MINUTE } from './minute-plan.ts'
import { formingMinute, tickAt } from './tick.ts'

/** One minute from `startMs`, prices in dollars as traded. Each minute opens at the close of the previous one. */
export interface MinuteBar {
  readonly startMs: EpochMs
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/**
 * Returns the minutes of a path. With `untilMs`, returns those that start before that instant, the last one with its
 * ticks so far. All minutes of a day together have the open, high, low, close and volume of its daily bar.
 */
export function minuteBarsOf(path: MinutePath, untilMs?: EpochMs): MinuteBar[] {
  const { fromMs, minutes } = path.plan
  const bars: MinuteBar[] = []
  if (untilMs !== undefined && untilMs <= fromMs) return bars
  const whole = untilMs === undefined ? minutes : Math.min(minutes, Math.floor((untilMs - fromMs) / MS_PER_MINUTE))
  for (let m = 0; m < whole; m += 1) {
    bars.push({
      startMs: toEpochMs(fromMs + m * MS_PER_MINUTE),
      open: path.edge[m]! / 100,
      high: path.high[m]! / 100,
      low: path.low[m]! / 100,
      close: path.edge[m + 1]! / 100,
      volume: volumeBefore(path, m + 1) - volumeBefore(path, m),
    })
  }
  if (untilMs !== undefined && whole < minutes && untilMs > fromMs + whole * MS_PER_MINUTE) {
    const { minute, tick } = tickAt(path, untilMs)
    const now = formingMinute(path, minute, tick)
    bars.push({
      startMs: toEpochMs(fromMs + minute * MS_PER_MINUTE),
      open: path.edge[minute]! / 100,
      high: now.highCents / 100,
      low: now.lowCents / 100,
      close: now.lastCents / 100,
      volume: now.volume,
    })
  }
  return bars
}

// Joins neighbouring bars when more would be drawn than a screen can show. Groups are counted from the first bar, so
// that appending affects only the last one.

import type { PriceBar } from './price-bar.ts'

/** Maximum number of fitted bars, whatever the width: above it, panning costs more than a frame. */
const fittedBarsLimit = 5_000

/** Bars thinner than this (in px) show nothing that their neighbours do not. */
export const barSpaceMinPx = 0.2

/**
 * Returns how many source bars are drawn as one, so that the visible ones fit: the smallest power of two that brings
 * `visibleCount` under 5,000 and under five bars per pixel.
 *
 * 12,000 visible bars on 1,000 px: 3 would suffice, the result is 4.
 */
export function groupSize(visibleCount: number, widthPx: number): number {
  const fitting = Math.max(1, Math.min(fittedBarsLimit, Math.floor(widthPx / barSpaceMinPx)))
  let size = 1
  while (visibleCount / size > fitting) size *= 2
  return size
}

/**
 * Joins bars `[from, to)` into one: first open, highest high, lowest low, last close, summed volume, time of the first.
 */
function joinBars(bars: readonly PriceBar[], from: number, to: number): PriceBar {
  const first = bars[from]
  const last = bars[to - 1]
  if (first === undefined || last === undefined) throw new Error(`no bars between ${from} and ${to}`)
  let { high, low, volume } = first
  for (let index = from + 1; index < to; index++) {
    const bar = bars[index]
    if (bar === undefined) continue
    if (bar.high > high) high = bar.high
    if (bar.low < low) low = bar.low
    volume += bar.volume
  }
  return { timeMs: first.timeMs, open: first.open, high, low, close: last.close, volume }
}

/** Joins every `size` bars into one; the last group may be shorter. With size 1 the bars are returned unchanged. */
export function aggregateBars(bars: readonly PriceBar[], size: number): readonly PriceBar[] {
  if (size === 1) return bars
  const joined: PriceBar[] = []
  for (let from = 0; from < bars.length; from += size)
    joined.push(joinBars(bars, from, Math.min(from + size, bars.length)))
  return joined
}

/** Returns only the last group, after a bar was appended or replaced. */
export function lastGroup(bars: readonly PriceBar[], size: number): PriceBar | undefined {
  if (bars.length === 0) return undefined
  return joinBars(bars, Math.floor((bars.length - 1) / size) * size, bars.length)
}

/**
 * Returns the values at the last bar of each group: joining bars for a wide view must not turn an average of 20 days
 * into one of 40.
 */
export function atGroupEnds<Value>(values: readonly Value[], groupSize: number): readonly Value[] {
  if (groupSize === 1) return values
  return Array.from(
    { length: Math.ceil(values.length / groupSize) },
    (_, group) => values[Math.min(values.length, (group + 1) * groupSize) - 1]!,
  )
}

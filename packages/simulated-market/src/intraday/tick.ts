// Trades inside a minute: one every two seconds. They start at the minute's open, touch the nearer extreme, then the
// other one, and end at its close, so that the ticks of a minute aggregate to its bar.

import { bitsAt } from '../random/draw.ts'
import { isHighFirst } from '../replay/bar-path.ts'
import { extremesBefore, volumeBefore } from './minute-path.ts'
import type { MinutePath } from './minute-path.ts'
import { MS_PER_MINUTE } from './minute-plan.ts'

export const TICK_MS = 2_000
const TICKS = MS_PER_MINUTE / TICK_MS
const LAST_TICK = TICKS - 1
const WIGGLE = 0.3
const DRAWS_OFFSET = 40_000

/** A walk from corner to corner within a minute: the ticks of the corners, and their prices in cents. */
interface Corners {
  readonly at: readonly number[]
  readonly cents: readonly number[]
}

function cornersOf(path: MinutePath, minute: number): Corners {
  const open = path.edge[minute]!
  const close = path.edge[minute + 1]!
  const high = path.high[minute]!
  const low = path.low[minute]!
  const bits = bitsAt(path.stream, DRAWS_OFFSET + minute * (TICKS + 1))
  const [first, second] = isHighFirst({ open, high, low, close }) ? [high, low] : [low, high]
  return { at: [0, 2 + (bits % 11), 15 + ((bits >>> 8) % 12), LAST_TICK], cents: [open, first, second, close] }
}

/** Returns the price in cents of a tick, 0 to 29, of a minute. */
function tickCents(path: MinutePath, minute: number, corners: Corners, tick: number): number {
  const leg = tick < corners.at[1]! ? 0 : tick < corners.at[2]! ? 1 : 2
  const from = corners.at[leg]!
  const to = corners.at[leg + 1]!
  if (tick === from) return corners.cents[leg]!
  if (tick === to) return corners.cents[leg + 1]!
  const straight = corners.cents[leg]! + ((corners.cents[leg + 1]! - corners.cents[leg]!) * (tick - from)) / (to - from)
  const range = path.high[minute]! - path.low[minute]!
  const noise = bitsAt(path.stream, DRAWS_OFFSET + minute * (TICKS + 1) + 1 + tick) / 4294967296 - 0.5
  return Math.max(path.low[minute]!, Math.min(path.high[minute]!, Math.round(straight + 2 * WIGGLE * range * noise)))
}

/** The day up to an instant: the last trade and the bar formed by all trades so far, in cents. */
export interface FormingDay {
  readonly tradeMs: number
  readonly lastCents: number
  readonly highCents: number
  readonly lowCents: number
  readonly volume: number
}

/** A minute up to one of its ticks. */
export interface FormingMinute {
  readonly lastCents: number
  readonly highCents: number
  readonly lowCents: number
  readonly volume: number
}

/** Returns the bar of a minute's ticks up to and including `tick`; with the last one (29), the whole minute. */
export function formingMinute(path: MinutePath, minute: number, tick: number): FormingMinute {
  const corners = cornersOf(path, minute)
  let highCents = path.edge[minute]!
  let lowCents = highCents
  let lastCents = highCents
  for (let n = 1; n <= tick; n += 1) {
    lastCents = tickCents(path, minute, corners, n)
    highCents = Math.max(highCents, lastCents)
    lowCents = Math.min(lowCents, lastCents)
  }
  const before = volumeBefore(path, minute)
  const volume = Math.floor(((volumeBefore(path, minute + 1) - before) * (tick + 1)) / TICKS)
  return { lastCents, highCents, lowCents, volume }
}

/** Returns the minute and tick of an instant of the path's day; instants after its end count as its last tick. */
export function tickAt(path: MinutePath, epochMs: number): { minute: number; tick: number; tradeMs: number } {
  const { fromMs, minutes } = path.plan
  const count = Math.min(minutes * TICKS - 1, Math.max(0, Math.floor((epochMs - fromMs) / TICK_MS)))
  return { minute: Math.floor(count / TICKS), tick: count % TICKS, tradeMs: fromMs + count * TICK_MS }
}

/** Returns the day's trades up to an instant as one bar. */
export function formingDay(path: MinutePath, epochMs: number): FormingDay {
  const { minute, tick, tradeMs } = tickAt(path, epochMs)
  const before = extremesBefore(path, minute)
  const now = formingMinute(path, minute, tick)
  return {
    tradeMs,
    lastCents: now.lastCents,
    highCents: Math.max(before.highCents, now.highCents),
    lowCents: Math.min(before.lowCents, now.lowCents),
    volume: volumeBefore(path, minute) + now.volume,
  }
}

/** One trade: its time and price in cents. */
export interface Tick {
  readonly tradeMs: number
  readonly cents: number
}

/** Yields the trades of a path after `fromMs` up to and including `untilMs`, in order. */
export function* ticksOf(path: MinutePath, fromMs: number, untilMs: number): Generator<Tick> {
  const { plan } = path
  const total = plan.minutes * TICKS
  const start = Math.max(0, Math.floor((fromMs - plan.fromMs) / TICK_MS) + 1)
  let minute = -1
  let corners: Corners | null = null
  for (let count = start; count < total; count += 1) {
    const tradeMs = plan.fromMs + count * TICK_MS
    if (tradeMs > untilMs) return
    if (corners === null || Math.floor(count / TICKS) !== minute) {
      minute = Math.floor(count / TICKS)
      corners = cornersOf(path, minute)
    }
    yield { tradeMs, cents: tickCents(path, minute, corners, count % TICKS) }
  }
}

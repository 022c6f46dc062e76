// Finds the first price on recorded bars that working orders wait for. A bar is walked from its open (a jump: every
// price it skips fills at the open) to the nearer extreme, to the other one and to the close (glides: they stop exactly
// at the awaited price). Pure. Source: docs/rules/paper-brokerage.md, "Fill rules".
import { type EpochMs, toEpochMs } from '@clubfolio/domain'
import { barPath } from '@clubfolio/simulated-market'
import { absolute, divideHalfUp, smaller } from '../money/decimal.ts'
import { price, priceOfFloat, tickOf } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { trailStop } from './fill-rule.ts'
import type { Search, Touch, Watch } from './touch.ts'
import { higher, isReached, lower } from './touch.ts'

/** A bar with the market time over which it is walked; from `untilMs` on it stays at its close. */
export interface WalkedBar {
  readonly fromMs: EpochMs
  readonly untilMs: EpochMs
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** A whole day in one bar: the times of its prices within the day are unknown. */
  readonly isDay?: boolean
}

interface Corner {
  readonly atMs: number
  readonly at: Price
}

function distance(one: Price, other: Price): bigint {
  return absolute(one - other)
}

/**
 * Returns the corners of the walk with their instants: the price moves at constant speed and reaches the close at
 * `untilMs`.
 */
export function cornersOf(bar: WalkedBar): readonly Corner[] {
  const prices = barPath(bar).map(priceOfFloat)
  const lengths = prices.map((at, n) => distance(at, prices[n - 1] ?? at))
  const whole = lengths.reduce((sum, length) => sum + length, 0n)
  const spanMs = BigInt(bar.untilMs - bar.fromMs)
  let gone = 0n
  return prices.map((at, n) => {
    gone += lengths[n] ?? 0n
    const passedMs = whole === 0n ? (spanMs * BigInt(n)) / 3n : divideHalfUp(spanMs * gone, whole)
    return { atMs: bar.fromMs + Number(passedMs), at }
  })
}

/** Returns the three ways between the corners. */
function segmentsOf(bar: WalkedBar): (readonly [from: Corner, to: Corner])[] {
  const corners = cornersOf(bar)
  return corners.slice(1).map((to, n) => [corners[n] ?? to, to] as const)
}

/**
 * Returns the price of the walk at an instant between two corners: the last tick it has reached, never one ahead of its
 * time.
 */
function between(from: Corner, to: Corner, atMs: number): Price {
  const way = ((to.at - from.at) * BigInt(atMs - from.atMs)) / BigInt(to.atMs - from.atMs)
  const tick = tickOf(smaller(from.at, to.at))
  return price(from.at + (way / tick) * tick)
}

/** Returns the first instant at which the walk from one corner to another reaches a price between them. */
function reachedMs(from: Corner, to: Corner, at: Price): number {
  const whole = distance(to.at, from.at)
  return from.atMs + Number((distance(at, from.at) * BigInt(to.atMs - from.atMs) + whole - 1n) / whole)
}

/** Returns the price of a bar's walk at an instant within its span. */
export function walkPrice(bar: WalkedBar, atMs: EpochMs): Price {
  for (const [from, to] of segmentsOf(bar)) if (atMs < to.atMs) return between(from, to, atMs)
  return priceOfFloat(bar.close)
}

class Walk {
  high: Price | null = null
  low: Price | null = null
  readonly watch: Watch

  constructor(watch: Watch) {
    this.watch = watch
  }

  pass(at: Price): { readonly high: Price; readonly low: Price } {
    const extremes = { high: higher(this.high, at), low: lower(this.low, at) }
    Object.assign(this, extremes)
    return extremes
  }

  /** Returns a touch at a price, which the walk has now passed. */
  look(at: Price, atMs: number): Touch | null {
    const { high, low } = this.pass(at)
    const quote = { bid: at, ask: at, last: at }
    return isReached(this.watch, quote, high, low) ? { ...quote, atMs: toEpochMs(atMs) } : null
  }

  /** Returns the prices at which a glide from one price to another stops, with trails as of its start. */
  stops(from: Price, to: Price): Price[] {
    const isUp = to > from
    const { lastAtLeast, lastAtMost, askAtMost, bidAtLeast, trails } = this.watch
    const fixed = isUp ? [lastAtLeast, bidAtLeast] : [lastAtMost, askAtMost]
    const trailed = trails
      .filter((one) => one.isBuy === isUp)
      .map(({ trail, best, isBuy }) => {
        const extreme = isBuy ? lower(this.low, best) : higher(this.high, best)
        return trailStop(trail, extreme, isBuy)
      })
    // What the walk has passed or reached was found before, so every awaited price is ahead of it.
    return [...fixed, ...trailed].filter((at): at is Price => at !== null && (isUp ? at <= to : to <= at))
  }
}

interface GlideOptions {
  readonly from: Corner
  readonly to: Corner
  readonly untilMs: number
}

/** Continues from `start`, a point on the segment between two corners. */
function glide(walk: Walk, start: Price, { from, to, untilMs }: GlideOptions): Touch | null {
  const nearest = walk
    .stops(start, to.at)
    .sort((one, other) => Number(distance(one, start) - distance(other, start)))[0]
  if (nearest !== undefined) {
    // Measured from the segment's own corners, so that the instant does not depend on where the search began.
    const atMs = reachedMs(from, to, nearest)
    if (atMs <= untilMs) {
      walk.pass(nearest)
      return { bid: nearest, ask: nearest, last: nearest, atMs: toEpochMs(atMs) }
    }
  }
  walk.pass(untilMs >= to.atMs ? to.at : between(from, to, untilMs))
  return null
}

function walkBar(walk: Walk, bar: WalkedBar, fromMs: number, untilMs: number): Touch | null {
  let at: Price | null = null
  if (bar.fromMs > fromMs) {
    at = priceOfFloat(bar.open)
    const touch = walk.look(at, bar.fromMs)
    if (touch !== null) return touch
  }
  for (const [from, to] of segmentsOf(bar)) {
    if (to.atMs <= fromMs || from.atMs >= untilMs) continue
    if (at === null) {
      // The walk resumes inside this segment, one instant after the last check.
      const start = fromMs + 1
      at = between(from, to, start)
      const touch = walk.look(at, start)
      if (touch !== null) return touch
    }
    const touch = glide(walk, at, { from, to, untilMs })
    if (touch !== null) return touch
    at = to.at
  }
  return null
}

/** Returns the first touch after `fromMs`, up to and including `untilMs`, on bars in chronological order. */
export function searchBars(bars: readonly WalkedBar[], fromMs: EpochMs, untilMs: EpochMs, watch: Watch): Search {
  const walk = new Walk(watch)
  for (const bar of bars) {
    if (bar.untilMs <= fromMs || bar.fromMs > untilMs) continue
    const touch = walkBar(walk, bar, fromMs, untilMs)
    if (touch !== null)
      return { touch: bar.isDay === true ? { ...touch, isApproximate: true } : touch, high: walk.high, low: walk.low }
  }
  return { touch: null, high: walk.high, low: walk.low }
}

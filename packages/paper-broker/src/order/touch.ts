// The prices that the working orders of one symbol wait for, as bounds, and the result of searching a market for the
// first price that reaches one of them.
import type { EpochMs } from '@clubfolio/domain'
import { larger, smaller } from '../money/decimal.ts'
import { price } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { TouchQuote } from './fill-rule.ts'
import { stopOf, trailStop, waitsFor } from './fill-rule.ts'
import type { TradableOrder, Trail } from './order.ts'
import { isAtOnce, isBuy } from './order.ts'

export interface TrailWatch {
  readonly trail: Trail
  readonly best: Price
  readonly isBuy: boolean
}

/** The nearest price of each kind; null where no order waits. */
export interface Watch {
  /** Any price matches: a market order waits, or an order that the first price decides. */
  readonly any: boolean
  readonly lastAtLeast: Price | null
  readonly lastAtMost: Price | null
  readonly askAtMost: Price | null
  readonly bidAtLeast: Price | null
  readonly trails: readonly TrailWatch[]
}

export interface Touch extends TouchQuote {
  readonly atMs: EpochMs
}

/**
 * The first touch, and the extremes of the last price up to it (or to the end of the search), that instant included.
 */
export interface Search {
  readonly touch: Touch | null
  readonly high: Price | null
  readonly low: Price | null
}

/** Returns the lower of two prices; the other one where there is none. */
export function lower(one: Price | null, other: Price): Price {
  return price(smaller(one ?? other, other))
}

/** Returns the higher of two prices; the other one where there is none. */
export function higher(one: Price | null, other: Price): Price {
  return price(larger(one ?? other, other))
}

/** Returns the bounds of working orders; null when none of them waits for a price. */
export function watchOf(orders: readonly TradableOrder[]): Watch | null {
  let any = false
  let lastAtLeast: Price | null = null
  let lastAtMost: Price | null = null
  let askAtMost: Price | null = null
  let bidAtLeast: Price | null = null
  const trails: TrailWatch[] = []
  for (const order of orders) {
    const { terms, best } = order
    const kind = waitsFor(order)
    if (kind === 'ANY_PRICE' || isAtOnce(terms) || (kind === 'STOP' && terms.trail !== null && best === null))
      any = true
    else if (kind === 'LIMIT' && terms.price !== null && isBuy(terms)) askAtMost = higher(askAtMost, terms.price)
    else if (kind === 'LIMIT' && terms.price !== null) bidAtLeast = lower(bidAtLeast, terms.price)
    else if (kind === 'STOP' && terms.trail !== null && best !== null)
      trails.push({ trail: terms.trail, best, isBuy: isBuy(terms) })
    else if (kind === 'STOP') {
      const stop = stopOf(order)
      if (stop !== null && isBuy(terms)) lastAtLeast = lower(lastAtLeast, stop)
      else if (stop !== null) lastAtMost = higher(lastAtMost, stop)
    }
  }
  const waits =
    any || lastAtLeast !== null || lastAtMost !== null || askAtMost !== null || bidAtLeast !== null || trails.length > 0
  return waits ? { any, lastAtLeast, lastAtMost, askAtMost, bidAtLeast, trails } : null
}

/** Returns whether `last` reaches a trail after the price has been as high as `high` and as low as `low`. */
export function isTrailReached(
  { trail, best, isBuy: buys }: TrailWatch,
  last: Price,
  high: Price,
  low: Price,
): boolean {
  const extreme = buys ? lower(low, best) : higher(high, best)
  const stop = trailStop(trail, extreme, buys)
  return buys ? last >= stop : last <= stop
}

/** Returns whether a quote reaches one of the bounds; `high` and `low` are the extremes so far, this quote included. */
export function isReached(watch: Watch, quote: TouchQuote, high: Price, low: Price): boolean {
  return (
    watch.any ||
    (watch.lastAtLeast !== null && quote.last >= watch.lastAtLeast) ||
    (watch.lastAtMost !== null && quote.last <= watch.lastAtMost) ||
    (watch.askAtMost !== null && quote.ask <= watch.askAtMost) ||
    (watch.bidAtLeast !== null && quote.bid >= watch.bidAtLeast) ||
    watch.trails.some((trail) => isTrailReached(trail, quote.last, high, low))
  )
}

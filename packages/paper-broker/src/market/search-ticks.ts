// Finds the first simulated trade that working orders wait for. Exact to the tick, yet fast over a year: days and
// minutes whose range reaches nothing are skipped whole, because their ticks add up to their bar.
import { type EpochMs, toEpochMs } from '@clubfolio/domain'
import { marketDayAt, marketDaySpan, nextSession } from '@clubfolio/domain'
import type { SimulatedMarket } from '@clubfolio/simulated-market'
import { priceOfFloat } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { isReached } from '../order/touch.ts'
import type { Search, Touch, Watch } from '../order/touch.ts'

const MINUTE_MS = 60_000

interface Range {
  readonly high: Price
  readonly low: Price
}

class Extremes {
  high: Price | null = null
  low: Price | null = null

  add({ high, low }: Range): void {
    if (this.high === null || high > this.high) this.high = high
    if (this.low === null || low < this.low) this.low = low
  }

  with({ high, low }: Range): Range {
    return {
      high: this.high !== null && this.high > high ? this.high : high,
      low: this.low !== null && this.low < low ? this.low : low,
    }
  }
}

function rangeOf(bar: { readonly high: number; readonly low: number }): Range {
  return { high: priceOfFloat(bar.high), low: priceOfFloat(bar.low) }
}

/** Returns whether any price of a range may reach the watch; bid and ask lie around the last price, never inside it. */
function mayReach(watch: Watch, range: Range, before: Extremes): boolean {
  const { high, low } = before.with(range)
  const top = { bid: range.high, ask: range.high, last: range.high }
  const bottom = { bid: range.low, ask: range.low, last: range.low }
  return isReached(watch, top, high, low) || isReached(watch, bottom, high, low)
}

export interface SearchTicksOptions {
  /** Excluded. */
  readonly fromMs: EpochMs
  /** Included. */
  readonly untilMs: EpochMs
  readonly watch: Watch
}

/** Returns the first touch after `fromMs`, up to and including `untilMs`. */
export function searchTicks(
  market: SimulatedMarket,
  symbol: string,
  { fromMs, untilMs, watch }: SearchTicksOptions,
): Search {
  const extremes = new Extremes()
  const look = (tick: { tradeMs: EpochMs; price: number }): Touch | null => {
    const last = priceOfFloat(tick.price)
    extremes.add({ high: last, low: last })
    const bare = { bid: last, ask: last, last }
    if (!isReached(watch, bare, extremes.high ?? last, extremes.low ?? last)) return null
    const quote = market.quoteAt(symbol, tick.tradeMs)
    if (quote === null) return null
    const full = { bid: priceOfFloat(quote.bid), ask: priceOfFloat(quote.ask), last, atMs: tick.tradeMs }
    return isReached(watch, full, extremes.high ?? last, extremes.low ?? last) ? full : null
  }
  for (let day = marketDayAt(toEpochMs(fromMs + 1)); marketDaySpan(day).fromMs <= untilMs; day = nextSession(day)) {
    const span = marketDaySpan(day)
    const isWholeDay = fromMs < span.fromMs && span.untilMs <= untilMs + 1
    const [bar] = market.dailyBars(symbol, day, day)
    if (bar === undefined) continue
    const range = rangeOf(bar)
    // Only trailing stops need the extremes; without them a day out of reach is skipped even when it is only partly
    // searched.
    if (!mayReach(watch, range, extremes) && (isWholeDay || watch.trails.length === 0)) {
      if (isWholeDay) extremes.add(range)
      continue
    }
    for (const minute of market.minuteBars(symbol, day)) {
      const endMs = minute.startMs + MINUTE_MS - 1
      if (endMs <= fromMs || minute.startMs > untilMs) continue
      const isWhole = fromMs < minute.startMs && endMs <= untilMs
      const minuteRange = rangeOf(minute)
      if (isWhole && !mayReach(watch, minuteRange, extremes)) {
        extremes.add(minuteRange)
        continue
      }
      const from = toEpochMs(Math.max(fromMs, minute.startMs - 1))
      const until = toEpochMs(Math.min(untilMs, endMs))
      for (const tick of market.ticksBetween(symbol, from, until)) {
        const touch = look(tick)
        if (touch !== null) return { touch, high: extremes.high, low: extremes.low }
      }
    }
  }
  return { touch: null, high: extremes.high, low: extremes.low }
}

// A quote at an instant: the last trade, bid and ask around it, and the day's bar so far.

import { type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { bitsAt } from '../random/draw.ts'
import { sessionOfNumber } from '../universe/history-start.ts'
import type { Traits } from '../universe/instrument.ts'
import type { MinutePath } from './minute-path.ts'
import { formingDay } from './tick.ts'

/**
 * A quote as a price service would report it, in dollars and shares. `marketDay` is the session whose bar is forming
 * (or, while a market in New York hours is closed, the last one); `previousClose` is the close before it in that
 * session's shares, so that a split does not look like a fall; `tradeMs` is the time of the last trade.
 */
export interface Quote {
  readonly code: string
  readonly atMs: EpochMs
  readonly marketDay: MarketDay
  readonly isOpen: boolean
  readonly bid: number
  readonly ask: number
  readonly last: number
  readonly bidSize: number
  readonly askSize: number
  readonly lastSize: number
  readonly previousClose: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly volume: number
  readonly tradeMs: EpochMs
}

const SIZE_DRAWS = 4_000_000
const ROUND_LOT = 100

/**
 * Returns the spread in cents: 0.6 to 12 basis points, wider for thinly traded instruments, 1.8 times that in quiet
 * hours, at least one cent.
 */
export function spreadCents(traits: Traits, priceCents: number, isQuiet: boolean): number {
  const dollarsTraded = traits.startShares * traits.turnover * traits.startPrice
  const basisPoints = Math.min(12, 0.6 + 30 / Math.sqrt(dollarsTraded / 1e6)) * (isQuiet ? 1.8 : 1)
  return Math.max(1, Math.round((priceCents * basisPoints) / 10_000))
}

/** Returns bid and ask around the last trade, inside the day's final range unless the range is empty. */
function around(
  lastCents: number,
  spread: number,
  place: number,
  path: MinutePath,
): { bidCents: number; askCents: number } {
  const { lowCents, highCents } = path.bar
  const width = Math.max(1, Math.min(spread, highCents - lowCents))
  let bidCents = lastCents - (place % (width + 1))
  if (highCents - lowCents >= width) bidCents = Math.max(lowCents, Math.min(bidCents, highCents - width))
  return { bidCents, askCents: bidCents + width }
}

export interface QuoteOnPathOptions {
  readonly path: MinutePath
  readonly previousCloseCents: number
  readonly epochMs: EpochMs
  readonly isOpen: boolean
}

/** Returns the quote of an instrument at an instant of its path's day. */
export function quoteOnPath(
  code: string,
  traits: Traits,
  { path, previousCloseCents, epochMs, isOpen }: QuoteOnPathOptions,
): Quote {
  const day = formingDay(path, epochMs)
  const count = Math.round((day.tradeMs - path.plan.fromMs) / 1_000)
  const bits = bitsAt(path.stream, SIZE_DRAWS + count)
  const isQuiet = day.tradeMs < path.plan.fromMs + path.plan.regularFrom * 60_000
  const { bidCents, askCents } = around(day.lastCents, spreadCents(traits, day.lastCents, isQuiet), bits >>> 4, path)
  return {
    code,
    atMs: epochMs,
    marketDay: sessionOfNumber(path.plan.session),
    isOpen,
    bid: bidCents / 100,
    ask: askCents / 100,
    last: day.lastCents / 100,
    bidSize: ROUND_LOT * (1 + ((bits >>> 8) & 15)),
    askSize: ROUND_LOT * (1 + ((bits >>> 14) & 15)),
    lastSize: 1 + ((bits >>> 20) % 300),
    previousClose: previousCloseCents / 100,
    open: path.bar.openCents / 100,
    high: day.highCents / 100,
    low: day.lowCents / 100,
    volume: day.volume,
    tradeMs: toEpochMs(day.tradeMs),
  }
}

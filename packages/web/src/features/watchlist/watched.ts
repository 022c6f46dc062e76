// A watched instrument with its live figures, its change since the prior close, and its position in the list.
// Independent of the UI.
import type { Quote, WatchedInstrument } from '@clubfolio/contract'
import { percentSince, priorClose, type LatestCloses } from '@clubfolio/domain'

/**
 * Returns the percent change since the prior close: of the live price while a session forms, otherwise of the last
 * close.
 */
export function watchedChange(
  watched: Pick<WatchedInstrument, keyof LatestCloses>,
  live: number | undefined,
  isForming: boolean,
): number | undefined {
  const isLive = isForming && live !== undefined
  return percentSince(isLive ? live : watched.lastClose, priorClose(watched, isLive))
}

/** Returns the codes after one was moved by a step; at either end of the list nothing moves. */
export function moveCode(codes: readonly string[], code: string, by: 1 | -1): string[] {
  const from = codes.indexOf(code)
  const to = from + by
  if (from === -1 || to < 0 || to >= codes.length) return [...codes]
  const moved = codes.toSpliced(from, 1)
  moved.splice(to, 0, code)
  return moved
}

/** A row of the table: figures are undefined while the market has none. */
export interface WatchedRow extends WatchedInstrument {
  readonly last: number | undefined
  readonly change: number | undefined
  readonly bid: number | undefined
  readonly ask: number | undefined
  /** Shares traded on the day so far. */
  readonly volume: number | undefined
}

/** Joins an instrument with its quote; without one the last close is its last price. */
export function toWatchedRow(watched: WatchedInstrument, quote: Quote | undefined, isForming: boolean): WatchedRow {
  const isListed = watched.lastClose !== null
  return {
    ...watched,
    last: isListed ? (quote?.last ?? watched.lastClose ?? undefined) : undefined,
    change: watchedChange(watched, quote?.last, isForming),
    bid: quote?.bid,
    ask: quote?.ask,
    volume: quote?.volume,
  }
}

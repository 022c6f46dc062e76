// Which market stands behind the brokerage at this moment, and what time it is there. The row `market.clock` decides when it
// exists; without it the simulated market runs on the wall clock. Design: brokerage decision 8, Two clocks.

import { type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { isInSession, marketDayAt, marketDaySpan, newYorkDateAt, previousSession, sessionHours, sessionOnOrBefore } from '@clubfolio/domain'
import type { MarketSource } from '../kind/account-kind.ts'
import type { PaperMarket } from './paper-market.ts'

/** The market as it stands: where prices come from, and the two clocks. */
export interface MarketState {
  readonly source: MarketSource
  /** The replay that runs; null outside of one. */
  readonly replayId: string | null
  readonly mode: 'live' | 'closed' | 'replay'
  /** The wall clock: logins, codes, tokens, limits. */
  readonly wallMs: EpochMs
  /** The market clock: transactions, fills, closes, valuations. */
  readonly marketMs: EpochMs
  /** The market day that is today on the market clock. */
  readonly marketDay: MarketDay
  /** Where today began: the close of the session before. */
  readonly dayStartMs: EpochMs
  readonly isOpen: boolean
  /** Ticks around the clock: the normal session is the whole market day. */
  readonly isAlwaysOpen: boolean
  readonly market: PaperMarket
  /** The edition of what is stored of a recorded market; null where nothing can come late. */
  readonly edition: string | null
  /** Why the account stands before the market's day: the day, and whose prices of it are awaited. Null when it does not. */
  readonly waitsFor: { readonly day: MarketDay; readonly symbols: readonly string[] } | null
}

/** A row of `market.clock`. */
export interface MarketClockRow {
  readonly source: 'simulated' | 'import' | 'yahoo'
  readonly mode: 'live' | 'closed' | 'replay'
  readonly marketMs: number
  readonly wallMs: number
  readonly speed: number
}

/** Market time now: it stands still while closed and runs `speed` times the wall clock in a replay. */
export function marketTimeOf(row: MarketClockRow, wallMs: EpochMs): EpochMs {
  if (row.mode === 'live') return wallMs
  if (row.mode === 'closed') return toEpochMs(row.marketMs)
  return toEpochMs(Math.floor(row.marketMs + Math.max(0, wallMs - row.wallMs) * row.speed))
}

/**
 * The market day that is today. A closed market stands at its last session; a running one is in the session that `marketDayAt`
 * names, so that evening and week-end belong to the next session.
 */
export function todayOf(mode: MarketState['mode'], marketMs: EpochMs): MarketDay {
  if (mode !== 'closed') return marketDayAt(marketMs)
  const last = sessionOnOrBefore(newYorkDateAt(marketMs))
  const hours = sessionHours(last)
  return hours !== null && marketMs < hours.openMs ? previousSession(last) : last
}

export interface MarketStateOptions {
  readonly clocks: { wallMs: EpochMs; marketMs: EpochMs }
  readonly market: PaperMarket
  readonly alwaysOpen: boolean
}

/** Puts the state together; `alwaysOpen` is the simulated market that ticks around the clock. */
export function marketState(
  source: MarketSource,
  mode: MarketState['mode'],
  { clocks, market, alwaysOpen }: MarketStateOptions,
): MarketState {
  const marketDay = todayOf(mode, clocks.marketMs)
  return {
    source,
    replayId: null,
    mode,
    ...clocks,
    marketDay,
    dayStartMs: marketDaySpan(marketDay).fromMs,
    isOpen: mode !== 'closed' && (alwaysOpen || isInSession(clocks.marketMs)),
    isAlwaysOpen: alwaysOpen,
    market,
    edition: null,
    waitsFor: null,
  }
}

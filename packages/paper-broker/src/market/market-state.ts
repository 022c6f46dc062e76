// The state of the market behind the brokerage at this moment, and its time. The row `market.clock` decides when it
// exists; without it the simulated market runs on the wall clock. Source: docs/rules/paper-brokerage.md, "Two clocks".

import { type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import {
  isInSession,
  marketDayAt,
  marketDaySpan,
  newYorkDateAt,
  previousSession,
  sessionHours,
  sessionOnOrBefore,
} from '@clubfolio/domain'
import type { MarketSource } from '../kind/account-kind.ts'
import type { PaperMarket } from './paper-market.ts'

/** The current market: its price source and the two clocks. */
export interface MarketState {
  readonly source: MarketSource
  /** The running replay; null outside of one. */
  readonly replayId: string | null
  readonly mode: 'live' | 'closed' | 'replay'
  /** The wall clock: logins, codes, tokens, limits. */
  readonly wallMs: EpochMs
  /** The market clock: transactions, fills, closes, valuations. */
  readonly marketMs: EpochMs
  /** The current market day by the market clock. */
  readonly marketDay: MarketDay
  /** Start of the current market day: the close of the previous session. */
  readonly dayStartMs: EpochMs
  readonly isOpen: boolean
  /** Ticks around the clock: the normal session is the whole market day. */
  readonly isAlwaysOpen: boolean
  readonly market: PaperMarket
  /** Edition of the stored data of a recorded market; null where no data can arrive late. */
  readonly edition: string | null
  /**
   * Why the account is behind the market's day: the day, and the symbols whose prices for it are missing. Null when it
   * is not behind.
   */
  readonly waitsFor: { readonly day: MarketDay; readonly symbols: readonly string[] } | null
}

/** A row of `market.clock`. */
export interface MarketClockRow {
  readonly source: 'simulated' | 'import' | 'yahoo' | 'alpaca'
  readonly mode: 'live' | 'closed' | 'replay'
  readonly marketMs: number
  readonly wallMs: number
  readonly speed: number
}

/** Returns the current market time: it is fixed while closed and runs at `speed` times the wall clock in a replay. */
export function marketTimeOf(row: MarketClockRow, wallMs: EpochMs): EpochMs {
  if (row.mode === 'live') return wallMs
  if (row.mode === 'closed') return toEpochMs(row.marketMs)
  return toEpochMs(Math.floor(row.marketMs + Math.max(0, wallMs - row.wallMs) * row.speed))
}

/**
 * Returns the current market day. A closed market is at its last session; a running one is in the session that
 * `marketDayAt` names, so evenings and weekends belong to the next session.
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
  /** The simulated market ticks around the clock. */
  readonly alwaysOpen: boolean
}

/** Builds the state of a market at the given clocks. */
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

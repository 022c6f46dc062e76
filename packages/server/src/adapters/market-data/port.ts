// The interface to a market data service in the application's own terms: prices in dollars, market days of New York.
// Configuration decides which service is behind it; the simulated market and imported files need none.
import type { MarketDay } from '@clubfolio/domain'

/** Why a service could not be used. The message never contains what it sent. */
export type MarketDataFailureKind =
  /** It does not know the symbol, or knows it as a type that we do not list. */
  | 'UNKNOWN'
  /** It denies us access. */
  | 'REFUSED'
  /** We sent too many requests; more would make it worse. */
  | 'RATE_LIMITED'
  /** No complete answer in time. */
  | 'UNAVAILABLE'
  /** An invalid answer. */
  | 'NONSENSE'

export class MarketDataFailure extends Error {
  readonly kind: MarketDataFailureKind
  constructor(kind: MarketDataFailureKind, reason: string) {
    super(reason)
    this.name = 'MarketDataFailure'
    this.kind = kind
  }
}

export interface DataBar {
  readonly day: MarketDay
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Shares. */
  readonly volume: number
}

export interface DailyHistory {
  readonly name: string
  readonly assetType: 'EQUITY' | 'ETF' | 'INDEX'
  readonly exchange: string | null
  readonly firstTradeDay: MarketDay | null
  /**
   * Oldest first, one per day, split-adjusted through `adjustedThrough`, the last requested day; the last bar may be a
   * day that is still forming.
   */
  readonly bars: readonly DataBar[]
  readonly adjustedThrough: MarketDay
  /** `ratio` 4 is four for one. */
  readonly splits: readonly { readonly day: MarketDay; readonly ratio: number }[]
  /** Dollars a share as paid on that day. */
  readonly dividends: readonly { readonly day: MarketDay; readonly amount: number }[]
}

export interface MarketDataPort {
  /** Returns daily bars of the days from `from` through `to`, both included. Throws MarketDataFailure. */
  dailyHistory(symbol: string, from: MarketDay, to: MarketDay): Promise<DailyHistory>
}

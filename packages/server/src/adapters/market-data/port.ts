// What the application asks of a service for market data, in its own words: prices in dollars, market days of New York.
// Which service answers is a matter of configuration; the simulated market and imported files need none.
import type { MarketDay } from '@clubfolio/domain'

/** Why a service could not be used. Nothing of what it sent stands in the message. */
export type MarketDataFailureKind =
  /** It does not know the symbol, or what it knows is nothing that we list. */
  | 'UNKNOWN'
  /** It does not let us in. */
  | 'REFUSED'
  /** We asked too often; asking on makes it worse. */
  | 'RATE_LIMITED'
  /** No whole answer in time. */
  | 'UNAVAILABLE'
  /** An answer that cannot be what it should be. */
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
  /** Oldest first, one a day, split-adjusted through `adjustedThrough`, the last day asked for; a day that still forms may be the last. */
  readonly bars: readonly DataBar[]
  readonly adjustedThrough: MarketDay
  /** `ratio` 4 is four for one. */
  readonly splits: readonly { readonly day: MarketDay; readonly ratio: number }[]
  /** Dollars a share as paid on that day. */
  readonly dividends: readonly { readonly day: MarketDay; readonly amount: number }[]
}

export interface MarketDataPort {
  /** Daily bars of the days from `from` through `to`, both included. Throws MarketDataFailure. */
  dailyHistory(symbol: string, from: MarketDay, to: MarketDay): Promise<DailyHistory>
}

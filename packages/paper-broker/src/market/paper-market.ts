// The brokerage's view of a market, whatever its source: instruments, quotes and daily bars as of an instant.
// Implementations answer from what is known at that instant and never look ahead.

import type { EpochMs, MarketDay } from '@clubfolio/domain'
import type { Expiration, OptionChain, OptionQuote } from '@clubfolio/simulated-market'
import type { Price } from '../money/money.ts'
import type { Search, Watch } from '../order/touch.ts'

export type PaperAssetType = 'EQUITY' | 'ETF' | 'INDEX' | 'OPTION'

export interface PaperInstrument {
  readonly symbol: string
  readonly description: string
  readonly assetType: PaperAssetType
  readonly exchange: string
  readonly cusip: string | null
  /** Whether its shares can be borrowed for a short sale. */
  readonly isShortable: boolean
}

export interface PaperQuote {
  readonly bid: Price
  readonly ask: Price
  readonly bidSize: number
  readonly askSize: number
  readonly last: Price
  readonly open: Price
  readonly high: Price
  readonly low: Price
  /** Close of the session before the market day the quote belongs to. */
  readonly previousClose: Price
  readonly volume: number
  readonly tradedAt: EpochMs
}

export interface PriceRange {
  readonly high: Price
  readonly low: Price
}

/** One bar of a day as traded. */
export interface PaperBar {
  readonly day: MarketDay
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** A bar of some minutes, named by its first instant. */
export interface PaperMinuteBar {
  readonly startMs: EpochMs
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** A split (new shares for one old) or a dividend (dollars a share) that takes effect with a market day, as decimal text. */
export interface ShareAction {
  readonly day: MarketDay
  readonly kind: 'SPLIT' | 'DIVIDEND'
  readonly value: string
}

export interface InstrumentQuery {
  /** Exact symbol, symbol by wildcards, words of the name, name by wildcards, or exact CUSIP. */
  readonly by: 'symbol' | 'symbol-pattern' | 'word' | 'word-pattern' | 'cusip'
  /** In patterns `*` stands for any run of characters and `?` for one; the whole text must match. Case does not count. */
  readonly text: string
  readonly limit: number
}

/** A contract with what it is quoted at and how many shares it is for. */
export interface PaperOption {
  readonly quote: OptionQuote
  readonly multiplier: number
}

/** How far the prices of some symbols reach together. */
interface Arrival {
  /** The last day that is closed for all of them: its bar is there, or the source says that the day is complete. */
  readonly closedThrough: MarketDay
  /** Those whose later days are awaited. */
  readonly missing: readonly string[]
}

export interface PaperMarket {
  /** How far prices have come in, up to a day; a market that makes its own prices has them all. */
  arrivalOf(symbols: readonly string[], until: MarketDay, wallMs: EpochMs): Promise<Arrival>
  /** Another text with every change of stored prices, splits and dividends; null where nothing can come late. */
  edition(): Promise<string | null>
  find(symbol: string, at: EpochMs): Promise<PaperInstrument | null>
  search(query: InstrumentQuery, at: EpochMs): Promise<PaperInstrument[]>
  quote(symbol: string, at: EpochMs): Promise<PaperQuote | null>
  /** The first price after `fromMs` up to and including `untilMs` that reaches the watch, prices as traded then. */
  firstTouch(symbol: string, fromMs: EpochMs, untilMs: EpochMs, watch: Watch): Promise<Search>
  /** Highest and lowest price of the last year's finished sessions; null without any. */
  yearRange(symbol: string, at: EpochMs): Promise<PriceRange | null>
  /** Finished bars and, when a session has begun, nothing of it beyond `at`; prices adjusted for splits known at `at`. */
  dailyBars(symbol: string, from: MarketDay, to: MarketDay, at: EpochMs): Promise<PaperBar[]>
  /** Splits and dividends, both days included, in order of time. */
  shareActions(symbol: string, from: MarketDay, to: MarketDay): Promise<ShareAction[]>
  /** One-minute bars that start in the span and are finished at `at`, as far back as the source has them. */
  minuteBars(symbol: string, fromMs: EpochMs, untilMs: EpochMs, at: EpochMs): Promise<PaperMinuteBar[]>
  /** The listed options of an underlying; empty and null where the source has none. */
  optionExpirations(symbol: string, at: EpochMs): Promise<Expiration[]>
  optionChain(symbol: string, from: MarketDay, to: MarketDay, at: EpochMs): Promise<OptionChain | null>
  /** One contract by its 21-character symbol, also one that is listed no more; null when it has expired or is none. */
  option(symbol: string, at: EpochMs): Promise<PaperOption | null>
}

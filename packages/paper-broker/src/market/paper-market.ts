// The brokerage's interface to a market, whatever its source: instruments, quotes and daily bars as of an instant.
// Implementations use only data known at that instant and never look ahead.

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

/** A daily bar as traded. */
export interface PaperBar {
  readonly day: MarketDay
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** An intraday bar, identified by its first instant. */
export interface PaperMinuteBar {
  readonly startMs: EpochMs
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/**
 * A split (new shares for one old) or a dividend (dollars per share) that takes effect with a market day, as decimal
 * text.
 */
export interface ShareAction {
  readonly day: MarketDay
  readonly kind: 'SPLIT' | 'DIVIDEND'
  readonly value: string
}

export interface InstrumentQuery {
  /** Exact symbol, symbol by wildcards, words of the name, name by wildcards, or exact CUSIP. */
  readonly by: 'symbol' | 'symbol-pattern' | 'word' | 'word-pattern' | 'cusip'
  /** In patterns `*` matches any run of characters and `?` one; the whole text must match, case-insensitively. */
  readonly text: string
  readonly limit: number
}

/** A contract with its quote and the number of shares it is for. */
export interface PaperOption {
  readonly quote: OptionQuote
  readonly multiplier: number
}

/** How far the prices of a set of symbols reach. */
interface Arrival {
  /** The last day that is closed for all of them: its bar has arrived, or the source reports the day complete. */
  readonly closedThrough: MarketDay
  /** The symbols whose later days are still missing. */
  readonly missing: readonly string[]
}

export interface PaperMarket {
  /** Returns how far prices have arrived, up to a day; a market that generates its own prices has them all. */
  arrivalOf(symbols: readonly string[], until: MarketDay, wallMs: EpochMs): Promise<Arrival>
  /**
   * Returns a text that changes with every change of stored prices, splits and dividends; null where nothing can arrive
   * late.
   */
  edition(): Promise<string | null>
  find(symbol: string, at: EpochMs): Promise<PaperInstrument | null>
  search(query: InstrumentQuery, at: EpochMs): Promise<PaperInstrument[]>
  /** Returns instruments that have prices around an instant, in the order of their symbols; options are left out. */
  traded(limit: number, at: EpochMs): Promise<PaperInstrument[]>
  quote(symbol: string, at: EpochMs): Promise<PaperQuote | null>
  /**
   * Returns the first price after `fromMs`, up to and including `untilMs`, that reaches the watch, in prices as traded
   * then.
   */
  firstTouch(symbol: string, fromMs: EpochMs, untilMs: EpochMs, watch: Watch): Promise<Search>
  /** Returns the highest and lowest price of the last year's finished sessions; null when there are none. */
  yearRange(symbol: string, at: EpochMs): Promise<PriceRange | null>
  /**
   * Returns finished bars and, once a session has begun, nothing of it beyond `at`; adjusted for splits known at `at`.
   */
  dailyBars(symbol: string, from: MarketDay, to: MarketDay, at: EpochMs): Promise<PaperBar[]>
  /** Returns splits and dividends, both days included, in chronological order. */
  shareActions(symbol: string, from: MarketDay, to: MarketDay): Promise<ShareAction[]>
  /** Returns one-minute bars that start in the span and are finished at `at`, as far back as the source has them. */
  minuteBars(symbol: string, fromMs: EpochMs, untilMs: EpochMs, at: EpochMs): Promise<PaperMinuteBar[]>
  /** Returns the listed options of an underlying; empty or null where the source has none. */
  optionExpirations(symbol: string, at: EpochMs): Promise<Expiration[]>
  optionChain(symbol: string, from: MarketDay, to: MarketDay, at: EpochMs): Promise<OptionChain | null>
  /**
   * Returns one contract by its 21-character symbol, even one no longer listed; null when it has expired or does not
   * exist.
   */
  option(symbol: string, at: EpochMs): Promise<PaperOption | null>
}

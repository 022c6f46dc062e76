// Public interface of the simulated market: instruments, daily and minute bars, splits and dividends, and quotes at any
// instant, all pure functions of seed and time. Caches only avoid repeated work; independent processes return the same
// results. The market knows its own future: `dailyBars` and `minuteBars` of unfinished days reveal how they end.
// Callers therefore request finished sessions (`lastFinishedSessionAt` of the calendar), and `formingBar` and `quoteAt`
// for the running one.

import { isInSession, sessionOrdinalAt, toEpochMs } from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { LruCache } from './daily/block.ts'
import { createDailySource } from './daily/daily-source.ts'
import type { CorporateAction } from './daily/daily-source.ts'
import { createHistory } from './daily/history.ts'
import { minuteBarsOf } from './intraday/minute-bar.ts'
import type { MinuteBar } from './intraday/minute-bar.ts'
import { walkMinutes } from './intraday/minute-path.ts'
import type { MinutePath } from './intraday/minute-path.ts'
import { planMinutes } from './intraday/minute-plan.ts'
import type { MinutePlan, TradingHours } from './intraday/minute-plan.ts'
import { ticksOf } from './intraday/tick.ts'
import type { OptionContract } from './option/option-code.ts'
import { chainOf, expirationsAt, quoteOption } from './option/option-market.ts'
import type { OptionChain, Underlying } from './option/option-market.ts'
import type { Expiration } from './option/expiration.ts'
import type { OptionQuote } from './option/option-quote.ts'
import { quoteOnPath } from './intraday/quote.ts'
import type { Quote } from './intraday/quote.ts'
import { sessionNumberOf, sessionNumberOfOrdinal, sessionOfNumber } from './universe/history-start.ts'
import type { Instrument, Listing } from './universe/instrument.ts'
import { createUniverse } from './universe/universe.ts'

/** A day's prices in dollars as traded, and the number of shares traded. */
export interface DailyBar {
  readonly day: MarketDay
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** `instrumentCount` is 10 to 10,000, including the two indices; hours default to around the clock. */
export interface SimulatedMarketOptions {
  readonly seed: string
  readonly instrumentCount: number
  readonly hours?: TradingHours
}

/** Every method returns null, or an empty list, for a code that is unknown or not listed yet on the given day. */
export interface SimulatedMarket {
  readonly hours: TradingHours
  /**
   * Instruments listed on or before a day, always in the same order; new ones come last. SPY and QQQ are the first two.
   */
  readonly instruments: (asOf: MarketDay) => Instrument[]
  readonly instrument: (code: string, asOf: MarketDay) => Instrument | null
  /** Bars as traded, both days inclusive. */
  readonly dailyBars: (code: string, from: MarketDay, to: MarketDay) => DailyBar[]
  /** Splits and dividends, both days inclusive, in chronological order. */
  readonly corporateActions: (code: string, from: MarketDay, to: MarketDay) => CorporateAction[]
  /** Shares outstanding on a day, after its splits. */
  readonly sharesOutstanding: (code: string, day: MarketDay) => number | null
  readonly quoteAt: (code: string, epochMs: EpochMs) => Quote | null
  /** The bar so far of the market day of an instant; null while a market in New York hours is closed. */
  readonly formingBar: (code: string, epochMs: EpochMs) => DailyBar | null
  /** The minutes of a session; with `untilMs`, only those that start before that instant, the last one up to it. */
  readonly minuteBars: (code: string, day: MarketDay, untilMs?: EpochMs) => MinuteBar[]
  /**
   * Every trade after `fromMs` up to and including `untilMs`, in order, one every two seconds while the market ticks. A
   * matching engine processes them after a pause. Lazy, so the caller can stop early.
   */
  readonly ticksBetween: (
    code: string,
    fromMs: EpochMs,
    untilMs: EpochMs,
  ) => Iterable<{ tradeMs: EpochMs; price: number }>
  /** The option expirations at an instant, soonest first; the same for all instruments. */
  readonly optionExpirations: (epochMs: EpochMs) => Expiration[]
  /** The chain of the expirations in a span of days, both inclusive. */
  readonly optionChain: (code: string, epochMs: EpochMs, from: MarketDay, to: MarketDay) => OptionChain | null
  /**
   * The quote of one contract, even if the chain no longer lists it; null if it has expired or its underlying is
   * unknown.
   */
  readonly optionQuote: (contract: OptionContract, epochMs: EpochMs) => OptionQuote | null
  /** Whether the market ticks at an instant. */
  readonly isOpenAt: (epochMs: EpochMs) => boolean
}

const PLANS_KEPT = 64
const PATHS_KEPT = 640

/**
 * Creates the simulated market of a seed. Markets of one seed share their instruments: a smaller one has the first ones
 * of a larger one, with equal prices. Only the indices differ, because they are computed from the market's own
 * companies. Throws a RangeError on an unsupported count. Example:
 * `createSimulatedMarket({ seed: 'demo', instrumentCount: 20 })`.
 */
export function createSimulatedMarket(options: SimulatedMarketOptions): SimulatedMarket {
  const { seed, instrumentCount, hours = 'AROUND_THE_CLOCK' } = options
  const universe = createUniverse(seed, instrumentCount)
  const source = createDailySource(seed, createHistory(seed, universe))
  const plans = new LruCache<MinutePlan>(PLANS_KEPT)
  const paths = new LruCache<MinutePath>(PATHS_KEPT)
  const byCode = new Map<string, Listing>()
  let codesThrough = 0

  function listingOf(code: string, asOf: MarketDay): Listing | null {
    const year = Number(asOf.slice(0, 4))
    if (year > codesThrough) {
      for (const listing of universe.listedThrough(year)) byCode.set(listing.instrument.code, listing)
      codesThrough = year
    }
    const listing = byCode.get(code)
    return listing !== undefined && listing.instrument.ipoDate <= asOf ? listing : null
  }

  function pathOf(listing: Listing, session: number): MinutePath | null {
    const bar = source.bar(listing, session)
    if (bar === null) return null
    return paths.get(`${listing.traits.key}/${session}`, () =>
      walkMinutes(
        seed,
        listing.traits,
        plans.get(`${session}`, () => planMinutes(seed, hours, session)),
        bar,
      ),
    )
  }

  const isOpenAt = (epochMs: EpochMs): boolean => hours === 'AROUND_THE_CLOCK' || isInSession(epochMs)

  /** Returns the session whose bar an instant shows: the running one, or the last one while the market is closed. */
  function sessionShownAt(epochMs: EpochMs): number {
    return sessionNumberOfOrdinal(sessionOrdinalAt(epochMs)) - (isOpenAt(epochMs) ? 0 : 1)
  }

  function quoteAt(code: string, epochMs: EpochMs): Quote | null {
    const session = sessionShownAt(epochMs)
    if (session < 0) return null
    const listing = listingOf(code, sessionOfNumber(session))
    const path = listing === null ? null : pathOf(listing, session)
    if (listing === null || path === null) return null
    return quoteOnPath(code, listing.traits, {
      path,
      previousCloseCents: source.previousCloseCents(listing, session),
      epochMs,
      isOpen: isOpenAt(epochMs),
    })
  }

  /**
   * Returns the pricing inputs of options on an instrument. Volatility is that of the last finished session: no
   * look-ahead.
   */
  function underlyingAt(code: string, epochMs: EpochMs): Underlying | null {
    const quote = quoteAt(code, epochMs)
    const listing = quote === null ? null : listingOf(code, quote.marketDay)
    if (quote === null || listing === null) return null
    const { traits } = listing
    const known = Math.max(traits.sessionFrom, sessionNumberOf(quote.marketDay) - 1)
    return {
      quote,
      volatility: source.volatility(listing, known),
      dividendYield: traits.dividendYield,
      dollarsTraded: traits.startShares * traits.turnover * traits.startPrice,
    }
  }

  return {
    hours,
    isOpenAt,
    quoteAt,

    instruments: (asOf) =>
      universe
        .listedThrough(Number(asOf.slice(0, 4)))
        .filter(({ instrument }) => instrument.ipoDate <= asOf)
        .map(({ instrument }) => instrument),

    instrument: (code, asOf) => listingOf(code, asOf)?.instrument ?? null,

    dailyBars(code, from, to) {
      const listing = listingOf(code, to)
      const bars: DailyBar[] = []
      if (listing === null) return bars
      source.eachBar(listing, firstSessionOnOrAfter(from), sessionNumberOf(to), (session, bar) => {
        bars.push({
          day: sessionOfNumber(session),
          open: bar.openCents / 100,
          high: bar.highCents / 100,
          low: bar.lowCents / 100,
          close: bar.closeCents / 100,
          volume: bar.volume,
        })
      })
      return bars
    },

    corporateActions(code, from, to) {
      const listing = listingOf(code, to)
      return listing === null ? [] : source.actions(listing, firstSessionOnOrAfter(from), sessionNumberOf(to))
    },

    sharesOutstanding(code, day) {
      const listing = listingOf(code, day)
      return listing === null ? null : source.sharesOutstanding(listing, sessionNumberOf(day))
    },

    formingBar(code, epochMs) {
      if (!isOpenAt(epochMs)) return null
      const quote = quoteAt(code, epochMs)
      if (quote === null) return null
      const { marketDay, open, high, low, last, volume } = quote
      return { day: marketDay, open, high, low, close: last, volume }
    },

    minuteBars(code, day, untilMs) {
      const listing = listingOf(code, day)
      const session = sessionNumberOf(day)
      if (listing === null || session < 0 || sessionOfNumber(session) !== day) return []
      const path = pathOf(listing, session)
      return path === null ? [] : minuteBarsOf(path, untilMs)
    },

    *ticksBetween(code, fromMs, untilMs) {
      const last = sessionNumberOfOrdinal(sessionOrdinalAt(untilMs))
      for (let session = Math.max(0, sessionNumberOfOrdinal(sessionOrdinalAt(fromMs))); session <= last; session += 1) {
        const listing = listingOf(code, sessionOfNumber(session))
        const path = listing === null ? null : pathOf(listing, session)
        if (path === null) continue
        for (const { tradeMs, cents } of ticksOf(path, fromMs, untilMs))
          yield { tradeMs: toEpochMs(tradeMs), price: cents / 100 }
      }
    },

    optionExpirations: expirationsAt,

    optionChain(code, epochMs, from, to) {
      const underlying = underlyingAt(code, epochMs)
      return underlying === null ? null : chainOf(seed, code, { underlying, from, to })
    },

    optionQuote(contract, epochMs) {
      const underlying = underlyingAt(contract.underlying, epochMs)
      return underlying === null ? null : quoteOption(seed, contract, underlying)
    },
  }
}

/** Returns the session number of a day or of the first session after it. */
function firstSessionOnOrAfter(day: MarketDay): number {
  const number = sessionNumberOf(day)
  return number >= 0 && sessionOfNumber(number) === day ? number : number + 1
}

// Adapts the simulated market to the brokerage's market interface: pure functions of seed and time, cut off at the
// requested instant, because the simulated market knows its future.

import { type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { addCalendarDays, addSessions, lastFinishedSessionAt, marketDayAt, marketDaySpan } from '@clubfolio/domain'
import { OPTION_MULTIPLIER, parseOptionCode } from '@clubfolio/simulated-market'
import type { Instrument, OptionContract, OptionQuote, SimulatedMarket } from '@clubfolio/simulated-market'
import { priceOfFloat } from '../money/money.ts'
import { searchOption } from './search-option.ts'
import { searchTicks } from './search-ticks.ts'
import { adjustForSplits } from './split-adjustment.ts'
import type {
  InstrumentQuery,
  PaperBar,
  PaperInstrument,
  PaperMarket,
  PaperQuote,
  PriceRange,
  ShareAction,
} from './paper-market.ts'
import { isWildcardMatch } from './wildcard.ts'

const DAYS_OF_A_YEAR = 365
const MINUTE_MS = 60_000
const RANGES_KEPT = 2000

const HARD_TO_BORROW_ONE_IN = 41

/** Marks some shares as not borrowable, always the same ones. */
function isHardToBorrow(cusip: string): boolean {
  const sum = Array.from(cusip).reduce((total, character, place) => total + character.charCodeAt(0) * (place + 1), 0)
  return sum % HARD_TO_BORROW_ONE_IN === 0
}

function instrumentOf(instrument: Instrument): PaperInstrument {
  return {
    symbol: instrument.code,
    description: instrument.name,
    assetType: instrument.assetType,
    exchange: instrument.exchange,
    cusip: instrument.cusip,
    isShortable: instrument.assetType === 'ETF' || !isHardToBorrow(instrument.cusip),
  }
}

function optionInstrument({ underlying, right, strike, expiration }: OptionContract, symbol: string): PaperInstrument {
  const description = `${underlying} ${expiration} ${strike} ${right === 'CALL' ? 'Call' : 'Put'}`
  return { symbol, description, assetType: 'OPTION', exchange: 'OPR', cusip: null, isShortable: false }
}

/** Quotes a contract; one that has not traded today uses its mark as the last price. */
function optionPaperQuote(option: OptionQuote | null, at: EpochMs): PaperQuote | null {
  if (option === null) return null
  const last = priceOfFloat(option.last ?? option.mark)
  return {
    bid: priceOfFloat(option.bid),
    ask: priceOfFloat(option.ask),
    bidSize: option.bidSize,
    askSize: option.askSize,
    last,
    open: last,
    high: last,
    low: last,
    previousClose: priceOfFloat(option.previousClose),
    volume: option.volume,
    tradedAt: at,
  }
}

const MATCHES: Readonly<Record<InstrumentQuery['by'], (instrument: Instrument, text: string) => boolean>> = {
  symbol: (instrument, text) => instrument.code === text.toUpperCase(),
  cusip: (instrument, text) => instrument.cusip === text,
  'symbol-pattern': (instrument, text) => isWildcardMatch(text, instrument.code),
  'word-pattern': (instrument, text) => isWildcardMatch(text, instrument.name),
  word: (instrument, text) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => instrument.name.toLowerCase().includes(word)),
}

/** Creates the market interface from a simulated market. */
export function simulatedPaperMarket(market: SimulatedMarket): PaperMarket {
  const ranges = new Map<string, PriceRange | null>()

  /** Returns finished sessions and the one in progress, as traded. */
  const barsUntil = (symbol: string, from: MarketDay, to: MarketDay, at: EpochMs): PaperBar[] => {
    const today = marketDayAt(at)
    const finished = lastFinishedSessionAt(at)
    const bars: PaperBar[] = market.dailyBars(symbol, from, to < finished ? to : finished)
    const forming = from <= today && today <= to ? market.formingBar(symbol, at) : null
    return forming === null ? bars : [...bars, forming]
  }

  const shareActions = (symbol: string, from: MarketDay, to: MarketDay): ShareAction[] =>
    market
      .corporateActions(symbol, from, to)
      .map((action) =>
        action.kind === 'SPLIT'
          ? { day: action.day, kind: action.kind, value: String(action.ratio) }
          : { day: action.day, kind: action.kind, value: String(action.amount) },
      )

  const dailyBars = (symbol: string, from: MarketDay, to: MarketDay, at: EpochMs): PaperBar[] => {
    const today = marketDayAt(at)
    return adjustForSplits(barsUntil(symbol, from, to, at), shareActions(symbol, from, today))
  }

  const yearRange = (symbol: string, at: EpochMs): PriceRange | null => {
    const finished = lastFinishedSessionAt(at)
    const key = `${symbol}/${finished}`
    const known = ranges.get(key)
    if (known !== undefined) return known
    const bars = dailyBars(symbol, addCalendarDays(finished, -DAYS_OF_A_YEAR), finished, at)
    const range =
      bars.length === 0
        ? null
        : {
            high: priceOfFloat(Math.max(...bars.map((bar) => bar.high))),
            low: priceOfFloat(Math.min(...bars.map((bar) => bar.low))),
          }
    if (ranges.size >= RANGES_KEPT) ranges.clear()
    ranges.set(key, range)
    return range
  }

  return {
    find: async (symbol, at) => {
      const contract = parseOptionCode(symbol)
      if (contract !== null) return optionInstrument(contract, symbol)
      const found = market.instrument(symbol, marketDayAt(at))
      return found === null ? null : instrumentOf(found)
    },
    search: async ({ by, text, limit }, at) => {
      const found: PaperInstrument[] = []
      for (const instrument of market.instruments(marketDayAt(at))) {
        if (found.length >= limit) break
        if (MATCHES[by](instrument, text)) found.push(instrumentOf(instrument))
      }
      return found
    },
    traded: async (limit, at) =>
      market
        .instruments(marketDayAt(at))
        .map(instrumentOf)
        .sort((left, right) => (left.symbol < right.symbol ? -1 : 1))
        .slice(0, limit),
    quote: async (symbol, at) => {
      const contract = parseOptionCode(symbol)
      if (contract !== null) return optionPaperQuote(market.optionQuote(contract, at), at)
      const quote = market.quoteAt(symbol, at)
      if (quote === null) return null
      return {
        bid: priceOfFloat(quote.bid),
        ask: priceOfFloat(quote.ask),
        bidSize: quote.bidSize,
        askSize: quote.askSize,
        last: priceOfFloat(quote.last),
        open: priceOfFloat(quote.open),
        high: priceOfFloat(quote.high),
        low: priceOfFloat(quote.low),
        previousClose: priceOfFloat(quote.previousClose),
        volume: quote.volume,
        tradedAt: quote.tradeMs,
      }
    },
    firstTouch: async (symbol, fromMs, untilMs, watch) => {
      const contract = parseOptionCode(symbol)
      return contract === null
        ? searchTicks(market, symbol, { fromMs, untilMs, watch })
        : searchOption((at) => optionPaperQuote(market.optionQuote(contract, at), at), fromMs, untilMs, watch)
    },
    arrivalOf: async (_symbols, until) => ({ closedThrough: until, missing: [] }),
    edition: async () => null,
    yearRange: async (symbol, at) => yearRange(symbol, at),
    dailyBars: async (symbol, from, to, at) => dailyBars(symbol, from, to, at),
    shareActions: async (symbol, from, to) => shareActions(symbol, from, to),
    optionExpirations: async (symbol, at) =>
      market.instrument(symbol, marketDayAt(at)) === null ? [] : market.optionExpirations(at),
    optionChain: async (symbol, from, to, at) => market.optionChain(symbol, at, from, to),
    option: async (symbol, at) => {
      const contract = parseOptionCode(symbol)
      const quote = contract === null ? null : market.optionQuote(contract, at)
      return quote === null ? null : { quote, multiplier: OPTION_MULTIPLIER }
    },
    minuteBars: async (symbol, fromMs, untilMs, at) => {
      const until = Math.min(untilMs, at)
      const bars = []
      for (let day = marketDayAt(fromMs); marketDaySpan(day).fromMs < until; day = addSessions(day, 1)) {
        bars.push(...market.minuteBars(symbol, day, toEpochMs(until)))
      }
      return bars.filter((bar) => bar.startMs >= fromMs && bar.startMs < untilMs && bar.startMs + MINUTE_MS <= at)
    },
  }
}

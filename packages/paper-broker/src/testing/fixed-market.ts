// A market whose prices the test sets itself.

import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { addSessions } from '@clubfolio/domain'
import type { OptionContract, OptionQuote } from '@clubfolio/simulated-market'
import { priceOfFloat } from '../money/money.ts'
import { contractEndMs, contractOf } from '../valuation/option-rule.ts'
import { isReached } from '../order/touch.ts'
import { isWildcardMatch } from '../market/wildcard.ts'
import type {
  InstrumentQuery,
  PaperBar,
  PaperInstrument,
  PaperMarket,
  PaperMinuteBar,
  ShareAction,
} from '../market/paper-market.ts'

export interface FixedMarket extends PaperMarket {
  /** Sets the last price, and the previous session's close; setting an option's price also lists it. */
  set(symbol: string, last: number, previousClose?: number): void
  /** Sets the price from an instant on, as after a split. */
  setFrom(symbol: string, last: number, fromMs: number): void
  /** Removes the daily bars of a symbol; its quote stays. */
  hideBars(symbol: string): void
  /** Removes the quote of a symbol. */
  unset(symbol: string): void
  /** Adds a split or dividend. */
  act(symbol: string, action: ShareAction): void
}

const INSTRUMENTS: readonly PaperInstrument[] = [
  {
    symbol: 'ACME',
    description: 'Acme Works Inc',
    assetType: 'EQUITY',
    exchange: 'NYSE',
    cusip: '000111222',
    isShortable: true,
  },
  {
    symbol: 'BOLT',
    description: 'Bolt & Nut Corp',
    assetType: 'EQUITY',
    exchange: 'NASDAQ',
    cusip: '000333444',
    isShortable: true,
  },
  {
    symbol: 'BASK',
    description: 'Basket Fund',
    assetType: 'ETF',
    exchange: 'NYSE ARCA',
    cusip: '000555666',
    isShortable: true,
  },
  { symbol: '$IDX', description: 'The Index', assetType: 'INDEX', exchange: 'INDEX', cusip: null, isShortable: false },
  {
    symbol: 'LOAN',
    description: 'Lone Loan Corp',
    assetType: 'EQUITY',
    exchange: 'NYSE',
    cusip: '000777888',
    isShortable: false,
  },
]

function barsOf(close: number, from: MarketDay, to: MarketDay): PaperBar[] {
  const bars: PaperBar[] = []
  for (let day = addSessions(from, 0); day <= to; day = addSessions(day, 1)) {
    if (day >= from) bars.push({ day, open: close - 1, high: close + 1, low: close - 2, close, volume: 1000 })
  }
  return bars
}

const MATCHES: Readonly<Record<InstrumentQuery['by'], (instrument: PaperInstrument, text: string) => boolean>> = {
  symbol: (instrument, text) => instrument.symbol === text,
  cusip: (instrument, text) => instrument.cusip === text,
  'symbol-pattern': (instrument, text) => isWildcardMatch(text, instrument.symbol),
  'word-pattern': (instrument, text) => isWildcardMatch(text, instrument.description),
  word: (instrument, text) => instrument.description.toLowerCase().includes(text.toLowerCase()),
}

function hasEnded(symbol: string, at: EpochMs): boolean {
  const contract = contractOf(symbol)
  return contract !== null && at >= contractEndMs(contract)
}

/** Returns a contract at the price set for it; fields that only a chain shows are zero. */
function optionQuote(
  code: string,
  contract: OptionContract,
  { last, previousClose }: { readonly last: number; readonly previousClose: number },
): OptionQuote {
  return {
    ...contract,
    code,
    kind: 'MONTHLY',
    daysToExpiration: 30,
    bid: last - 0.01,
    ask: last + 0.01,
    bidSize: 3,
    askSize: 2,
    last,
    mark: last,
    previousClose,
    volume: 100,
    openInterest: 1_000,
    impliedVolatility: 0.3,
    intrinsic: 0,
    isInTheMoney: false,
    value: last,
    delta: 0,
    gamma: 0,
    theta: 0,
    vega: 0,
    rho: 0,
  }
}

export function fixedMarket(): FixedMarket {
  const prices = new Map<string, { last: number; previousClose: number }>()
  for (const { symbol } of INSTRUMENTS) prices.set(symbol, { last: 50, previousClose: 50 })
  const later = new Map<string, { readonly fromMs: number; readonly last: number }>()
  const priceAt = (
    symbol: string,
    at: EpochMs,
  ): { readonly last: number; readonly previousClose: number } | undefined => {
    const [known, next] = [prices.get(symbol), later.get(symbol)]
    return known !== undefined && next !== undefined && at >= next.fromMs ? { ...known, last: next.last } : known
  }
  const actions = new Map<string, ShareAction[]>()
  const barless = new Set<string>()
  const contractAt = (symbol: string, at: EpochMs): OptionContract | null =>
    prices.has(symbol) && !hasEnded(symbol, at) ? contractOf(symbol) : null
  const optionOf = (symbol: string): PaperInstrument | null =>
    prices.has(symbol) && contractOf(symbol) !== null
      ? { symbol, description: symbol, assetType: 'OPTION', exchange: 'OPR', cusip: null, isShortable: false }
      : null
  return {
    setFrom: (symbol, last, fromMs) => void later.set(symbol, { fromMs, last }),
    hideBars: (symbol) => void barless.add(symbol),
    unset: (symbol) => void prices.delete(symbol),
    act: (symbol, action) => void actions.set(symbol, [...(actions.get(symbol) ?? []), action]),
    set: (symbol, last, previousClose = last) => void prices.set(symbol, { last, previousClose }),
    find: async (symbol) => INSTRUMENTS.find((one) => one.symbol === symbol) ?? optionOf(symbol),
    search: async ({ by, text, limit }) => INSTRUMENTS.filter((one) => MATCHES[by](one, text)).slice(0, limit),
    traded: async (limit) => INSTRUMENTS.slice(0, limit),
    quote: async (symbol, at: EpochMs) => {
      const known = priceAt(symbol, at)
      if (known === undefined || hasEnded(symbol, at)) return null
      const last = priceOfFloat(known.last)
      return {
        bid: priceOfFloat(known.last - 0.01),
        ask: priceOfFloat(known.last + 0.01),
        bidSize: 3,
        askSize: 2,
        last,
        open: last,
        high: last,
        low: last,
        previousClose: priceOfFloat(known.previousClose),
        volume: 12_345,
        tradedAt: at,
      }
    },
    // A price that was set holds for the whole searched span.
    firstTouch: async (symbol, fromMs, untilMs, watch) => {
      const known = priceAt(symbol, untilMs)
      if (known === undefined || untilMs <= fromMs) return { touch: null, high: null, low: null }
      const last = priceOfFloat(known.last)
      const quote = { bid: priceOfFloat(known.last - 0.01), ask: priceOfFloat(known.last + 0.01), last }
      return { touch: isReached(watch, quote, last, last) ? { ...quote, atMs: untilMs } : null, high: last, low: last }
    },
    shareActions: async (symbol, from, to) =>
      (actions.get(symbol) ?? []).filter((action) => from <= action.day && action.day <= to),
    optionExpirations: async () => [],
    optionChain: async () => null,
    option: async (symbol, at) => {
      const contract = contractAt(symbol, at)
      const known = prices.get(symbol)
      return contract === null || known === undefined
        ? null
        : { quote: optionQuote(symbol, contract, known), multiplier: 100 }
    },
    arrivalOf: async (_symbols, until) => ({ closedThrough: until, missing: [] }),
    edition: async () => null,
    yearRange: async (symbol) => {
      const known = prices.get(symbol)
      return known === undefined ? null : { high: priceOfFloat(known.last * 2), low: priceOfFloat(known.last / 2) }
    },
    minuteBars: async (symbol, fromMs, untilMs, at) => {
      const known = prices.get(symbol)
      if (known === undefined) return []
      const bars: PaperMinuteBar[] = []
      for (let startMs: number = fromMs; startMs < Math.min(untilMs, at - 60_000 + 1); startMs += 60_000) {
        bars.push({
          startMs: startMs as EpochMs,
          open: known.last,
          high: known.last + 1,
          low: known.last - 1,
          close: known.last,
          volume: 10,
        })
      }
      return bars
    },
    dailyBars: async (symbol, from, to) => {
      const known = prices.get(symbol)
      return known === undefined || barless.has(symbol) ? [] : barsOf(known.last, from, to)
    },
  }
}

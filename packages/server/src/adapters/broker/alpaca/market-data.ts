// Prices on Alpaca's Market Data API: quotes, minutes, daily closes and option chains, read with an account's access.
import { addCalendarDays, isOptionCode, newYorkDateAt, newYorkInstant, toEpochMs } from '@clubfolio/domain'
import type { z } from 'zod'
import type { BrokerOption, BrokerQuote } from '../market-answers.ts'
import { type BrokerAccess, BrokerFailure, type BrokerPort } from '../port.ts'
import { writeWireTime } from '../wire-time.ts'
import { allPages, pageQuery, queryOf } from './pages.ts'
import {
  alpacaExpirations,
  ChainSnapshotsAnswer,
  ContractsAnswer,
  newestQuoteMs,
  toOption,
  type WireContract,
} from './read-chain.ts'
import {
  alpacaRange,
  BarsAnswer,
  type BarPage,
  closesOf,
  OptionBarsAnswer,
  OptionSnapshotsAnswer,
  SnapshotsAnswer,
} from './read-market.ts'
import { writeSymbol } from './wire-symbol.ts'

type Read = <S extends z.ZodType>(access: BrokerAccess, path: string, schema: S) => Promise<z.output<S>>

export interface MarketDataParts {
  /** Reads a path of the Trading API. */
  readonly trading: Read
  /** Reads a path of the Market Data API. */
  readonly data: Read
  readonly feed: 'iex' | 'sip'
  readonly nowMs: () => number
}

const symbolsPerCall = 100
const barsPerCall = 10_000
/** Without a subscription, prices of all exchanges are available once they are this old. */
const delayMs = 16 * 60_000
/** Expirations are listed this far ahead. */
const expirationDays = 3 * 366

type MarketData = Pick<BrokerPort, 'quotes' | 'optionChain' | 'optionExpirations' | 'priceRange' | 'dailyCloses'>

export function createMarketData({ trading, data, feed, nowMs }: MarketDataParts): MarketData {
  const today = () => newYorkDateAt(toEpochMs(nowMs()))
  const optionFeed = feed === 'sip' ? 'opra' : 'indicative'

  async function readBars(
    access: BrokerAccess,
    symbol: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<BarPage['bars']> {
    const wire = writeSymbol(symbol)
    const pages = await allPages<BarPage>(
      (token) =>
        isOptionCode(symbol)
          ? data(
              access,
              `/v1beta1/options/bars?${pageQuery({ ...fields, symbols: wire, limit: String(barsPerCall) }, token)}`,
              OptionBarsAnswer,
            )
          : data(
              access,
              `/v2/stocks/${encodeURIComponent(wire)}/bars?` +
                pageQuery({ ...fields, adjustment: 'raw', limit: String(barsPerCall) }, token),
              BarsAnswer,
            ),
      ({ nextPage }) => nextPage,
    )
    return pages.flatMap(({ bars }) => bars)
  }

  async function readQuotes(access: BrokerAccess, symbols: readonly string[]): Promise<BrokerQuote[]> {
    const [first] = symbols
    if (first === undefined) return []
    const query = queryOf({ symbols: symbols.map(writeSymbol).join(',') })
    try {
      return isOptionCode(first)
        ? await data(access, `/v1beta1/options/snapshots?${query}&feed=${optionFeed}`, OptionSnapshotsAnswer)
        : await data(access, `/v2/stocks/snapshots?${query}&feed=${feed}`, SnapshotsAnswer)
    } catch (error) {
      if (!(error instanceof BrokerFailure) || error.kind !== 'REFUSED') throw error
      // One symbol that is none for Alpaca has the whole list refused; it must not take the others with it.
      if (symbols.length === 1) return []
      const middle = Math.ceil(symbols.length / 2)
      return [
        ...(await readQuotes(access, symbols.slice(0, middle))),
        ...(await readQuotes(access, symbols.slice(middle))),
      ]
    }
  }

  async function readContracts(
    access: BrokerAccess,
    symbol: string,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<WireContract[]> {
    const fields = {
      underlying_symbols: symbol,
      status: 'active',
      expiration_date_gte: from,
      expiration_date_lte: to,
      limit: String(barsPerCall),
    }
    const pages = await allPages(
      (token) => trading(access, `/options/contracts?${pageQuery(fields, token)}`, ContractsAnswer),
      ({ nextPage }) => nextPage,
    )
    return pages.flatMap(({ contracts }) => contracts)
  }

  /** The wire does not say which rates its greeks assume. */
  const noFigures = { isDelayed: optionFeed === 'indicative', interestRate: null, dividendYield: null }

  return {
    async quotes(access, symbols) {
      const found: BrokerQuote[] = []
      for (const list of [symbols.filter((one) => !isOptionCode(one)), symbols.filter(isOptionCode)])
        for (let start = 0; start < list.length; start += symbolsPerCall)
          found.push(...(await readQuotes(access, list.slice(start, start + symbolsPerCall))))
      return found
    },
    async optionChain(access, symbol, from, to) {
      const contracts = await readContracts(access, symbol, { from, to })
      if (contracts.length === 0) return { ...noFigures, symbol, underlyingPrice: null, quotedMs: null, options: [] }
      const [quote] = await readQuotes(access, [symbol])
      const fields = { feed: optionFeed, expiration_date_gte: from, expiration_date_lte: to, limit: '1000' }
      const pages = await allPages(
        (token) =>
          data(
            access,
            `/v1beta1/options/snapshots/${encodeURIComponent(symbol)}?${pageQuery(fields, token)}`,
            ChainSnapshotsAnswer,
          ),
        ({ nextPage }) => nextPage,
      )
      const snapshots = new Map(pages.flatMap((page) => Object.entries(page.snapshots)))
      const ground = { today: today(), underlyingPrice: quote === undefined ? null : Number(quote.last) }
      return {
        symbol,
        ...noFigures,
        underlyingPrice: ground.underlyingPrice,
        quotedMs: newestQuoteMs(snapshots.values()),
        options: contracts.flatMap((wire): BrokerOption[] => toOption(wire, snapshots.get(wire.symbol), ground)),
      }
    },
    async optionExpirations(access, symbol) {
      const from = today()
      return alpacaExpirations(
        await readContracts(access, symbol, { from, to: addCalendarDays(from, expirationDays) }),
        from,
      )
    },
    async priceRange(access, symbol, fromMs, toMs) {
      const bars = await readBars(access, symbol, {
        timeframe: '1Min',
        start: writeWireTime(fromMs),
        end: writeWireTime(toMs),
        ...(isOptionCode(symbol) ? {} : { feed }),
      })
      return alpacaRange(bars, fromMs, toMs)
    },
    async dailyCloses(access, symbol, from, to) {
      const endMs = Math.min(newYorkInstant(addCalendarDays(to, 1), 0) - 1, nowMs() - delayMs)
      const startMs = newYorkInstant(from, 0)
      if (endMs <= startMs) return []
      try {
        const bars = await readBars(access, symbol, {
          timeframe: '1Day',
          start: writeWireTime(startMs),
          end: writeWireTime(toEpochMs(endMs)),
          // The closes of all exchanges: those of a single one are not the official ones.
          ...(isOptionCode(symbol) ? {} : { feed: 'sip' }),
        })
        return closesOf(bars).filter((bar) => bar.day >= from && bar.day <= to)
      } catch (error) {
        // Securities without a history are refused; one of them must not prevent an account from being read.
        if (error instanceof BrokerFailure && error.kind === 'REFUSED') return []
        throw error
      }
    },
  }
}

// Quotes, trades, bars and snapshots of shares of the Alpaca data API, for one symbol and for several.

import { addCalendarDays } from '@clubfolio/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../../broker-parts.ts'
import { pathPart } from '../../kernel/path-part.ts'
import { listOf } from '../../kernel/query-list.ts'
import { readFields } from '../../kernel/read-fields.ts'
import type { MarketState } from '../../market/market-state.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { bookSymbol, wireSymbol } from '../kernel/alpaca-symbol.ts'
import type { BarQuery } from './bar-query.ts'
import { barToken, readBarQuery } from './bar-query.ts'
import { lastMinute, readBars } from './read-bars.ts'
import { barWire, dayBar, stockQuoteWire, stockTradeWire } from './stock-wire.ts'

const MOST_SYMBOLS = 1000

/** Returns the symbols of the query; throws a refusal when there are none, or too many. */
export function askedSymbols(request: FastifyRequest): string[] {
  const symbols = [...new Set(listOf(readFields(request.query)['symbols']).map(bookSymbol))]
  if (symbols.length === 0) throw new AlpacaRefusal('unreadable', 'symbols is missing.')
  if (symbols.length > MOST_SYMBOLS) throw new AlpacaRefusal('unreadable', `symbols has at most ${MOST_SYMBOLS} names.`)
  return symbols
}

type Reader = (state: MarketState, symbol: string) => Promise<object | null>

const latestQuote: Reader = async (state, symbol) => {
  const [instrument, quote] = await Promise.all([
    state.market.find(symbol, state.marketMs),
    state.market.quote(symbol, state.marketMs),
  ])
  return instrument === null || quote === null ? null : stockQuoteWire(instrument, quote)
}

const latestTrade: Reader = async (state, symbol) => {
  const [instrument, quote] = await Promise.all([
    state.market.find(symbol, state.marketMs),
    state.market.quote(symbol, state.marketMs),
  ])
  return instrument === null || quote === null ? null : stockTradeWire(instrument, quote)
}

const latestBar: Reader = async (state, symbol) => {
  const minute = await lastMinute(state, symbol)
  return minute === null ? null : barWire(minute)
}

const DAYS_BACK = 10

/** The last two days that have bars; the later one may still be forming. */
const lastDays = async (state: MarketState, symbol: string): Promise<object> => {
  const from = addCalendarDays(state.marketDay, -DAYS_BACK)
  const bars = (await state.market.dailyBars(symbol, from, state.marketDay, state.marketMs)).slice(-2)
  const [before, last] = bars.length === 1 ? [undefined, bars[0]] : bars
  return {
    ...(last === undefined ? {} : { dailyBar: barWire(dayBar(last)) }),
    ...(before === undefined ? {} : { prevDailyBar: barWire(dayBar(before)) }),
  }
}

const snapshot: Reader = async (state, symbol) => {
  const quote = await latestQuote(state, symbol)
  if (quote === null) return null
  const minute = await latestBar(state, symbol)
  return {
    latestTrade: await latestTrade(state, symbol),
    latestQuote: quote,
    ...(minute === null ? {} : { minuteBar: minute }),
    ...(await lastDays(state, symbol)),
  }
}

/** Reads several symbols; those that the market does not know are left out, as on the real wire. */
export async function readEach(
  state: MarketState,
  symbols: readonly string[],
  read: Reader,
): Promise<Record<string, object>> {
  const found = await Promise.all(
    symbols.map(async (symbol) => [wireSymbol(symbol), await read(state, symbol)] as const),
  )
  return Object.fromEntries(found.filter((one): one is [string, object] => one[1] !== null))
}

interface BarPage {
  readonly bars: Record<string, object[]>
  readonly token: string | null
}

/** Returns a page of bars: symbol by symbol in the order of their names, each in the order asked for. */
async function barPage(state: MarketState, symbols: readonly string[], query: BarQuery): Promise<BarPage> {
  const bars: Record<string, object[]> = {}
  let left = query.limit
  for (const symbol of symbols.toSorted()) {
    if (query.beyond !== null && symbol < query.beyond.symbol) continue
    const after = query.beyond?.symbol === symbol ? query.beyond.startMs : null
    const read = await readBars(state, symbol, query)
    const ordered = (query.sort === 'asc' ? read : read.toReversed()).filter(
      ({ startMs }) => after === null || (query.sort === 'asc' ? startMs > after : startMs < after),
    )
    const taken = ordered.slice(0, left)
    if (taken.length > 0) bars[wireSymbol(symbol)] = taken.map(barWire)
    left -= taken.length
    const last = taken.at(-1)
    if (taken.length < ordered.length)
      return {
        bars,
        token: last === undefined ? barToken(symbol, Number.MIN_SAFE_INTEGER) : barToken(symbol, last.startMs),
      }
  }
  return { bars, token: null }
}

export function stockDataRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const active = (): Promise<MarketState> => parts.desk.active()
  const symbolIn = (request: FastifyRequest): string => bookSymbol(pathPart(request, 'symbol'))
  const one = async (request: FastifyRequest, read: Reader): Promise<{ symbol: string; value: object }> => {
    const symbol = symbolIn(request)
    const value = await read(await active(), symbol)
    if (value === null) throw new AlpacaRefusal('notFound', `There are no prices of ${wireSymbol(symbol)}.`)
    return { symbol: wireSymbol(symbol), value }
  }

  const latest = [
    ['quotes', 'quote', latestQuote],
    ['trades', 'trade', latestTrade],
    ['bars', 'bar', latestBar],
  ] as const
  for (const [several, single, read] of latest) {
    scope.get(`/v2/stocks/${several}/latest`, async (request) => ({
      [several]: await readEach(await active(), askedSymbols(request), read),
    }))
    scope.get(`/v2/stocks/:symbol/${several}/latest`, async (request) => {
      const { symbol, value } = await one(request, read)
      return { symbol, [single]: value }
    })
  }

  scope.get('/v2/stocks/snapshots', async (request) => readEach(await active(), askedSymbols(request), snapshot))
  scope.get('/v2/stocks/:symbol/snapshot', async (request) => {
    const { symbol, value } = await one(request, snapshot)
    return { symbol, ...value }
  })

  scope.get('/v2/stocks/bars', async (request) => {
    const state = await active()
    const page = await barPage(state, askedSymbols(request), readBarQuery(readFields(request.query), state.marketMs))
    return { bars: page.bars, next_page_token: page.token }
  })
  scope.get('/v2/stocks/:symbol/bars', async (request) => {
    const state = await active()
    const symbol = symbolIn(request)
    if ((await state.market.find(symbol, state.marketMs)) === null)
      throw new AlpacaRefusal('notFound', `There are no prices of ${wireSymbol(symbol)}.`)
    const page = await barPage(state, [symbol], readBarQuery(readFields(request.query), state.marketMs))
    return { bars: page.bars[wireSymbol(symbol)] ?? [], symbol: wireSymbol(symbol), next_page_token: page.token }
  })
}

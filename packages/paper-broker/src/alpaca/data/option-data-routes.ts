// Snapshots, quotes and trades of options of the Alpaca data API.

import type { OptionQuote } from '@clubfolio/simulated-market'
import type { FastifyInstance } from 'fastify'
import type { BrokerParts } from '../../broker-parts.ts'
import { pathPart } from '../../kernel/path-part.ts'
import { readFields } from '../../kernel/read-fields.ts'
import type { MarketState } from '../../market/market-state.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { bookSymbol, wireSymbol } from '../kernel/alpaca-symbol.ts'
import { instantText } from '../kernel/alpaca-time.ts'
import { listedContracts, readContractFilter } from '../market/asset-routes.ts'
import { countOf } from '../order/order-list-query.ts'
import { readEach, askedSymbols } from './stock-data-routes.ts'

const DEFAULT_SNAPSHOTS = 100
const MOST_SNAPSHOTS = 1000
/** A chain without days in its query shows all that are listed: more than the longest option runs. */
const CHAIN_DAYS = 4 * 366
const EXCHANGE = 'C'
const PLACES = 1e6

const rounded = (value: number): number => (Number.isFinite(value) ? Math.round(value * PLACES) / PLACES : 0)

function quoteWire(option: OptionQuote, at: string): object {
  return {
    t: at,
    ap: option.ask,
    as: option.askSize,
    ax: EXCHANGE,
    bp: option.bid,
    bs: option.bidSize,
    bx: EXCHANGE,
    c: ' ',
  }
}

/** Returns the latest trade; null for a contract that has not traded today. */
function tradeWire(option: OptionQuote, at: string): object | null {
  return option.last === null ? null : { t: at, p: option.last, s: 1, x: EXCHANGE, c: 'a' }
}

function snapshotWire(option: OptionQuote, at: string): object {
  const trade = tradeWire(option, at)
  const { delta, gamma, theta, vega, rho } = option
  return {
    latestQuote: quoteWire(option, at),
    ...(trade === null ? {} : { latestTrade: trade }),
    impliedVolatility: rounded(option.impliedVolatility),
    greeks: {
      delta: rounded(delta),
      gamma: rounded(gamma),
      theta: rounded(theta),
      vega: rounded(vega),
      rho: rounded(rho),
    },
  }
}

type OptionWire = (option: OptionQuote, at: string) => object | null

function readerOf(wire: OptionWire): (state: MarketState, symbol: string) => Promise<object | null> {
  return async (state, symbol) => {
    const option = await state.market.option(symbol, state.marketMs)
    return option === null ? null : wire(option.quote, instantText(state.marketMs))
  }
}

export function optionDataRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  scope.get('/v1beta1/options/quotes/latest', async (request) => ({
    quotes: await readEach(await parts.desk.active(), askedSymbols(request), readerOf(quoteWire)),
  }))
  scope.get('/v1beta1/options/trades/latest', async (request) => ({
    trades: await readEach(await parts.desk.active(), askedSymbols(request), readerOf(tradeWire)),
  }))
  scope.get('/v1beta1/options/snapshots', async (request) => ({
    snapshots: await readEach(await parts.desk.active(), askedSymbols(request), readerOf(snapshotWire)),
    next_page_token: null,
  }))

  scope.get('/v1beta1/options/snapshots/:symbol', async (request) => {
    const query = readFields(request.query)
    const state = await parts.desk.active()
    const underlying = bookSymbol(pathPart(request, 'symbol'))
    if ((await state.market.find(underlying, state.marketMs)) === null)
      throw new AlpacaRefusal('notFound', `${wireSymbol(underlying)} is no asset.`)
    const limit = countOf('limit', query['limit'], DEFAULT_SNAPSHOTS, MOST_SNAPSHOTS)
    const listed = (await listedContracts(state, underlying, readContractFilter(query, state, CHAIN_DAYS))).toSorted(
      (left, right) => (left.code < right.code ? -1 : 1),
    )
    const token = query['page_token']
    const rest =
      typeof token === 'string' && token !== '' ? listed.filter(({ code }) => wireSymbol(code) > token) : listed
    const page = rest.slice(0, limit)
    const at = instantText(state.marketMs)
    return {
      snapshots: Object.fromEntries(page.map((option) => [wireSymbol(option.code), snapshotWire(option, at)])),
      next_page_token: rest.length > limit ? wireSymbol(page.at(-1)?.code ?? '') : null,
    }
  })
}

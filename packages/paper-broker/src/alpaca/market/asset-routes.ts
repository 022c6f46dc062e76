// GET assets and GET options/contracts of the Alpaca wire, from the active market.

import { addCalendarDays, newYorkDateAt, parseMarketDay } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import type { OptionQuote } from '@clubfolio/simulated-market'
import type { FastifyInstance } from 'fastify'
import type { BrokerParts } from '../../broker-parts.ts'
import { pathPart } from '../../kernel/path-part.ts'
import { listOf } from '../../kernel/query-list.ts'
import { readFields } from '../../kernel/read-fields.ts'
import type { MarketState } from '../../market/market-state.ts'
import type { PaperInstrument } from '../../market/paper-market.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { bookSymbol, wireSymbol } from '../kernel/alpaca-symbol.ts'
import { countOf, wordOf } from '../order/order-list-query.ts'
import { assetClass, assetExchange, assetWire } from './asset-wire.ts'
import { contractWire } from './contract-wire.ts'

const MOST_ASSETS = 20_000
const DEFAULT_CONTRACTS = 100
const MOST_CONTRACTS = 10_000

async function hasOptions(state: MarketState, { symbol, assetType }: PaperInstrument): Promise<boolean> {
  if (assetType === 'OPTION') return false
  return (await state.market.optionExpirations(symbol, state.marketMs)).length > 0
}

function dayOf(name: string, value: unknown): MarketDay | null {
  if (value === undefined || value === '') return null
  const day = typeof value === 'string' ? parseMarketDay(value.slice(0, 10)) : null
  if (day === null) throw new AlpacaRefusal('invalid', `${name} is a day YYYY-MM-DD.`)
  return day
}

function strikeOf(name: string, value: unknown): number | null {
  if (value === undefined || value === '') return null
  const strike = Number(value)
  if (!Number.isFinite(strike) || strike < 0) throw new AlpacaRefusal('invalid', `${name} is a number.`)
  return strike
}

export interface ContractFilter {
  readonly from: MarketDay
  readonly to: MarketDay
  readonly right: 'call' | 'put' | ''
  readonly lowest: number | null
  readonly highest: number | null
}

/** Parses the filters that contracts and chains have in common; without days, up to `days` from today. */
export function readContractFilter(
  query: Readonly<Record<string, unknown>>,
  state: MarketState,
  days: number,
): ContractFilter {
  const today = newYorkDateAt(state.marketMs)
  const one = dayOf('expiration_date', query['expiration_date'])
  const from = one ?? dayOf('expiration_date_gte', query['expiration_date_gte']) ?? today
  return {
    from: from < today ? today : from,
    to: one ?? dayOf('expiration_date_lte', query['expiration_date_lte']) ?? addCalendarDays(today, days),
    right: wordOf('type', query['type'], ['call', 'put', ''], ''),
    lowest: strikeOf('strike_price_gte', query['strike_price_gte']),
    highest: strikeOf('strike_price_lte', query['strike_price_lte']),
  }
}

/** Returns the listed contracts of an underlying that a filter leaves, by expiration, right and strike. */
export async function listedContracts(
  state: MarketState,
  underlying: string,
  { from, to, right, lowest, highest }: ContractFilter,
): Promise<OptionQuote[]> {
  if (to < from) return []
  const chain = await state.market.optionChain(underlying, from, to, state.marketMs)
  return (chain?.expirations ?? [])
    .flatMap(({ calls, puts }) => [...(right === 'put' ? [] : calls), ...(right === 'call' ? [] : puts)])
    .filter(({ strike }) => (lowest === null || strike >= lowest) && (highest === null || strike <= highest))
}

/** Returns the place that a page starts at; a token is that number. */
function offsetOf(token: unknown): number {
  if (token === undefined || token === '') return 0
  if (typeof token !== 'string' || !/^\d{1,7}$/.test(token))
    throw new AlpacaRefusal('invalid', 'page_token comes from the page before.')
  return Number(token)
}

/** The days ahead that contracts are listed for when the query names none: up to the end of the coming weekend. */
const CONTRACT_DAYS = 7

export function assetRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  scope.get('/assets', async (request) => {
    const query = readFields(request.query)
    const state = await parts.desk.active()
    if (wordOf('status', query['status'], ['active', 'inactive', ''], '') === 'inactive') return []
    const { asset_class: askedClass, exchange } = query
    const traded = await state.market.traded(MOST_ASSETS, state.marketMs)
    const wanted = traded.filter(
      (one) =>
        (askedClass === undefined || askedClass === '' || assetClass(one.assetType) === askedClass) &&
        (exchange === undefined || exchange === '' || assetExchange(one.exchange) === exchange),
    )
    const all = await Promise.all(
      wanted.map(async (instrument) => ({ instrument, optionable: await hasOptions(state, instrument) })),
    )
    const onlyOptionable = listOf(query['attributes']).includes('has_options')
    return all
      .filter(({ optionable }) => optionable || !onlyOptionable)
      .map(({ instrument, optionable }) => assetWire(instrument, optionable))
  })

  scope.get('/assets/:symbol', async (request) => {
    const state = await parts.desk.active()
    const symbol = bookSymbol(pathPart(request, 'symbol'))
    const instrument = await state.market.find(symbol, state.marketMs)
    if (instrument === null) throw new AlpacaRefusal('notFound', `${wireSymbol(symbol)} is no asset.`)
    return assetWire(instrument, await hasOptions(state, instrument))
  })

  scope.get('/options/contracts', async (request) => {
    const query = readFields(request.query)
    const state = await parts.desk.active()
    const limit = countOf('limit', query['limit'], DEFAULT_CONTRACTS, MOST_CONTRACTS)
    const offset = offsetOf(query['page_token'])
    if (wordOf('status', query['status'], ['active', 'inactive'], 'active') === 'inactive')
      return { option_contracts: [], next_page_token: null }
    if (wordOf('style', query['style'], ['american', 'european', ''], '') === 'european')
      return { option_contracts: [], next_page_token: null }
    const filter = readContractFilter(query, state, CONTRACT_DAYS)
    const underlyings = listOf(query['underlying_symbols'] ?? query['root_symbol']).map(bookSymbol)
    if (underlyings.length === 0) throw new AlpacaRefusal('invalid', 'underlying_symbols is missing.')
    const found: OptionQuote[] = []
    for (const underlying of underlyings) found.push(...(await listedContracts(state, underlying, filter)))
    const end = offset + limit
    return {
      option_contracts: found.slice(offset, end).map((one) => contractWire(one, state)),
      next_page_token: end < found.length ? String(end) : null,
    }
  })

  scope.get('/options/contracts/:symbol', async (request) => {
    const state = await parts.desk.active()
    const symbol = bookSymbol(pathPart(request, 'symbol'))
    const option = await state.market.option(symbol, state.marketMs)
    if (option === null) throw new AlpacaRefusal('notFound', `${wireSymbol(symbol)} is no option that is traded.`)
    return contractWire(option.quote, state)
  })
}

// GET instruments and instruments/{cusip} of the market data API.

import { pathPart } from '../kernel/path-part.ts'
import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import { listOf } from '../kernel/query-list.ts'
import { refuseAtGateway } from '../kernel/wire-error.ts'
import type { MarketState } from '../market/market-state.ts'
import type { InstrumentQuery, PaperInstrument } from '../market/paper-market.ts'
import { exchangeWire } from './quote-wire.ts'

const MAX_FOUND = 200
const MAX_TEXT = 64

const SEARCHES: Readonly<Record<string, InstrumentQuery['by']>> = {
  'symbol-search': 'symbol',
  fundamental: 'symbol',
  'symbol-regex': 'symbol-pattern',
  'desc-search': 'word',
  'desc-regex': 'word-pattern',
  search: 'word',
}

function instrumentWire(instrument: PaperInstrument): object {
  return {
    ...(instrument.cusip === null ? {} : { cusip: instrument.cusip }),
    symbol: instrument.symbol,
    description: instrument.description,
    exchange: exchangeWire(instrument.exchange).exchangeName,
    assetType: instrument.assetType,
  }
}

/**
 * Translates the regular expressions that clients send, `.*` and `.` among letters, to wildcards; everything else is
 * literal.
 */
export function wildcardsOf(expression: string): string {
  return expression.replace(/[*?]|\.\*|\./g, (part) => (part === '.*' ? '*' : part === '.' ? '?' : ''))
}

async function found(state: MarketState, by: InstrumentQuery['by'], text: string): Promise<PaperInstrument[]> {
  const search = (one: string): Promise<PaperInstrument[]> =>
    state.market.search({ by, text: one, limit: MAX_FOUND }, state.marketMs)
  if (by === 'symbol')
    return (
      await Promise.all(
        listOf(text)
          .slice(0, MAX_FOUND)
          .map((one) => search(one.toUpperCase())),
      )
    ).flat()
  return search(by === 'word' ? text.trim() : wildcardsOf(text.trim()))
}

export function instrumentRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const search = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const { symbol, projection } = readFields(request.query)
    const by = typeof projection === 'string' ? SEARCHES[projection] : undefined
    if (by === undefined)
      return refuseAtGateway(reply, 400, {
        title: 'Bad Request',
        detail: `projection is one of ${Object.keys(SEARCHES).join(', ')}`,
        asText: true,
      })
    const text = Array.isArray(symbol) ? symbol.join(',') : symbol
    if (typeof text !== 'string' || text.trim() === '')
      return refuseAtGateway(reply, 400, { title: 'Bad Request', detail: 'Missing parameter: symbol', asText: true })
    if (by !== 'symbol' && text.length > MAX_TEXT)
      return refuseAtGateway(reply, 400, { title: 'Bad Request', detail: 'symbol is too long', asText: true })
    const state = await parts.desk.active()
    const both =
      projection === 'search'
        ? [...(await found(state, 'symbol', text)), ...(await found(state, by, text))]
        : await found(state, by, text)
    const unique = new Map(both.map((instrument) => [instrument.symbol, instrument]))
    return { instruments: [...unique.values()].map(instrumentWire) }
  }

  const byCusip = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const cusip = pathPart(request, 'cusip')
    const state = await parts.desk.active()
    const instruments = await state.market.search({ by: 'cusip', text: cusip, limit: 1 }, state.marketMs)
    if (instruments.length === 0)
      return refuseAtGateway(reply, 404, { title: 'Not Found', detail: `CUSIP ${cusip} is not known`, asText: true })
    return { instruments: instruments.map(instrumentWire) }
  }

  scope.get('/instruments', search)
  scope.get('/instruments/:cusip', byCusip)
}

// GET quotes and {symbol}/quotes of the market data API. Unknown symbols never fail the call; they are listed next to
// the results.

import { pathPart } from '../kernel/path-part.ts'
import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import { refuseAtGateway } from '../kernel/wire-error.ts'
import type { MarketState } from '../market/market-state.ts'
import { optionQuoteWire } from './option-quote-wire.ts'
import { QUOTE_FIELDS, quoteWire } from './quote-wire.ts'
import type { QuoteField } from './quote-wire.ts'
import { listOf } from '../kernel/query-list.ts'

const MAX_SYMBOLS = 500

function fieldsOf(value: unknown): ReadonlySet<QuoteField> {
  const asked = listOf(value)
  const known = QUOTE_FIELDS.filter((field) => asked.includes(field))
  return new Set(known.length === 0 ? QUOTE_FIELDS : known)
}

async function quotesOf(
  state: MarketState,
  symbols: readonly string[],
  fields: ReadonlySet<QuoteField>,
): Promise<Record<string, object>> {
  const answers = await Promise.all(
    symbols.map(async (symbol) => {
      const option = await state.market.option(symbol, state.marketMs)
      if (option !== null) return { symbol, value: optionQuoteWire(option, state) }
      const [instrument, quote, year] = await Promise.all([
        state.market.find(symbol, state.marketMs),
        state.market.quote(symbol, state.marketMs),
        state.market.yearRange(symbol, state.marketMs),
      ])
      return {
        symbol,
        value: instrument === null || quote === null ? null : quoteWire({ instrument, quote, year }, state, fields),
      }
    }),
  )
  const invalidSymbols = answers.filter((answer) => answer.value === null).map((answer) => answer.symbol)
  const found = answers.filter((answer): answer is { symbol: string; value: object } => answer.value !== null)
  const quotes = Object.fromEntries(found.map((answer) => [answer.symbol, answer.value]))
  return invalidSymbols.length === 0 ? quotes : { ...quotes, errors: { invalidSymbols } }
}

export function quoteRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  scope.get('/quotes', async (request, reply) => {
    const query = readFields(request.query)
    const symbols = [...new Set(listOf(query['symbols']).map((symbol) => symbol.toUpperCase()))]
    if (symbols.length === 0)
      return refuseAtGateway(reply, 400, { title: 'Bad Request', detail: 'Missing parameter: symbols', asText: true })
    if (symbols.length > MAX_SYMBOLS)
      return refuseAtGateway(reply, 400, {
        title: 'Bad Request',
        detail: `At most ${MAX_SYMBOLS} symbols at once`,
        asText: true,
      })
    return quotesOf(await parts.desk.active(), symbols, fieldsOf(query['fields']))
  })

  scope.get('/:symbol/quotes', async (request, reply) => {
    const symbol = pathPart(request, 'symbol').toUpperCase()
    const answer = await quotesOf(await parts.desk.active(), [symbol], fieldsOf(readFields(request.query)['fields']))
    return symbol in answer
      ? answer
      : refuseAtGateway(reply, 404, { title: 'Not Found', detail: `Symbol ${symbol} is not known`, asText: true })
  })
}

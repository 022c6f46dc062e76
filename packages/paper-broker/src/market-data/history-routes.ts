// GET pricehistory of the market data API.

import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInSession, newYorkInstant, previousSession } from '@clubfolio/domain'
import type { BrokerParts } from '../broker-parts.ts'
import { refuseAtGateway } from '../kernel/wire-error.ts'
import type { MarketState } from '../market/market-state.ts'
import type { Candle } from './candle.ts'
import { dayCandles, minuteCandles } from './candle.ts'
import { readHistoryQuery } from './history-query.ts'
import type { HistoryQuery } from './history-query.ts'

async function candlesOf(state: MarketState, symbol: string, query: HistoryQuery): Promise<Candle[]> {
  if (query.frequencyType !== 'minute') {
    return dayCandles(await state.market.dailyBars(symbol, query.from, query.to, state.marketMs), query.frequencyType)
  }
  const bars = await state.market.minuteBars(symbol, query.fromMs, query.untilMs, state.marketMs)
  return minuteCandles(query.withExtendedHours ? bars : bars.filter((bar) => isInSession(bar.startMs)), query.frequency)
}

async function previousCloseOf(state: MarketState, symbol: string, query: HistoryQuery): Promise<object> {
  const day = previousSession(query.from)
  const bar = (await state.market.dailyBars(symbol, day, day, state.marketMs)).at(0)
  return bar === undefined ? {} : { previousClose: bar.close, previousCloseDate: newYorkInstant(day, 60) }
}

export function historyRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const history = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const asked = readFields(request.query)
    const symbol = typeof asked['symbol'] === 'string' ? asked['symbol'].toUpperCase() : ''
    if (symbol === '')
      return refuseAtGateway(reply, 400, { title: 'Bad Request', detail: 'Missing parameter: symbol', asText: true })
    const state = await parts.desk.active()
    const query = readHistoryQuery(asked, state.marketMs)
    if (typeof query === 'string')
      return refuseAtGateway(reply, 400, { title: 'Bad Request', detail: query, asText: true })
    if ((await state.market.find(symbol, state.marketMs)) === null)
      return refuseAtGateway(reply, 404, { title: 'Not Found', detail: `Symbol ${symbol} is not known`, asText: true })
    const candles = await candlesOf(state, symbol, query)
    const previous = query.withPreviousClose ? await previousCloseOf(state, symbol, query) : {}
    return { candles, symbol, empty: candles.length === 0, ...previous }
  }
  scope.get('/pricehistory', history)
}

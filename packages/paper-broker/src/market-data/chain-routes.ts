// GET chains and expirationchain of the market data API. A market without options returns an empty chain, not an error.

import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calendarDaysBetween, newYorkDateAt } from '@clubfolio/domain'
import type { BrokerParts } from '../broker-parts.ts'
import { refuseAtGateway } from '../kernel/wire-error.ts'
import type { MarketState } from '../market/market-state.ts'
import type { PaperInstrument } from '../market/paper-market.ts'
import { pickContracts, readChainQuery } from './chain-query.ts'
import { chainWire } from './chain-wire.ts'

interface Asked {
  readonly state: MarketState
  readonly instrument: PaperInstrument
}

export function chainRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  /** Returns the instrument named by the query, or null after the refusal has been sent. */
  const askedFor = async (request: FastifyRequest, reply: FastifyReply): Promise<Asked | null> => {
    const { symbol } = readFields(request.query)
    const state = await parts.desk.active()
    const code = typeof symbol === 'string' ? symbol.toUpperCase() : ''
    const instrument = code === '' ? null : await state.market.find(code, state.marketMs)
    if (instrument !== null) return { state, instrument }
    if (code === '')
      refuseAtGateway(reply, 400, { title: 'Bad Request', detail: 'Missing parameter: symbol', asText: true })
    else refuseAtGateway(reply, 404, { title: 'Not Found', detail: `Symbol ${code} is not known`, asText: true })
    return null
  }

  const chain = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const asked = await askedFor(request, reply)
    if (asked === null) return reply
    const { state, instrument } = asked
    const query = readChainQuery(readFields(request.query), newYorkDateAt(state.marketMs))
    if (typeof query === 'string')
      return refuseAtGateway(reply, 400, { title: 'Bad Request', detail: query, asText: true })
    const found = await state.market.optionChain(instrument.symbol, query.from, query.to, state.marketMs)
    const { symbol, assetType, description } = instrument
    if (found === null) {
      return {
        symbol,
        status: 'FAILED',
        strategy: 'SINGLE',
        isDelayed: false,
        isIndex: assetType === 'INDEX',
        numberOfContracts: 0,
        callExpDateMap: {},
        putExpDateMap: {},
      }
    }
    const facts = {
      symbol,
      assetType,
      description,
      exchange: instrument.exchange,
      withUnderlying: query.withUnderlying,
    }
    return chainWire(pickContracts(found, query), facts)
  }

  const expirations = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const asked = await askedFor(request, reply)
    if (asked === null) return reply
    const { state, instrument } = asked
    const today = newYorkDateAt(state.marketMs)
    const listed = await state.market.optionExpirations(instrument.symbol, state.marketMs)
    return {
      expirationList: listed.map(({ day, kind }) => ({
        expirationDate: day,
        daysToExpiration: calendarDaysBetween(today, day),
        expirationType: kind === 'MONTHLY' ? 'S' : 'W',
        settlementType: 'P',
        optionRoots: instrument.symbol,
        standard: true,
      })),
    }
  }

  scope.get('/chains', chain)
  scope.get('/expirationchain', expirations)
}

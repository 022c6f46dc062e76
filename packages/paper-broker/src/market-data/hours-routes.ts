// GET markets and markets/{id} of the market data API: trading hours of a day from the exchange calendar.

import { pathPart } from '../kernel/path-part.ts'
import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  isSession,
  newYorkDateAt,
  newYorkInstant,
  newYorkOffsetMs,
  parseMarketDay,
  sessionHours,
  toEpochMs,
} from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import type { BrokerParts } from '../broker-parts.ts'
import { listOf } from '../kernel/query-list.ts'
import { refuseAtGateway } from '../kernel/wire-error.ts'

const MARKETS = ['equity', 'option', 'bond', 'future', 'forex'] as const
type Market = (typeof MARKETS)[number]

const PRODUCTS: Readonly<Partial<Record<Market, readonly { product: string; productName: string }[]>>> = {
  equity: [{ product: 'EQ', productName: 'equity' }],
  option: [
    { product: 'EQO', productName: 'equity option' },
    { product: 'IND', productName: 'index option' },
  ],
}

const PRE_MARKET_MINUTE = 7 * 60
const AFTER_MARKET_MS = 4 * 60 * 60_000
const HOUR_MS = 3_600_000

/** Formats New York time with its offset: `2026-03-04T09:30:00-05:00`. */
function newYorkText(at: EpochMs): string {
  const offset = newYorkOffsetMs(at)
  const local = new Date(at + offset).toISOString().slice(0, 19)
  return `${local}-${String(Math.round(-offset / HOUR_MS)).padStart(2, '0')}:00`
}

function span(fromMs: number, untilMs: number): { start: string; end: string }[] {
  return [{ start: newYorkText(toEpochMs(fromMs)), end: newYorkText(toEpochMs(untilMs)) }]
}

function hoursWire(market: Market, day: MarketDay): object {
  const hours = sessionHours(day)
  const products = PRODUCTS[market]
  const date = { date: day, marketType: market.toUpperCase() }
  if (hours === null || products === undefined || !isSession(day))
    return { [market]: { ...date, product: market, isOpen: false } }
  const regularMarket = span(hours.openMs, hours.closeMs)
  const sessions =
    market === 'equity'
      ? {
          preMarket: span(newYorkInstant(day, PRE_MARKET_MINUTE), hours.openMs),
          regularMarket,
          postMarket: span(hours.closeMs, hours.closeMs + AFTER_MARKET_MS),
        }
      : { regularMarket }
  return Object.fromEntries(
    products.map((product) => [product.product, { ...date, ...product, isOpen: true, sessionHours: sessions }]),
  )
}

export function hoursRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const answer = async (asked: readonly string[], date: unknown, reply: FastifyReply): Promise<object> => {
    const markets = MARKETS.filter((market) => asked.includes(market))
    if (markets.length === 0 || markets.length < new Set(asked).size) {
      return refuseAtGateway(reply, 400, {
        title: 'Bad Request',
        detail: `markets is one or more of ${MARKETS.join(', ')}`,
        asText: true,
      })
    }
    const day =
      typeof date === 'string' && date !== ''
        ? parseMarketDay(date)
        : newYorkDateAt((await parts.desk.active()).marketMs)
    if (day === null)
      return refuseAtGateway(reply, 400, {
        title: 'Bad Request',
        detail: 'date is a day in the form YYYY-MM-DD',
        asText: true,
      })
    return Object.fromEntries(markets.map((market) => [market, hoursWire(market, day)]))
  }
  const several = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const query = readFields(request.query)
    return answer(listOf(query['markets']), query['date'], reply)
  }
  const one = async (request: FastifyRequest, reply: FastifyReply): Promise<object> =>
    answer([pathPart(request, 'id')], readFields(request.query)['date'], reply)

  scope.get('/markets', several)
  scope.get('/markets/:id', one)
}

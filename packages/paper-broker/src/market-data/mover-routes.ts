// GET movers/{index} of the market data API: the ten instruments that moved most, from the market's own quotes.

import { toEpochMs } from '@clubfolio/domain'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import { readFields } from '../kernel/read-fields.ts'
import { refuseAtGateway } from '../kernel/wire-error.ts'
import type { MarketState } from '../market/market-state.ts'
import type { PaperInstrument } from '../market/paper-market.ts'
import { MOVER_INDICES, MOVER_SORTS, moverOf, moverWire, rankMovers } from './mover.ts'
import type { Mover, MoverSort } from './mover.ts'

const FREQUENCIES = [0, 1, 5, 10, 30, 60]
const MINUTE_MS = 60_000
/** The most instruments that one call compares. */
const MAX_COMPARED = 1000
const QUOTES_AT_ONCE = 20

async function movementOf(state: MarketState, instrument: PaperInstrument, minutes: number): Promise<Mover | null> {
  const { market, marketMs } = state
  const now = await market.quote(instrument.symbol, marketMs)
  if (now === null) return null
  const then = minutes === 0 ? null : await market.quote(instrument.symbol, toEpochMs(marketMs - minutes * MINUTE_MS))
  return moverOf(instrument, now, then)
}

async function movementsOf(state: MarketState, minutes: number): Promise<Mover[]> {
  const instruments = await state.market.traded(MAX_COMPARED, state.marketMs)
  const movers: Mover[] = []
  for (let start = 0; start < instruments.length; start += QUOTES_AT_ONCE) {
    const some = instruments.slice(start, start + QUOTES_AT_ONCE)
    const read = await Promise.all(some.map((instrument) => movementOf(state, instrument, minutes)))
    movers.push(...read.filter((mover) => mover !== null))
    // A simulated market computes its prices in this thread; other calls are answered in between.
    await setImmediate()
  }
  return movers
}

/** Keeps the movements of one minute of a market, so that many calls compare its prices once. */
function rememberedMovements(): (state: MarketState, minutes: number) => Promise<Mover[]> {
  let known: { readonly key: string; readonly movers: Promise<Mover[]> } | null = null
  return async (state, minutes) => {
    const key = [state.source, state.replayId, Math.floor(state.marketMs / MINUTE_MS), minutes].join('/')
    if (known?.key === key) return known.movers
    const movers = movementsOf(state, minutes)
    known = { key, movers }
    movers.catch(() => {
      if (known?.movers === movers) known = null
    })
    return movers
  }
}

interface MoverQuery {
  readonly isMember: (instrument: PaperInstrument) => boolean
  readonly sort: MoverSort
  /** The minutes that are compared; 0 for the market day. */
  readonly minutes: number
}

/** Parses the request, or returns a sentence that describes the error. */
function readMoverQuery(request: FastifyRequest): MoverQuery | string {
  const { index } = readFields(request.params)
  const isMember = MOVER_INDICES[String(index).toUpperCase()]
  if (isMember === undefined) return `The index is one of ${Object.keys(MOVER_INDICES).join(', ')}`
  const { sort: asked, frequency = '0' } = readFields(request.query)
  const sort = asked === undefined ? 'VOLUME' : MOVER_SORTS.find((known) => known === asked)
  if (sort === undefined) return `sort is one of ${MOVER_SORTS.join(', ')}`
  const minutes = FREQUENCIES.find((known) => String(known) === frequency)
  if (minutes === undefined) return `frequency is one of ${FREQUENCIES.join(', ')}`
  return { isMember, sort, minutes }
}

export function moverRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const movements = rememberedMovements()
  const movers = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const query = readMoverQuery(request)
    if (typeof query === 'string')
      return refuseAtGateway(reply, 400, { title: 'Bad Request', detail: query, asText: true })
    const all = (await movements(await parts.desk.active(), query.minutes)).filter(({ instrument }) =>
      query.isMember(instrument),
    )
    const totalVolume = all.reduce((sum, { volume }) => sum + volume, 0)
    return { screeners: rankMovers(all, query.sort).map((mover) => moverWire(mover, totalVolume)) }
  }
  scope.get('/movers/:index', movers)
}

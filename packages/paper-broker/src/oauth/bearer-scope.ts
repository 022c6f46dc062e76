// Restricts a part of the server to callers with a valid access token; without one the gateway answers 401.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import type { Caller } from './read-bearer.ts'
import { readBearer } from './read-bearer.ts'
import { refuseAtGateway } from '../kernel/wire-error.ts'

const callers = new WeakMap<FastifyRequest, Caller>()

/** Returns the caller of a request inside a bearer scope. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error('This route lies outside every bearer scope')
  return caller
}

/** The real gateway's words, and its number on market data calls too: docs/wire-conformance.md. */
const NOT_AUTHORISED = { title: 'Unauthorized', detail: 'Client not authorized', asText: false }

const limitReached = (perMinute: number, seconds: number): string =>
  `You have reached the limit of ${perMinute} requests a minute. Try again in ${seconds} ` +
  `${seconds === 1 ? 'second' : 'seconds'}.`

/** Guards every route of `scope`. Market data calls send the status of a refused rate as text. */
export function requireBearer(scope: FastifyInstance, parts: BrokerParts, kind: 'trader' | 'market-data'): void {
  const isMarketData = kind === 'market-data'
  scope.addHook('onRequest', async (request, reply) => {
    const caller = await readBearer(parts, request.headers.authorization)
    if (caller === null) {
      refuseAtGateway(reply, 401, NOT_AUTHORISED)
      return
    }
    callers.set(request, caller)
    const { limit } = parts
    const waitSeconds = limit?.take(caller.consentId) ?? null
    if (limit !== undefined && waitSeconds !== null)
      refuseAtGateway(reply.header('retry-after', waitSeconds), 429, {
        title: 'Too Many Requests',
        detail: limitReached(limit.perMinute, waitSeconds),
        asText: isMarketData,
      })
  })
}

// Restricts a part of the Alpaca wire to callers with a credential, and counts their calls.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../../broker-parts.ts'
import { AlpacaRefusal, refuseOnAlpaca } from '../kernel/alpaca-error.ts'
import type { AlpacaCaller, AlpacaScope } from './read-credential.ts'
import { readCredential } from './read-credential.ts'

const callers = new WeakMap<FastifyRequest, AlpacaCaller>()

/** Returns the caller of a request inside a guarded scope. */
export function alpacaCallerOf(request: FastifyRequest): AlpacaCaller {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error('This route lies outside every guarded scope')
  return caller
}

/** Throws a refusal when the caller's credential does not allow something. */
export function requireScope(request: FastifyRequest, scope: AlpacaScope): void {
  if (!alpacaCallerOf(request).mayUse(scope))
    throw new AlpacaRefusal('forbidden', `The access was given without the scope ${scope}.`)
}

/** Takes one call of the limit, says in the headers what is left, and refuses the call when nothing is. */
function countCall(parts: BrokerParts, credential: string, reply: FastifyReply): void {
  const { limit } = parts
  if (limit === undefined) return
  const waitSeconds = limit.take(credential)
  const { left, fullInSeconds } = limit.standing(credential)
  void reply
    .header('x-ratelimit-limit', limit.perMinute)
    .header('x-ratelimit-remaining', left)
    .header('x-ratelimit-reset', Math.ceil(parts.clock.now() / 1000) + fullInSeconds)
  if (waitSeconds === null) return
  void reply.header('retry-after', waitSeconds)
  refuseOnAlpaca(reply, 'tooMany', `More than ${limit.perMinute} calls a minute. Try again in ${waitSeconds} s.`)
}

/** Guards every route of a scope. Market data also needs its own scope. */
export function requireCredential(scope: FastifyInstance, parts: BrokerParts, kind: 'trading' | 'data'): void {
  scope.addHook('onRequest', async (request, reply) => {
    const caller = await readCredential(parts, request.headers)
    if (caller === null) {
      refuseOnAlpaca(reply, 'unauthorised', 'The key pair or the access token is unknown or has been revoked.')
      return
    }
    callers.set(request, caller)
    if (kind === 'data') requireScope(request, 'data')
    countCall(parts, caller.credential, reply)
  })
}

// How many calls are at work at once. Whoever comes beyond that is told at once to come again in a moment, instead of waiting with all
// others for longer and longer: under a load that is too much for the machine, memory and waiting stay bounded and it recovers by itself.
import { Refusal } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'

/** About two seconds of work for a small machine; a page makes ten calls at once. */
export const mostCallsAtOnce = 500
const comeAgainSeconds = 2

/** Counts the calls of the route table (`/v1/`): pages, health and sockets always get in. */
export function limitCallsAtOnce(app: FastifyInstance, most = mostCallsAtOnce): void {
  let atWork = 0
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/v1/')) return done()
    if (atWork >= most) return done(new Refusal('busy'))
    atWork++
    // Comes once, after the last byte of the answer and also when the caller hangs up.
    reply.raw.once('close', () => atWork--)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 503) void reply.header('retry-after', comeAgainSeconds)
    done(null, payload)
  })
}

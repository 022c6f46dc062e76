// Limits how many calls run at once. Calls beyond that are refused immediately and asked to retry shortly, instead of
// queuing longer and longer: under overload, memory and latency stay bounded and the server recovers by itself.
import { Refusal } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'

/** About two seconds of work for a small machine; a page makes ten calls at once. */
export const maxConcurrentCalls = 500
const retryAfterSeconds = 2

/** Counts the calls of the route table (`/v1/`): pages, health and sockets are always admitted. */
export function limitCallsAtOnce(app: FastifyInstance, most = maxConcurrentCalls): void {
  let atWork = 0
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/v1/')) return done()
    if (atWork >= most) return done(new Refusal('busy'))
    atWork++
    // Fires once, after the last byte of the answer and also when the caller disconnects.
    reply.raw.once('close', () => atWork--)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 503) void reply.header('retry-after', retryAfterSeconds)
    done(null, payload)
  })
}

// The WebSocket of live quotes: opened by a ticket, only from our own pages.
import websocket from '@fastify/websocket'
import { quoteSocketPath } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { createQuoteHub } from './quote-hub.ts'
import { redeemTicket } from './socket-ticket.ts'

const mostMessageBytes = 16 * 1024

const isLocal = (host: string): boolean => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host)

/** Register before the routes. A request without an Origin of ours or without a good ticket is refused before it is upgraded. */
export async function registerQuoteSocket(app: FastifyInstance, services: Services): Promise<void> {
  const { db, clock, config } = services
  const hub = createQuoteHub(services)
  await app.register(websocket, { options: { maxPayload: mostMessageBytes } })
  app.addHook('preClose', () => hub.stop())
  const sessions = new WeakMap<object, string>()
  app.get(quoteSocketPath, {
    websocket: true,
    exposeHeadRoute: false,
    preValidation: async (request, reply) => {
      const { origin } = request.headers
      if (origin === undefined || !(origin === config.origin || (isLocal(request.host) && origin === `http://${request.host}`))) return reply.status(403).send({ code: 403, error: 'This address is for our own pages.' })
      const { ticket } = request.query as { ticket?: unknown }
      const sessionId = typeof ticket === 'string' && ticket.length <= 100 ? await redeemTicket(db, clock, ticket) : undefined
      if (sessionId === undefined) return reply.status(401).send({ code: 401, error: 'This ticket is not valid any more.' })
      sessions.set(request.raw, sessionId)
      return undefined
    },
  }, (socket, request) => {
    hub.add(socket, sessions.get(request.raw)!)
  })
}

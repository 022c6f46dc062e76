// Admission of every WebSocket: only from our own pages, only with a ticket, checked before the upgrade.
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { redeemTicket } from './socket-ticket.ts'

const mostMessageBytes = 16 * 1024

/** Close codes of RFC 6455 and our own: policy violation; the session is over. */
export const closeCodes = { policy: 1008, over: 4401 } as const

/** What stands behind the question mark of the address, as the browser sent it. */
export type SocketQuery = Readonly<Record<string, unknown>>

/** What serves the sockets that were admitted: a hub of socket-hub.ts. */
export interface SocketServer {
  add(socket: WebSocket, sessionId: string, query: SocketQuery): void
  stop(): Promise<void>
}

export interface SocketParts {
  readonly db: Db
  readonly clock: Clock
  readonly config: Config
}

const isLocal = (host: string): boolean => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host)

/** Registers WebSocket support; call once, before the socket routes are added. */
export async function allowSockets(app: FastifyInstance): Promise<void> {
  // An upgraded connection is out of the server's control; when refused before the admission check, it would stay open
  // forever.
  app.addHook('onResponse', (request, reply, done) => {
    if (request.headers.upgrade !== undefined && reply.statusCode >= 400) request.raw.socket.destroySoon()
    done()
  })
  await app.register(websocket, {
    options: { maxPayload: mostMessageBytes },
    errorHandler: (error, socket, request) => {
      // A protocol error is the peer's doing, as a bad request is; anything else is a fault of ours.
      const isTheirs = 'code' in error && String(error.code).startsWith('WS_ERR_')
      request.log[isTheirs ? 'info' : 'error']({ err: error }, 'a socket failed')
      socket.terminate()
    },
  })
}

/**
 * Passes every admitted socket to `hub`, with its session and its query, and stops the hub before the server closes.
 */
export function addSocketRoute(
  app: FastifyInstance,
  { db, clock, config }: SocketParts,
  path: string,
  hub: SocketServer,
): void {
  app.addHook('preClose', () => hub.stop())
  const sessions = new WeakMap<object, string>()
  app.get<{ Querystring: SocketQuery }>(
    path,
    {
      websocket: true,
      exposeHeadRoute: false,
      config: { door: 'socket' },
      preValidation: async (request, reply) => {
        const { origin } = request.headers
        if (
          origin === undefined ||
          !(origin === config.origin || (isLocal(request.host) && origin === `http://${request.host}`))
        )
          return reply.status(403).send({ code: 403, error: 'This address is for our own pages.' })
        const { ticket } = request.query
        const sessionId =
          typeof ticket === 'string' && ticket.length <= 100 ? await redeemTicket(db, clock, ticket) : undefined
        if (sessionId === undefined)
          return reply.status(401).send({ code: 401, error: 'This ticket is no longer valid.' })
        sessions.set(request.raw, sessionId)
        return undefined
      },
    },
    (socket, request) => {
      hub.add(socket, sessions.get(request.raw)!, request.query)
    },
  )
}

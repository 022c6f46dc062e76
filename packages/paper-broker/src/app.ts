// Builds the brokerage's HTTP application (OAuth, trader, market data, funding, pages) from its dependencies. Reads
// nothing from the environment.

import formbody from '@fastify/formbody'
import websocket from '@fastify/websocket'
import Fastify from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { ALPACA_PREFIX, alpacaRoutes } from './alpaca/alpaca-routes.ts'
import type { BrokerParts } from './broker-parts.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { fundingRoutes } from './funding/funding-routes.ts'
import { requireBearer } from './oauth/bearer-scope.ts'
import { refuseWithMessage } from './kernel/wire-error.ts'
import { chainRoutes } from './market-data/chain-routes.ts'
import { historyRoutes } from './market-data/history-routes.ts'
import { hoursRoutes } from './market-data/hours-routes.ts'
import { instrumentRoutes } from './market-data/instrument-routes.ts'
import { moverRoutes } from './market-data/mover-routes.ts'
import { quoteRoutes } from './market-data/quote-routes.ts'
import { MarketUnavailable } from './market/recorded-paper-market.ts'
import { authoriseRoutes } from './oauth/authorise-routes.ts'
import { tokenRoute } from './oauth/token-route.ts'
import { STYLE, STYLE_PATH } from './page/style.ts'
import { accountRoutes } from './trader/account-routes.ts'
import { orderRoutes } from './trader/order-routes.ts'
import { preferenceRoutes, streamerRoute } from './trader/preference-routes.ts'
import { transactionRoutes } from './trader/transaction-routes.ts'

const MAX_BODY_BYTES = 256 * 1024
const MAX_MESSAGE_BYTES = 16 * 1024

/** The only parts of a request that are logged: never the query (it carries codes), never a header. */
function loggedRequest(request: { method?: string; url?: string }): {
  method: string | undefined
  path: string | undefined
} {
  return { method: request.method, path: request.url?.split('?')[0] }
}

/** The caller's logger, the level of a logger that writes to standard error, or `false` for silence. */
export type BrokerLog = FastifyBaseLogger | { readonly level: string } | false

function loggerOptions(log: BrokerLog): FastifyServerOptions {
  if (log === false) return { logger: false }
  if ('child' in log) return { loggerInstance: log.child({}, { serializers: { req: loggedRequest } }) }
  return { logger: { level: log.level, stream: process.stderr, serializers: { req: loggedRequest } } }
}

function refuseSchema(): never {
  throw new Error('The brokerage reads requests with zod; a route with a JSON schema is a mistake')
}

export function brokerApp(parts: BrokerParts, log: BrokerLog): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...loggerOptions(log),
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // No route has a JSON schema; without this option Fastify loads a schema validator and serialiser at every start.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  })

  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith(`${ALPACA_PREFIX}/`)) void reply.header('schwab-client-correlid', randomUUID())
    void reply.header('x-content-type-options', 'nosniff')
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
  app.setNotFoundHandler((_request, reply) => refuseWithMessage(reply, 404, 'Not found'))
  app.setErrorHandler((error: { statusCode?: number; message?: string }, request, reply) => {
    if (error instanceof MarketUnavailable) return refuseWithMessage(reply, 503, error.message)
    const status = error.statusCode ?? 500
    if (status < 500) return refuseWithMessage(reply, status, error.message ?? 'Bad request')
    request.log.error(error)
    return refuseWithMessage(reply, 500, 'The brokerage could not answer; try again later')
  })

  void app.register(formbody)
  // An upgraded connection is out of the server's control: refused by a route, it would stay open forever.
  app.addHook('onResponse', async (request, reply) => {
    if (request.headers.upgrade !== undefined && reply.statusCode >= 400) request.raw.socket.destroySoon()
  })
  void app.register(websocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES },
    errorHandler: (error, socket, request) => {
      request.log.error(error)
      socket.terminate()
    },
  })
  app.get(STYLE_PATH, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=300').send(STYLE),
  )
  app.get('/health', () => ({ status: 'ok' }))

  authoriseRoutes(app, parts, 'schwab')
  tokenRoute(app, parts)
  consoleRoutes(app, parts)
  streamerRoute(app)
  alpacaRoutes(app, parts)
  void app.register(
    async (scope) => {
      requireBearer(scope, parts, 'trader')
      accountRoutes(scope, parts)
      orderRoutes(scope, parts)
      transactionRoutes(scope, parts)
      preferenceRoutes(scope, parts)
    },
    { prefix: '/trader/v1' },
  )
  void app.register(
    async (scope) => {
      requireBearer(scope, parts, 'market-data')
      quoteRoutes(scope, parts)
      historyRoutes(scope, parts)
      chainRoutes(scope, parts)
      instrumentRoutes(scope, parts)
      hoursRoutes(scope, parts)
      moverRoutes(scope, parts)
    },
    { prefix: '/marketdata/v1' },
  )
  void app.register(
    async (scope) => {
      requireBearer(scope, parts, 'trader')
      fundingRoutes(scope, parts)
    },
    { prefix: '/paper/v1' },
  )
  return app
}

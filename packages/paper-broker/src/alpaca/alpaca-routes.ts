// The Alpaca wire: another API on the same engine and the same books. Trading is at /alpaca/v2, market data at
// /alpaca/data, OAuth at /alpaca/oauth.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import { MarketUnavailable } from '../market/recorded-paper-market.ts'
import { authoriseRoutes } from '../oauth/authorise-routes.ts'
import { UnreadableOrder } from '../trader/order-body.ts'
import { alpacaTokenRoute } from './access/alpaca-token-route.ts'
import { requireCredential } from './access/require-credential.ts'
import { activityRoutes } from './account/activity-routes.ts'
import { alpacaAccountRoutes } from './account/alpaca-account-routes.ts'
import { alpacaPositionRoutes } from './account/alpaca-position-routes.ts'
import { portfolioHistoryRoutes } from './account/portfolio-history-routes.ts'
import { optionDataRoutes } from './data/option-data-routes.ts'
import { stockDataRoutes } from './data/stock-data-routes.ts'
import { AlpacaRefusal, refuseOnAlpaca } from './kernel/alpaca-error.ts'
import { assetRoutes } from './market/asset-routes.ts'
import { marketClockRoutes } from './market/market-clock-routes.ts'
import { alpacaOrderRoutes } from './order/alpaca-order-routes.ts'
import { streamRoute } from './stream/stream-route.ts'

export const ALPACA_PREFIX = '/alpaca'

/** Reads JSON bodies; clients also send the content type of JSON with an empty body. */
function readJson(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(new AlpacaRefusal('unreadable', 'The body is no JSON.'))
    }
  })
}

function answerErrors(scope: FastifyInstance): void {
  scope.setNotFoundHandler((_request, reply) => refuseOnAlpaca(reply, 'notFound', 'This wire has no such call.'))
  scope.setErrorHandler((error: { statusCode?: number; message?: string }, request, reply) => {
    if (error instanceof AlpacaRefusal) return refuseOnAlpaca(reply, error.kind, error.message, error.facts)
    if (error instanceof UnreadableOrder) return refuseOnAlpaca(reply, 'invalid', error.message)
    if (error instanceof MarketUnavailable) return refuseOnAlpaca(reply, 'unavailable', error.message)
    if ((error.statusCode ?? 500) < 500) return refuseOnAlpaca(reply, 'unreadable', error.message ?? 'Bad request')
    request.log.error(error)
    return refuseOnAlpaca(reply, 'broken', 'The brokerage could not answer. Try again later.')
  })
}

export function alpacaRoutes(app: FastifyInstance, parts: BrokerParts): void {
  authoriseRoutes(app, parts, 'alpaca')
  void app.register(
    async (wire) => {
      wire.addHook('onRequest', async (_request, reply) => void reply.header('x-request-id', randomUUID()))
      readJson(wire)
      answerErrors(wire)
      alpacaTokenRoute(wire, parts)
      streamRoute(wire, parts)
      void wire.register(
        async (scope) => {
          requireCredential(scope, parts, 'trading')
          alpacaAccountRoutes(scope, parts)
          alpacaPositionRoutes(scope, parts)
          alpacaOrderRoutes(scope, parts)
          activityRoutes(scope, parts)
          portfolioHistoryRoutes(scope, parts)
          marketClockRoutes(scope, parts)
          assetRoutes(scope, parts)
        },
        { prefix: '/v2' },
      )
      void wire.register(
        async (scope) => {
          requireCredential(scope, parts, 'data')
          stockDataRoutes(scope, parts)
          optionDataRoutes(scope, parts)
        },
        { prefix: '/data' },
      )
    },
    { prefix: ALPACA_PREFIX },
  )
}

// The WebSocket of live quotes.
import { quoteSocketPath } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'
import { addSocketRoute } from '../../kernel/socket-route.ts'
import type { Services } from '../../services.ts'
import { createQuoteHub } from './quote-hub.ts'

export function registerQuoteSocket(app: FastifyInstance, services: Services): void {
  addSocketRoute(app, services, quoteSocketPath, createQuoteHub(services))
}

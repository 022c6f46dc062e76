// The WebSocket of messages.
import { pushSocketPath } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'
import { addSocketRoute } from '../../kernel/socket-route.ts'
import type { Services } from '../../services.ts'
import { createPushHub } from './push-hub.ts'

export function registerPushSocket(app: FastifyInstance, services: Services): void {
  addSocketRoute(app, services, pushSocketPath, createPushHub(services))
}

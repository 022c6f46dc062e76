// The WebSocket of messages.
import { pushSocketPath } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'
import { addSocketRoute } from '../../kernel/socket-route.ts'
import type { Services } from '../../services.ts'
import { createPushHub } from './push-hub.ts'

export function registerPushSocket(app: FastifyInstance, services: Services): void {
  const hub = createPushHub(services)
  app.addHook('preClose', () => hub.stop())
  addSocketRoute(app, services, pushSocketPath, (socket, sessionId, { after }) =>
    hub.add(socket, sessionId, positionOf(after)),
  )
}

const positionOf = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null

// The HTTP side of a worker: health and metrics. It has no pages and no calls.
import type { FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import { registerHealth } from './kernel/health.ts'
import { withoutSchemas } from './kernel/without-schemas.ts'
import type { PooledServices } from './services.ts'

export async function createWorkerApp(services: PooledServices): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    ...withoutSchemas,
  })
  registerHealth(app, services)
  await app.ready()
  return app
}

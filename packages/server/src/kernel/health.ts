// Monitoring: /health answers as long as the database does and reports whether a worker is alive
// and commits are replicated; /metrics is served on
// this machine only.
import { Refusal } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'
import { isLocalRequest } from './local-request.ts'
import type { Metrics } from './metrics.ts'

export interface Health {
  /** `silent`: no process that runs jobs has sent a heartbeat for a minute. */
  readonly worker: 'running' | 'silent'
  /** `replicated`: a commit is answered when a second server has it. `local`: there is no second server. */
  readonly commits: 'replicated' | 'local'
}

export interface HealthParts {
  readonly probe: () => Promise<Health>
  readonly metrics: Metrics
}

export function registerHealth(app: FastifyInstance, { probe, metrics }: HealthParts): void {
  let asking: Promise<Health> | undefined
  /** Concurrent requests share one probe: a thousand at once cause one query. */
  const ask = (): Promise<Health> => (asking ??= probe().finally(() => (asking = undefined)))
  const route = { method: ['GET', 'HEAD'], config: { door: 'health' as const } }
  app.route({
    ...route,
    url: '/health',
    handler: async () => {
      const { worker, commits } = await ask()
      return { status: 'ok' as const, worker, commits }
    },
  })
  app.route({
    ...route,
    url: '/metrics',
    handler: async (request, reply) => {
      if (!isLocalRequest(request)) throw new Refusal('unknownRoute')
      return reply.type(metrics.contentType).send(await metrics.text())
    },
  })
}

// For monitoring: /health answers while the database does and says whether a worker lives, /metrics on this machine only.
import { Refusal } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'
import { isAskedHere } from './asked-here.ts'
import type { Metrics } from './metrics.ts'

export interface Health {
  /** `silent`: no process that does the jobs gave a sign of life for a minute. */
  readonly worker: 'running' | 'silent'
}

export interface HealthParts {
  readonly probe: () => Promise<Health>
  readonly metrics: Metrics
}

export function registerHealth(app: FastifyInstance, { probe, metrics }: HealthParts): void {
  let asking: Promise<Health> | undefined
  /** Whoever asks while the database is asked hears the same answer: a thousand at once are one question. */
  const ask = (): Promise<Health> => (asking ??= probe().finally(() => (asking = undefined)))
  app.get('/health', { config: { door: 'health' } }, async () => {
    const { worker } = await ask()
    return { status: 'ok' as const, worker }
  })
  app.get('/metrics', { config: { door: 'health' } }, async (request, reply) => {
    if (!isAskedHere(request)) throw new Refusal('unknownRoute')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

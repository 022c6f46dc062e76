// For monitoring: /health answers while the database does, /metrics on this machine only.
import { Refusal } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'
import { isAskedHere } from './asked-here.ts'
import type { Metrics } from './metrics.ts'

export interface HealthParts {
  readonly probe: () => Promise<void>
  readonly metrics: Metrics
}

export function registerHealth(app: FastifyInstance, { probe, metrics }: HealthParts): void {
  let asking: Promise<void> | undefined
  /** Whoever asks while the database is asked hears the same answer: a thousand at once are one question. */
  const ask = (): Promise<void> => (asking ??= probe().finally(() => (asking = undefined)))
  app.get('/health', { config: { door: 'health' } }, async () => {
    await ask()
    return { status: 'ok' as const }
  })
  app.get('/metrics', { config: { door: 'health' } }, async (request, reply) => {
    if (!isAskedHere(request)) throw new Refusal('unknownRoute')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

// For whoever watches the process: /health answers while the database does, /metrics on this machine only.
import { Refusal } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { isAskedHere } from './asked-here.ts'
import type { Metrics } from './metrics.ts'

export interface HealthParts {
  readonly db: Db
  readonly metrics: Metrics
}

export function registerHealth(app: FastifyInstance, { db, metrics }: HealthParts): void {
  app.get('/health', async () => {
    await sql`select 1`.execute(db)
    return { status: 'ok' as const }
  })
  app.get('/metrics', async (request, reply) => {
    if (!isAskedHere(request)) throw new Refusal('unknownRoute')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

// Starts what the product starts to hear of changes, which an application in a test leaves out.
import { setTimeout as delay } from 'node:timers/promises'
import type { PooledServices } from '../../packages/server/src/services.ts'

const lookMs = 10

/** Resolves once answers are kept. */
export async function watchChanges({ market, log }: PooledServices, databaseUrl: string): Promise<void> {
  market.watch(databaseUrl, log)
  while (market.version() === undefined) await delay(lookMs)
}

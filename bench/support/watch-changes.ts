// Starts what the product starts to hear of changes, which an application in a test leaves out.
import { setTimeout as delay } from 'node:timers/promises'
import type { PooledServices } from '../../packages/server/src/services.ts'

const lookMs = 10

/** Resolves once answers of the market are kept, and sessions unless `what` leaves them out. */
export async function watchChanges(
  { market, sessionWatch, log }: PooledServices,
  databaseUrl: string,
  what = 'all',
): Promise<void> {
  if (what === 'none') return
  market.watch(databaseUrl, log)
  while (market.version() === undefined) await delay(lookMs)
  if (what === 'market') return
  sessionWatch.watch(databaseUrl, log)
  while (!sessionWatch.isCurrent()) await delay(lookMs)
}

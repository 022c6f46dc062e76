// What several processes do at their start and only one may do at a time.
import type { Pool, PoolClient } from 'pg'

const startLock = 4_600_003
/** Far more often than the database ends a silent transaction, see `connect.ts`. */
const usualSignMs = 20_000
const tellAfterMs = 10_000

export interface AloneOptions {
  /** Hears that another process is at work, once, after ten seconds of waiting. */
  readonly onWait?: (why: string) => void
  readonly signMs?: number
}

/**
 * Runs `work` while no other process runs its own; the others wait. The lock belongs to a transaction that gives signs of life: a process
 * that stands still loses it after two minutes, and its start fails when it goes on.
 */
export async function alone<Result>(pool: Pool, work: () => Promise<Result>, { onWait, signMs = usualSignMs }: AloneOptions = {}): Promise<Result> {
  const client = await pool.connect()
  let signs: NodeJS.Timeout | undefined
  try {
    await takeLock(client, onWait)
    signs = setInterval(() => void client.query('select 1').catch(() => undefined), signMs)
    const result = await work()
    await client.query('commit')
    return result
  } finally {
    clearInterval(signs)
    // With the connection gone the lock is, whatever happened.
    client.release(true)
  }
}

async function takeLock(client: PoolClient, onWait: AloneOptions['onWait']): Promise<void> {
  const telling = setTimeout(() => onWait?.('another process makes the first data of this installation'), tellAfterMs)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [startLock])
  } finally {
    clearTimeout(telling)
  }
}

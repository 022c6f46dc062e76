// Mutual exclusion for startup work that only one of several processes may do at a time.
import type { Pool, PoolClient } from 'pg'

const startLock = 4_600_003
/** Far shorter than the interval after which the database ends a silent transaction, see `connect.ts`. */
const usualSignMs = 20_000
const tellAfterMs = 10_000

export interface AloneOptions {
  /** Called once, after ten seconds of waiting, when another process holds the lock. */
  readonly onWait?: (why: string) => void
  readonly signMs?: number
}

/**
 * Runs `work` while no other process runs its own; the others wait. The lock belongs to a transaction that sends
 * heartbeats: a stalled process loses it after two minutes, and its startup fails when it resumes.
 */
export async function withStartLock<Result>(
  pool: Pool,
  work: () => Promise<Result>,
  { onWait, signMs = usualSignMs }: AloneOptions = {},
): Promise<Result> {
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
    // Closing the connection releases the lock, whatever happened.
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

// What several processes do at their start and only one may do at a time.
import type { Pool } from 'pg'

const startLock = 4_600_003

/** Runs `work` while no other process runs its own; the others wait. */
export async function alone<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [startLock])
    return await work()
  } finally {
    // The lock is the connection's: with it gone the lock is, whatever happened.
    client.release(true)
  }
}

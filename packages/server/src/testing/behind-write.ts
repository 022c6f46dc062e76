// A call that arrives while another transaction has written and not yet committed: what it looks up is outdated by the
// time it writes.
import type { Pool, PoolClient } from 'pg'
import { vi } from 'vitest'

const waiting =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()"

/** Writes in a transaction of its own, starts `call`, commits when the call waits for that transaction, returns its answer. */
export async function behindWrite<Answer>(
  pool: Pool,
  write: (other: PoolClient) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const other = await pool.connect()
  try {
    await other.query('begin')
    await write(other)
    const answer = call()
    // Awaited below; until then a refusal must not count as unhandled.
    answer.catch(() => undefined)
    await vi.waitUntil(async () => (await pool.query(waiting)).rowCount, { timeout: 10_000, interval: 20 })
    await other.query('commit')
    return await answer
  } finally {
    // Closing the connection ends a transaction that is still open.
    other.release(true)
  }
}

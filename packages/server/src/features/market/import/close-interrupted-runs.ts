// Ends the records of imports whose process is gone, or could not write their end. A record that is still running then
// belongs to a transaction that was rolled back, because the transaction that stores a file also ends its record:
// nothing of the file is stored.
import type { PooledServices } from '../../../services.ts'
import { importLock } from './import-lock.ts'

/**
 * Runs at server start, periodically, and before the imports are listed while one seems to run. A running import of
 * another process holds the lock and is left alone.
 */
export async function closeInterruptedRuns({ pool, clock }: Pick<PooledServices, 'pool' | 'clock'>): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [importLock])
    const closed = rows[0]!.free
      ? await client.query(
          "update market_import_run set status = 'FAILED', ended_at = $1, rows_added = 0, message = 'The import " +
            "was interrupted. Nothing of this file was stored; import it again.' where status = 'RUNNING'",
          [new Date(clock.nowMs())],
        )
      : undefined
    await client.query('commit')
    return closed?.rowCount ?? 0
  } finally {
    client.release()
  }
}

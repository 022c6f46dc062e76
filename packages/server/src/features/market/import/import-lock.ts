// One import at a time, so that two files never wait for each other's instruments. The lock belongs to the connection:
// it ends with the process, however that ended. It is an optimisation only; keys protect the rows.
import type { PoolClient } from 'pg'
import { toError } from '../../../kernel/to-error.ts'

/** The number of the advisory lock that a running import holds. */
export const importLock = 4_600_001

/** Returns whether the lock was free and is held now. */
export async function lockImports(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [importLock])
  return rows[0]!.free
}

export async function releaseLock(client: PoolClient): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock($1)', [importLock])
    client.release()
  } catch (error) {
    client.release(toError(error))
  }
}

// Runs work in a transaction on a separate connection, under the limits of imports.
import { toError } from '../../../kernel/to-error.ts'
import type { Pool, PoolClient } from 'pg'
import type { ImportLimits } from './import-limits.ts'

type TimeLimits = Pick<ImportLimits, 'lockWaitMs' | 'statementMs'>

export async function inOwnTransaction(
  pool: Pool,
  limits: TimeLimits,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await runLimited(client, limits)
    await work(client)
    await client.query('commit')
  } catch (error) {
    broken = toError(error)
    throw error
  } finally {
    // A failed transaction is discarded with its connection.
    client.release(broken)
  }
}

/** Starts a transaction in which no step waits for a lock, or runs, for longer than the limits. */
export async function runLimited(client: PoolClient, { lockWaitMs, statementMs }: TimeLimits): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockWaitMs}; set local statement_timeout = ${statementMs}`)
}

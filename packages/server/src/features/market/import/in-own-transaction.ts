// A transaction on a connection of its own under the limits of imports.
import type { Pool, PoolClient } from 'pg'
import type { ImportLimits } from './import-limits.ts'

type TimeLimits = Pick<ImportLimits, 'lockWaitMs' | 'statementMs'>

export async function inOwnTransaction(pool: Pool, limits: TimeLimits, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await beginLimited(client, limits)
    await work(client)
    await client.query('commit')
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    // One that failed is given up with its connection.
    client.release(broken)
  }
}

/** Begins a transaction in which no step waits for others or lasts for ever. */
export async function beginLimited(client: PoolClient, { lockWaitMs, statementMs }: TimeLimits): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockWaitMs}; set local statement_timeout = ${statementMs}`)
}

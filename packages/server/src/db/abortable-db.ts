// A view of the connection pool for one piece of abortable work: its database statements end with it. Without this, a
// statement that nobody waits for any more runs to its end, holds its connection, and waits for locks.
import { Kysely, PostgresDialect, type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { backendNumber, type Db } from './connect.ts'
import type { Tables } from './tables.ts'

/**
 * A cancellation that arrives before its statement starts has no effect, so it is repeated while the connection is in
 * use.
 */
const againMs = 500

/**
 * Returns a query builder whose running and later statements fail with the signal's reason once it aborts. The
 * connections remain the pool's.
 */
export function abortableDb(pool: Pool, signal: AbortSignal): Db {
  const taken = new Set<PoolClient>()
  signal.addEventListener('abort', () => void endStatements(pool, taken), { once: true })
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: () => take(pool, taken, signal), end: () => Promise.resolve() } }),
  })
}

async function take(pool: Pool, taken: Set<PoolClient>, signal: AbortSignal): Promise<PostgresPoolClient> {
  signal.throwIfAborted()
  const client = await pool.connect()
  taken.add(client)
  const held: PostgresPoolClient = client
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query<Row>(statement: string | PostgresCursor<Row>, values: readonly unknown[] = []) {
    return typeof statement === 'string' ? run<Row>(statement, values) : held.query(statement)
  }
  async function run<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    signal.throwIfAborted()
    try {
      return await held.query<Row>(text, values)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }
  return {
    query,
    release: () => {
      taken.delete(client)
      // It may be in the middle of a transaction, or a cancellation may be on its way to it: destroy it instead of
      // reusing it.
      client.release(signal.aborted)
    },
  }
}

async function endStatements(pool: Pool, taken: ReadonlySet<PoolClient>): Promise<void> {
  const cancelAll = async (): Promise<void> => {
    for (const client of taken) await pool.query('select pg_cancel_backend($1)', [backendNumber(client)])
  }
  const again = setInterval(() => {
    if (taken.size === 0) clearInterval(again)
    else void cancelAll().catch(() => undefined)
  }, againMs)
  again.unref()
  // A failed attempt is followed by another.
  await cancelAll().catch(() => undefined)
}

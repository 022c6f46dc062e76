// The connection pool and its query builder. int8 arrives as bigint, numeric and date as text: no money passes a float.
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, types, type PoolClient } from 'pg'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, BigInt],
  [types.builtins.NUMERIC, (text) => text],
  [types.builtins.DATE, (text) => text],
])

const preparedMark = /^\s*\/\* prepared (\S+) \*\//

/** A statement that begins with a comment `prepared` and a name is planned once per connection; for those that run with every request. */
class PreparingClient extends Client {
  /** The driver's own; its types leave it out. */
  declare readonly processID: number | null

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' ? preparedMark.exec(text)?.[1] : undefined
    const given = name === undefined ? args : [{ name, text, values }, ...rest]
    // Every overload of the driver ends here; which one it was is the caller's knowledge.
    return super.query(...(given as [string])) as never
  }
}

/** The number by which the database knows a connection, for `pg_cancel_backend`. */
export const backendNumber = (client: PoolClient): number | null => (client instanceof PreparingClient ? client.processID : null)

export interface Connection {
  readonly db: Db
  readonly pool: Pool
  /** Asks the database on a connection of its own: a pool in full use is no dead server. */
  probe(question: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  close(): Promise<void>
}

/** How long a request or a job waits for a free connection before it is refused as `busy`. */
const connectionWaitMs = 5_000
const probeWaitMs = 3_000
/**
 * A transaction whose process says nothing for so long is ended by the database. A process that stands still, or whose machine is gone,
 * would else keep its locks for hours, and everybody who needs the same rows would wait with a connection in the hand.
 */
const stillMs = 120_000

export interface PoolLimits {
  readonly stillMs?: number
}

/** Opens a pool on `url`. `onIdleError` hears of connections that broke while idle. */
export function connect(url: string, onIdleError: (error: Error) => void, maxConnections = 10, limits: PoolLimits = {}): Connection {
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectionWaitMs,
    application_name: 'clubfolio',
    // By a statement and not with the greeting, in which PgBouncer takes no settings.
    onConnect: async (client) => void (await client.query(`set idle_in_transaction_session_timeout = ${limits.stillMs ?? stillMs}`)),
    types: { getTypeParser: ((oid: number, format: 'text' | 'binary') => parsers.get(oid) ?? types.getTypeParser(oid, format)) as never },
  })
  pool.on('error', onIdleError)
  // The pool listens to idle connections only. One that breaks in its user's hands, between two statements of a transaction, fails the
  // next statement; without a listener the event would end the whole process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const probing = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: probeWaitMs,
    query_timeout: probeWaitMs,
    application_name: 'clubfolio health',
  })
  probing.on('error', () => undefined)
  return {
    db,
    pool,
    probe: async (question) => (await probing.query<Record<string, unknown>>(question)).rows,
    close: async () => {
      await probing.end()
      await db.destroy()
    },
  }
}

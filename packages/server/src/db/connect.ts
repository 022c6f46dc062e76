// The connection pool and its query builder. int8 arrives as bigint, numeric and date as text: no money passes through
// a float.
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, TypeOverrides, types, type PoolClient } from 'pg'
import { createStatementNames, isOutdatedStatement, type StatementNames } from './statement-names.ts'
import type { Tables } from './tables.ts'
import { WatchedClient } from './watched-client.ts'

export type Db = Kysely<Tables>

const parsers = new TypeOverrides()
parsers.setTypeParser(types.builtins.INT8, BigInt)
parsers.setTypeParser(types.builtins.NUMERIC, (text) => text)
parsers.setTypeParser(types.builtins.DATE, (text) => text)

interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string
}

type OnResult = (error: Error | null, result: unknown) => void

/**
 * Prepares the statements that come again and again once per connection. One whose result has other columns since it
 * was prepared fails, and is repeated under another name; within a transaction, which has failed with it, the
 * transaction is (`isRepeatable`).
 */
abstract class PreparingClient extends WatchedClient {
  protected abstract readonly statementNames: StatementNames
  /** Set by the driver but missing from its types. */
  declare readonly processID: number | null

  override query(...args: unknown[]): never {
    const given = statementOf(args)
    const name = given && this.statementNames.nameOf(given.text)
    // All overloads of the driver end here; only the caller knows which one applies.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- for the reason above
    const run = (...all: readonly unknown[]): never => super.query(...(all as [string]))
    if (given === undefined || name === undefined) return run(...args)
    const isOver = (error: unknown): boolean => {
      if (!isOutdatedStatement(error)) return true
      this.statementNames.renew(given.text)
      return this.getTransactionStatus() !== 'I'
    }
    const again = () => ({ ...given, name: this.statementNames.nameOf(given.text) })
    const onResult = args.at(-1)
    if (!isCallback(onResult)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a callback the driver returns a promise
      return (run({ ...given, name }) as Promise<unknown>).catch((error: unknown) => {
        if (isOver(error)) throw error
        return run(again())
      }) as never
    }
    return run({ ...given, name }, (error: Error | null, result: unknown) =>
      error === null || error === undefined || isOver(error) ? onResult(error, result) : run(again(), onResult),
    )
  }
}

const isCallback = (value: unknown): value is OnResult => typeof value === 'function'

/** Returns the statement of a query that may get a name: a text with values, but no cursor and no copy. */
function statementOf([first, second]: readonly unknown[]): Statement | undefined {
  const values = Array.isArray(second) ? { values: second as readonly unknown[] } : {}
  if (typeof first === 'string') return { text: first, ...values }
  if (typeof first !== 'object' || first === null || 'submit' in first || 'name' in first) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's own form of a query
  return 'text' in first && typeof first.text === 'string' ? { ...(first as Statement), ...values } : undefined
}

/** Returns the number by which the database identifies a connection, for `pg_cancel_backend`. */
export const backendNumber = (client: PoolClient): number | null =>
  client instanceof PreparingClient ? client.processID : null

export interface Connection {
  readonly db: Db
  readonly pool: Pool
  /** Queries the database on a dedicated connection: an exhausted pool does not mean a dead server. */
  probe(question: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  close(): Promise<void>
}

/** How long a request or a job waits for a free connection before it is refused as `busy`. */
const connectionWaitMs = 5_000
const probeWaitMs = 3_000
const keepAliveMs = 10_000
/**
 * The database ends a transaction whose process has been silent this long. Otherwise a process that stalled, or whose
 * machine is gone, would keep its locks for hours, and everybody who needs the same rows would wait while holding a
 * connection.
 */
const stillMs = 120_000

export interface PoolLimits {
  readonly stillMs?: number
}

/** Opens a pool on `url`. `onIdleError` is called for connections that broke while idle. */
export function connect(
  url: string,
  onIdleError: (error: Error) => void,
  maxConnections = 10,
  limits: PoolLimits = {},
): Connection {
  const statementNames = createStatementNames()
  class ClientOfPool extends PreparingClient {
    protected override readonly statementNames = statementNames
  }
  const pool = new Pool({
    Client: ClientOfPool,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectionWaitMs,
    application_name: 'clubfolio',
    // By a statement rather than in the startup packet, in which PgBouncer accepts no settings.
    onConnect: async (client) => {
      await client.query(`set idle_in_transaction_session_timeout = ${limits.stillMs ?? stillMs}`)
      if (client instanceof WatchedClient) await client.requirePrimary()
    },
    // A machine that is gone does not end its connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: parsers,
  })
  pool.on('error', onIdleError)
  // The pool listens to idle connections only. A connection that breaks while checked out, between two statements of a
  // transaction, fails the next statement; without a listener the event would end the whole process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // The pool drops what is ending.
  pool.on('release', (_error, client) => void (client instanceof WatchedClient && client.isReadOnly && client.end()))
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
      // Kysely ends a pool that it has used; ours may have been used alone.
      if (!pool.ending) await pool.end()
    },
  }
}

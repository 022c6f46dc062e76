// Indexes of tables that may be large. `create index` keeps every writer of its table waiting until it is done, so an
// index on a table that exists is built concurrently, outside of the transaction of its step.
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Db } from './connect.ts'

export interface BesideIndex {
  readonly name: string
  /** The table, with its schema where that is not `public`. */
  readonly on: string
  /** What follows the table's name: `(account_id, day) where is_open`. */
  readonly definition: string
  /** Without this extension the index is left out. */
  readonly needsExtension?: string
}

const buildLock = 4_600_005
const retryMs = 200

/**
 * Makes the indexes where they are missing. For `up`: on a database with rows they are there already.
 *
 *     export const indexes = [{ name: 'bar_by_day', on: 'market.bar', definition: '(day)' }]
 *     export const up = (db: Kysely<unknown>) => makeIndexes(db, indexes)
 */
export async function makeIndexes(db: QueryExecutorProvider, indexes: readonly BesideIndex[]): Promise<void> {
  for (const { name, on, definition, needsExtension } of indexes)
    if (await hasExtension(db, needsExtension))
      await sql.raw(`create index if not exists ${name} on ${on} ${definition}`).execute(db)
}

async function hasExtension(db: QueryExecutorProvider, name: string | undefined): Promise<boolean> {
  if (name === undefined) return true
  const { rows } = await sql`select from pg_extension where extname = ${name}`.execute(db)
  return rows.length > 0
}

/**
 * Builds the missing indexes beside readers and writers, one process at a time. A table that does not exist yet is left
 * to its step. What a killed build has left is removed first.
 */
export async function buildIndexes(db: Db, indexes: readonly BesideIndex[]): Promise<void> {
  if (indexes.length === 0) return
  await db.connection().execute(async (connection) => {
    // A session that waits for a lock has a snapshot, for which the build itself would wait.
    while (!(await tryLock(connection))) await delay(retryMs)
    try {
      for (const index of indexes) await build(connection, index)
    } finally {
      await sql`select pg_advisory_unlock(${buildLock})`.execute(connection)
    }
  })
}

async function tryLock(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select pg_try_advisory_lock(${buildLock}) as has`.execute(connection)
  return rows[0]!.has
}

async function build(connection: Db, { name, on, definition, needsExtension }: BesideIndex): Promise<void> {
  if (!(await hasExtension(connection, needsExtension))) return
  const schema = on.includes('.') ? on.slice(0, on.indexOf('.')) : 'public'
  const { rows } = await sql<{ hasTable: boolean; isValid: boolean | null }>`
    select to_regclass(${on}) is not null as "hasTable",
      (select indisvalid from pg_index where indexrelid = to_regclass(${`${schema}.${name}`})) as "isValid"`.execute(
    connection,
  )
  const { hasTable, isValid } = rows[0]!
  if (!hasTable || isValid === true) return
  if (isValid === false) await sql.raw(`drop index concurrently ${schema}.${name}`).execute(connection)
  await sql.raw(`create index concurrently ${name} on ${on} ${definition}`).execute(connection)
}

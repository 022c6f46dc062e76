// The mark of a restore in progress: created before its first table and removed after its last statement, so that a
// start and a second restore can distinguish a database left by a killed restore from a new one.
import type { Pool, PoolClient } from 'pg'
import { BackupRefusal } from './backup-refusal.ts'
import type { Manifest } from './manifest.ts'
import { passing, writtenByMigrations } from './table-list.ts'

/**
 * The rows are loaded within one transaction, so a mark is `filling` while there are none and `filled` once all are in.
 */
export type RestoreState = 'filling' | 'filled'

export interface RestoreMark {
  readonly backup: string
  readonly state: RestoreState
  /** Tables that this restore creates, as schema.name. */
  readonly tables: readonly string[]
  /** What the database held before: it is never dropped. */
  readonly functionsBefore: readonly string[]
  readonly schemasBefore: readonly string[]
}

const lockKey = `hashtextextended('clubfolio restore', 0)`

/** Names a backup in messages and marks. */
export const backupName = ({ madeAt }: Manifest): string => `the backup of ${madeAt}`

/**
 * Locks the database for one restore while `work` runs; a process that is killed releases it. Throws BackupRefusal
 * while another one runs.
 */
export async function withRestoreLock<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${lockKey}) as free`)
  if (!rows[0]!.free) {
    client.release()
    throw new BackupRefusal('Another restore into this database is running. Try again when it has finished.')
  }
  try {
    return await work()
  } finally {
    // Explicitly, because a released connection ends some time later. If this fails, the lock ends with the connection.
    const unlocked = await client.query(`select pg_advisory_unlock(${lockKey})`).catch(() => undefined)
    client.release(unlocked === undefined)
  }
}

export async function findMark(pool: Pool): Promise<RestoreMark | undefined> {
  const { rows: found } = await pool.query<{ has: boolean }>(
    "select to_regclass('clubfolio_restore.unfinished') is not null as has",
  )
  if (!found[0]!.has) return undefined
  const { rows } = await pool.query<RestoreMark>(`
    select backup, state, tables, functions_before as "functionsBefore", schemas_before as "schemasBefore"
    from clubfolio_restore.unfinished`)
  return rows[0]
}

const functionsNow = `
  select p.oid::regprocedure::text from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
      and d.deptype = 'e')`

export async function makeMark(pool: Pool, manifest: Manifest): Promise<void> {
  const tables = [...manifest.tables, ...manifest.partitions].map(({ schema, name }) => `${schema}.${name}`)
  await inOneGo(pool, async (client) => {
    await client.query('create schema clubfolio_restore')
    await client.query(`
      create table clubfolio_restore.unfinished (
        backup text not null, state text not null, tables text[] not null, functions_before text[] not null,
          schemas_before text[] not null
      )`)
    await client.query(
      `insert into clubfolio_restore.unfinished values ($1, 'filling', $2, array(${functionsNow}), array(select ` +
        'nspname::text from pg_namespace))',
      [backupName(manifest), [...tables, ...passing, ...writtenByMigrations]],
    )
  })
}

/** Runs in the transaction that loads the rows. */
export const markFilled = (client: PoolClient) =>
  client.query("update clubfolio_restore.unfinished set state = 'filled'")

export const clearMark = (pool: Pool) => pool.query('drop schema if exists clubfolio_restore cascade')

/**
 * Removes what a restore that did not fill the database has created, and its mark. Throws BackupRefusal, with nothing
 * changed, when the database holds a table that this restore does not create: something else put it there meanwhile.
 */
export async function undoUnfinished(pool: Pool, mark: RestoreMark): Promise<void> {
  await inOneGo(pool, async (client) => {
    const { rows: strangers } = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm', 'f') and n.nspname !~ '^pg_'
         and n.nspname not in ('information_schema', 'clubfolio_restore')
         and n.nspname || '.' || c.relname <> all ($1)
         and (n.nspname not in ('market', 'paper') or n.nspname = any ($2))
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
           and d.deptype = 'e')
       order by 1`,
      [mark.tables, mark.schemasBefore],
    )
    if (strangers.length > 0) {
      const names = strangers.map(({ name }) => name).join(', ')
      throw new BackupRefusal(
        `A restore of ${mark.backup} into this database did not finish, and the database now also holds ` +
          `${names}, which is not of Clubfolio. ` +
          'Nothing was changed. Move it elsewhere and run the restore again, or restore into an empty database.',
      )
    }
    for (const schema of ['market', 'paper']) {
      if (!mark.schemasBefore.includes(schema)) await client.query(`drop schema if exists ${schema} cascade`)
    }
    const { rows } = await client.query<{ drop: string }>(
      `select format('drop table if exists %I.%I cascade', n.nspname, c.relname) as drop
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public'
         and n.nspname || '.' || c.relname = any ($1)
       union all
       select format('drop function if exists %s cascade', name) from (${functionsNow}) f (name)
         where name <> all ($2)`,
      [mark.tables, mark.functionsBefore],
    )
    for (const { drop } of rows) await client.query(drop)
    await client.query('drop schema clubfolio_restore cascade')
  })
}

async function inOneGo(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

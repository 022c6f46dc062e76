// Fills a database without tables from a checked backup: creates the tables in their former state, loads the rows,
// compares counts and totals in the same transaction, and only then migrates everything to this program's state. A
// failure leaves the database as empty as before, and a killed restore leaves a mark (unfinished-restore.ts).
import { toError } from '../kernel/to-error.ts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { escapeIdentifier, type Pool, type PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Connection } from '../db/connect.ts'
import { migrate, migrateExactly } from '../db/migrate.ts'
import { BackupRefusal } from './backup-refusal.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { makePaperTables } from './paper-tables.ts'
import { pauseRestored } from './pause-restored.ts'
import { columnsOf, listTables, quoted, readTotals, type StoredTable } from './table-list.ts'
import { fixValueForms } from './take-backup.ts'
import {
  backupName,
  clearMark,
  findMark,
  makeMark,
  markFilled,
  undoUnfinished,
  withRestoreLock,
} from './unfinished-restore.ts'

export interface FillOrder {
  readonly path: string
  readonly manifest: Manifest
  readonly database: Connection & { readonly url: string }
}

/**
 * Throws BackupRefusal when the database holds anything but the leftovers of an unfinished restore of the same backup:
 * those are removed and the restore starts over, or continues if all rows were already loaded.
 */
export async function fillDatabase(order: FillOrder): Promise<void> {
  const { database, manifest } = order
  await withRestoreLock(database.pool, async () => {
    const mark = await findMark(database.pool)
    if (mark?.state === 'filled' && mark.backup !== backupName(manifest)) {
      throw new BackupRefusal(
        `This database holds ${mark.backup}, whose restore was interrupted right before its end. Start Clubfolio ` +
          'on it, or restore into an empty database.',
      )
    }
    if (mark?.state !== 'filled') await restoreOriginalSchema(order)
    await migrate(database.db)
    // The planner needs statistics, and the loaded rows have none yet.
    await database.pool.query('analyze')
    await clearMark(database.pool)
  })
}

/** Leaves the database in the state of the version that made the backup, still marked as unfinished. */
export async function restoreOriginalSchema({ path, manifest, database }: FillOrder): Promise<void> {
  const { pool } = database
  const left = await findMark(pool)
  if (left) await undoUnfinished(pool, left)
  await refuseUsedDatabase(pool)
  await makeMark(pool, manifest)
  try {
    await migrateExactly(database.db, manifest.migrations)
    if (manifest.paperStep !== null) await makePaperTables(database.url, manifest.paperStep)
    await inOneTransaction(pool, (client) => fill(client, path, manifest))
  } catch (error) {
    const mark = await findMark(pool)
    if (mark) await undoUnfinished(pool, mark)
    throw error
  }
}

const inUse = `
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and d.deptype = 'e')`

async function refuseUsedDatabase(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ count: string }>(`select count(*)::text as count ${inUse}`)
  if (rows[0]!.count === '0') return
  throw new BackupRefusal(
    'The database is not empty, and a restore never writes over anything. Make an empty one, give its address as ' +
      'DATABASE_URL, and restore there.',
  )
}

async function inOneTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    broken = toError(error)
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(broken)
  }
}

async function fill(client: PoolClient, path: string, manifest: Manifest): Promise<void> {
  await fixValueForms(client)
  const tables = await listTables(client)
  refuseOtherTables(
    tables.filter((table) => !table.isPassing),
    manifest.tables,
  )
  const every = tables.map(quoted)
  // Rows refer to each other across tables, and triggers would renew what is restored: both are re-enabled once
  // everything is loaded.
  const links = await dropLinks(client)
  for (const table of every) await client.query(`alter table ${table} disable trigger user`)
  // Rows that migrations inserted are also in the backup.
  await client.query(`truncate ${every.join(', ')}`)
  for (const { schema, name, parent, from, to } of manifest.partitions)
    await client.query(
      `create table ${quoted({ schema, name })} partition of ${quoted({ schema, name: parent })} for values from ` +
        `('${from}') to ('${to}')`,
    )
  for (const table of manifest.tables) await readTable(client, path, table)
  for (const { table, name, definition } of links)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const table of every) await client.query(`alter table ${table} enable trigger user`)
  await pauseRestored(client)
  for (const sequence of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoted(sequence),
      sequence.value,
      sequence.isCalled,
    ])
  const totals = await readTotals(client)
  if (JSON.stringify(totals) !== JSON.stringify(manifest.totals))
    throw new Error(`The restored books say ${JSON.stringify(totals)}, the backup ${JSON.stringify(manifest.totals)}.`)
  await markFilled(client)
}

type TableForm = Pick<StoredTable, 'schema' | 'name' | 'columns'>

function refuseOtherTables(expected: readonly TableForm[], found: readonly BackedUpTable[]): void {
  const words = (list: readonly TableForm[]) =>
    list
      .map((table) => `${quoted(table)} (${columnsOf(table)})`)
      .toSorted()
      .join('\n')
  if (words(expected) !== words(found))
    throw new BackupRefusal(
      'The tables in this backup are not those of the version that it names. It was not made by `npm run backup`.',
    )
}

interface Link {
  readonly table: string
  readonly name: string
  readonly definition: string
}

async function dropLinks(client: PoolClient): Promise<Link[]> {
  // Without a search path every name is written in full.
  await client.query("set local search_path = ''")
  const { rows } = await client.query<Link>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace, 'market'::regnamespace,
      coalesce(to_regnamespace('paper'), 'public'::regnamespace))
    order by 1, 2`)
  const links = rows.map((row) => ({ ...row, name: escapeIdentifier(row.name) }))
  for (const { table, name } of links) await client.query(`alter table ${table} drop constraint ${name}`)
  return links
}

async function readTable(client: PoolClient, path: string, table: BackedUpTable): Promise<void> {
  if (table.bytes === 0)
    throw new BackupRefusal('A table of this backup has no content. It was not made by `npm run backup`.')
  const rows = client.query(copyFrom(`copy ${quoted(table)} (${columnsOf(table)}) from stdin`))
  const sum = createHash('sha256')
  const summed = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      sum.update(bytes)
      done(null, bytes)
    },
  })
  await pipeline(
    createReadStream(path, { start: table.start, end: table.start + table.bytes - 1 }),
    summed,
    createGunzip(),
    rows,
  )
  // The file was checked before; this covers changes since then.
  if (sum.digest('hex') !== table.sha256 || rows.rowCount !== table.rows)
    throw new BackupRefusal(`${path} changed while it was read. Nothing was restored.`)
}

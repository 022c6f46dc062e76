// Takes a backup of a live system: one transaction sees the database as of one instant, so that no entry lacks its
// answer and no match its movement, whatever is written meanwhile.
import { toError } from '../kernel/to-error.ts'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pool, PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { sealedColumns } from '../kernel/sealed-column.ts'
import { createBackupFile, type BackupWriter, type WrittenPart } from './backup-file.ts'
import { BackupRefusal } from './backup-refusal.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import {
  columnsOf,
  listPartitions,
  listTables,
  quoted,
  readSequences,
  readTotals,
  type StoredTable,
} from './table-list.ts'

export interface TakenBackup {
  readonly manifest: Manifest
  readonly bytes: number
}

/** Called before each table, once the instant of the backup is fixed; if it throws, the backup ends. */
export type BackupProgress = (position: number, total: number) => Promise<void>

export interface BackupOrder {
  readonly pool: Pool
  readonly path: string
  readonly productVersion: string
  readonly nowMs: number
  readonly progress?: BackupProgress
}

/**
 * Writes the whole installation to a new file. Throws BackupRefusal when there is nothing to back up or the file cannot
 * be written.
 */
export async function takeBackup({ pool, path, productVersion, nowMs, progress }: BackupOrder): Promise<TakenBackup> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level repeatable read, read only')
    await fixValueForms(client)
    const { migrations, paperStep } = await readState(client)
    const tables = await listTables(client)
    // No table may be altered or dropped while it is read.
    await client.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
    const file = await createBackupFile(path)
    try {
      const written: BackedUpTable[] = []
      const kept = tables.filter((table) => !table.isPassing)
      for (const [index, table] of kept.entries()) {
        await progress?.(index, kept.length)
        written.push(await writeTable(client, file, table))
      }
      const manifest: Manifest = {
        productVersion,
        madeAt: new Date(nowMs).toISOString(),
        migrations,
        paperStep,
        sealedWith: await readKeyIds(client, tables),
        tables: written,
        partitions: await listPartitions(client),
        // Sequences are not transactional: read last, they are never behind the rows.
        sequences: await readSequences(client),
        totals: await readTotals(client),
      }
      const bytes = await file.finish(manifest)
      return { manifest, bytes }
    } catch (error) {
      await file.abandon()
      throw error
    }
  } catch (error) {
    broken = toError(error)
    throw error
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release(broken)
  }
}

/** Fixes how values are written, independent of the server's settings. */
export async function fixValueForms(client: PoolClient): Promise<void> {
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local " +
      "extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8'; set local " +
      'statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  )
}

async function readState(client: PoolClient): Promise<Pick<Manifest, 'migrations' | 'paperStep'>> {
  const { rows: found } = await client.query<{ own: boolean; paper: boolean }>(
    "select to_regclass('public.kysely_migration') is not null as own, to_regclass('paper.applied_migration') is " +
      'not null as paper',
  )
  if (!found[0]!.own) throw new BackupRefusal('There is nothing to back up: this database holds no Clubfolio yet.')
  const { rows } = await client.query<{ name: string }>('select name from public.kysely_migration order by name')
  const paper = found[0]!.paper
    ? await client.query<{ step: number | null }>('select max(number) as step from paper.applied_migration')
    : undefined
  return { migrations: rows.map(({ name }) => name), paperStep: paper?.rows[0]?.step ?? null }
}

async function writeTable(client: PoolClient, file: BackupWriter, table: StoredTable): Promise<BackedUpTable> {
  const what = table.isDivided
    ? `(select ${columnsOf(table)} from ${quoted(table)})`
    : `${quoted(table)} (${columnsOf(table)})`
  const rows = client.query(copyTo(`copy ${what} to stdout`))
  let part: WrittenPart | undefined
  await pipeline(rows, createGzip({ level: 6 }), async (packed: AsyncIterable<Buffer>) => {
    part = await file.writePart(packed)
  })
  return { schema: table.schema, name: table.name, columns: [...table.columns], rows: rows.rowCount, ...part! }
}

/**
 * Returns the ids of the keys that sealed what is in the database: the first four bytes of every sealed value. A
 * database of an earlier version lacks the columns that came later.
 */
export async function readKeyIds(client: PoolClient, tables: readonly StoredTable[]): Promise<string[]> {
  const ids = sealedColumns
    .filter(({ table, column }) =>
      tables.some(({ schema, name, columns }) => schema === 'public' && name === table && columns.includes(column)),
    )
    .map(
      ({ table, column }) =>
        `select encode(substring(${column} from 1 for 4), 'hex') as id from public.${table}
         where ${column} is not null`,
    )
  if (ids.length === 0) return []
  const { rows } = await client.query<{ id: string }>(`${ids.join(' union ')} order by id`)
  return rows.map(({ id }) => id)
}

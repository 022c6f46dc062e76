// The record of an import: what it read, added, left unchanged, replaced and refused, while it runs and afterwards.
import type { ImportRun, RefusedLine } from '@clubfolio/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { MarketTables } from '../../../db/tables/market-tables.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/id.ts'
import { plainLine } from '../../../kernel/plain-line.ts'
import type { ImportCounts } from './import-context.ts'

const mostMessageLetters = 1_000

export async function openRun(
  db: Db,
  clock: Clock,
  file: { name: string; byteCount: number; startedBy: string | null },
): Promise<string> {
  const id = newId(clock)
  await db
    .insertInto('market_import_run')
    .values({
      id,
      file_name: file.name,
      kind: null,
      status: 'RUNNING',
      started_by: file.startedBy,
      started_at: new Date(clock.nowMs()),
      ended_at: null,
      byte_count: BigInt(file.byteCount),
      message: null,
    })
    .execute()
  return id
}

export async function noteProgress(db: Db, runId: string, bytesRead: number, counts: ImportCounts): Promise<void> {
  await db
    .updateTable('market_import_run')
    .set({
      bytes_read: BigInt(bytesRead),
      rows_read: BigInt(counts.rowsRead),
      rows_refused: BigInt(counts.rowsRefused),
    })
    .where('id', '=', runId)
    .execute()
}

export interface RunEnd {
  readonly status: 'DONE' | 'FAILED' | 'CANCELLED'
  readonly kind: string | null
  readonly bytesRead: number
  readonly counts: ImportCounts
  readonly refused: readonly RefusedLine[]
  readonly message: string
}

/**
 * Writes the end of a running import, with its refused lines; returns false when it has already ended. A successful end
 * is written in the transaction that stores the file, so that the record always matches what is stored, whatever
 * happens afterwards.
 */
export async function writeRunEnd(trx: Db, clock: Clock, runId: string, end: RunEnd): Promise<boolean> {
  const { counts } = end
  const ended = await trx
    .updateTable('market_import_run')
    .set({
      status: end.status,
      kind: end.kind,
      ended_at: new Date(clock.nowMs()),
      message: storableLine(end.message),
      bytes_read: BigInt(end.bytesRead),
      rows_read: BigInt(counts.rowsRead),
      rows_added: BigInt(counts.rowsAdded),
      rows_unchanged: BigInt(counts.rowsUnchanged),
      rows_replaced: BigInt(counts.rowsReplaced),
      rows_refused: BigInt(counts.rowsRefused),
      instruments_added: BigInt(counts.instrumentsAdded),
    })
    .where('id', '=', runId)
    .where('status', '=', 'RUNNING')
    .returning('id')
    .execute()
  if (ended.length === 0) return false
  for (let start = 0; start < end.refused.length; start += 5000) {
    const rows = end.refused.slice(start, start + 5000).map((row, index) => ({
      run_id: runId,
      position: start + index,
      line: BigInt(row.line),
      reason: row.reason,
      content: row.content,
    }))
    await trx.insertInto('market_import_refusal').values(rows).execute()
  }
  return true
}

/** Makes a message storable, as it may quote the file. */
const storableLine = (message: string): string => plainLine(message, mostMessageLetters)

export async function findRun(db: Db, runId: string): Promise<ImportRun> {
  return toImportRun(
    await db.selectFrom('market_import_run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow(),
  )
}

/** Returns the latest 50 runs, newest first. */
export async function findRuns(db: Db): Promise<ImportRun[]> {
  return (
    await db
      .selectFrom('market_import_run')
      .selectAll()
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .execute()
  ).map(toImportRun)
}

function toImportRun(row: Selectable<MarketTables['market_import_run']>): ImportRun {
  return {
    id: row.id,
    fileName: row.file_name,
    kind: row.kind,
    status: row.status,
    message: row.message,
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    byteCount: Number(row.byte_count),
    bytesRead: Number(row.bytes_read),
    rowsRead: Number(row.rows_read),
    rowsAdded: Number(row.rows_added),
    rowsUnchanged: Number(row.rows_unchanged),
    rowsReplaced: Number(row.rows_replaced),
    rowsRefused: Number(row.rows_refused),
    instrumentsAdded: Number(row.instruments_added),
  }
}

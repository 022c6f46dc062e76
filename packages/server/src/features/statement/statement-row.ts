// A statement as its owner sees it, from its row and the task that works on it.
import type { AccountStatement, StatementState } from '@clubfolio/contract'
import { Refusal } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { formatNames } from './format-names.ts'

function selectStatements(db: Db | Trx) {
  return db
    .selectFrom('account_statement as s')
    .leftJoin('task as t', (join) => join.onRef('t.id', '=', 's.task_id').on('t.status', '=', 'RUNNING'))
    .leftJoin('app_user as u', 'u.id', 's.undone_by')
    .select([
      's.id',
      's.account_id',
      's.state',
      's.file_name',
      's.format',
      's.reason',
      's.needs_date_order',
      's.uploaded_at',
      's.expires_at',
      's.imported_at',
      's.undone_at',
      's.first_day',
      's.last_day',
      's.line_count',
      's.fates',
      's.outcomes',
      's.file_path',
      's.sample',
      's.head_signature',
      's.date_order',
      's.checksum',
      's.preview_version',
      't.position as task_position',
      't.total as task_total',
      'u.first_name as undone_first_name',
      'u.last_name as undone_last_name',
    ])
}

export type StatementRecord = Awaited<ReturnType<ReturnType<typeof selectStatements>['executeTakeFirstOrThrow']>>

/** Newest first. */
export async function findStatementRecords(db: Db | Trx, accountId: string): Promise<StatementRecord[]> {
  return selectStatements(db)
    .where('s.account_id', '=', accountId)
    .orderBy('s.uploaded_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(500)
    .execute()
}

/** The caller has checked whose account it is. Throws `notFound`. */
export async function findStatementRecord(
  db: Db | Trx,
  accountId: string,
  statementId: string,
): Promise<StatementRecord> {
  const row = await selectStatements(db)
    .where('s.account_id', '=', accountId)
    .where('s.id', '=', statementId)
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return row
}

const isWorking = ({ task_position: position }: StatementRecord): boolean => position !== null

export function stateOf(row: StatementRecord): StatementState {
  if (row.state === 'PREPARED' && isWorking(row)) return 'IMPORTING'
  return row.state
}

export function toStatement(row: StatementRecord): AccountStatement {
  const state = stateOf(row)
  const isUnderWay = state === 'READING' || state === 'IMPORTING'
  return {
    id: row.id,
    fileName: row.file_name,
    state,
    percent: isUnderWay ? percentOf(row) : 100,
    format: row.format === null ? null : formatNames[row.format],
    reason: row.reason,
    needsDateOrder: row.needs_date_order,
    uploadedAt: row.uploaded_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    importedAt: row.imported_at?.getTime() ?? null,
    undoneAt: row.undone_at?.getTime() ?? null,
    undoneBy: row.undone_first_name === null ? null : `${row.undone_first_name} ${row.undone_last_name ?? ''}`.trim(),
    firstDay: row.first_day,
    lastDay: row.last_day,
    lines: row.line_count,
    fates: row.fates,
    outcomes: row.outcomes,
  }
}

const percentOf = ({ task_position: position, task_total: total }: StatementRecord): number =>
  position === null || total === null || total === 0 ? 0 : Math.floor((position / total) * 10_000) / 100

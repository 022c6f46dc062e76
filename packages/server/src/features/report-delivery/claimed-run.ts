// A run claimed by a worker. The claim expires when the worker dies; every write of the worker is conditional on its
// claim, so that a worker that lost it, or whose run was cancelled, changes nothing any more.
import { sql } from 'kysely'
import type { ReportFormat, ReportRun, ReportRunState } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { StoredRequest } from '../../db/tables/report-tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { isBackingOff } from '../job/run-rows.ts'
import { TaskCancelled } from '../task/write-task.ts'

/** The task message of a cancelled run. */
export const cancelledWords = 'Nothing was written or mailed.'

/** Renewed while the run is processed; a worker that is silent for longer counts as dead. */
const claimMs = 2 * 60_000

export interface ClaimedRun {
  readonly id: string
  readonly owner_id: string
  readonly kind: ReportRun['kind']
  readonly schedule_id: string | null
  readonly report: string
  readonly name: string
  readonly request: StoredRequest
  readonly formats: readonly ReportFormat[]
  readonly comment: string
  readonly attempts: number
  readonly requested_at: Date
}

/** Claims the next run that is waiting or whose worker is lost. Two workers never claim the same one. */
export async function claimRun(db: Db, clock: Clock, id?: string): Promise<ClaimedRun | undefined> {
  const now = new Date(clock.nowMs())
  const claimed = await sql<ClaimedRun>`
    update report_run set state = 'RUNNING', attempts = attempts + 1, next_at = ${new Date(now.getTime() + claimMs)}
    where id = (
      select id from report_run
      where state in ('WAITING', 'RUNNING') and next_at <= ${now} and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
        and not ${isBackingOff('make-report', sql`report_run.id::text`, clock)}
      order by next_at, id limit 1
      for update skip locked
    )
    returning id, owner_id, kind, schedule_id, report, name, request, formats, comment, attempts, requested_at
  `.execute(db)
  return claimed.rows[0]
}

export interface RunChange {
  readonly state?: ReportRunState
  readonly reason?: string | null
  readonly next_at?: Date
  readonly row_count?: number
  readonly percent?: number
  readonly ended_at?: Date
}

/** Writes under the claim; returns false when the run is no longer ours. */
export async function changeRun(
  db: Db | Trx,
  { id, attempts }: Pick<ClaimedRun, 'id' | 'attempts'>,
  change: RunChange,
): Promise<boolean> {
  const changed = await db
    .updateTable('report_run')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'RUNNING')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Like `changeRun`; throws TaskCancelled, in words for the owner, when the run is no longer ours. */
export async function changeOwnRun(
  db: Db | Trx,
  run: Pick<ClaimedRun, 'id' | 'attempts'>,
  change: RunChange,
): Promise<void> {
  if (await changeRun(db, run, change)) return
  const found = await db.selectFrom('report_run').select('state').where('id', '=', run.id).executeTakeFirst()
  throw new TaskCancelled(
    found?.state === 'CANCELLED'
      ? cancelledWords
      : 'Another process took the report over. Nothing of this try was kept.',
  )
}

/** Renews the claim. Throws as `changeOwnRun` does. */
export const keepClaim = (db: Db, clock: Clock, run: Pick<ClaimedRun, 'id' | 'attempts'>): Promise<void> =>
  changeOwnRun(db, run, { next_at: new Date(clock.nowMs() + claimMs) })

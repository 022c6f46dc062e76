// A run claimed by a worker. The claim expires when the worker dies; every write of the worker is conditional on its
// claim, so that a worker that lost it, or whose run was cancelled, changes nothing any more.
import { sql, type Selectable } from 'kysely'
import type { ReportRunState } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { createLease, type LeaseParts } from '../../kernel/lease.ts'
import { isBackingOff } from '../job/run-rows.ts'
import { TaskCancelled } from '../task/write-task.ts'

/** The task message of a cancelled run. */
export const cancelledRunText = 'Nothing was written or mailed.'

/** Renewed while the run is processed; a worker that is silent for longer counts as dead. */
const lease = createLease({
  table: 'report_run',
  key: ['id'],
  owner: { by: 'COUNT', column: 'attempts' },
  until: 'next_at',
  isClearedOnRelease: false,
  leaseMs: 2 * 60_000,
  held: sql<boolean>`state = 'RUNNING'`,
})

export type ClaimedRun = Readonly<Selectable<Tables['report_run']>>

/** Claims the next run that is waiting or whose worker is lost. Two workers never claim the same one. */
export async function claimRun(parts: LeaseParts, id?: string): Promise<ClaimedRun | undefined> {
  const isThis = id === undefined ? sql<boolean>`true` : sql<boolean>`id = ${id}`
  const isResting = isBackingOff('make-report', sql`report_run.id::text`, parts.clock)
  const [run] = await lease.claim(parts, {
    due: sql<boolean>`state in ('WAITING', 'RUNNING') and ${isThis} and not ${isResting}`,
    orderBy: sql`next_at, id`,
    limit: 1,
    set: { state: 'RUNNING' },
  })
  return run
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
export const changeRun = (db: Db, run: Pick<ClaimedRun, 'id' | 'attempts'>, change: RunChange): Promise<boolean> =>
  lease.change(db, run, { ...change })

/** Like `changeRun`; throws TaskCancelled, in words for the owner, when the run is no longer ours. */
export async function changeOwnRun(db: Db, run: Pick<ClaimedRun, 'id' | 'attempts'>, change: RunChange): Promise<void> {
  if (!(await changeRun(db, run, change))) throw await lostRun(db, run)
}

/** Renews the claim. Throws as `changeOwnRun` does. */
export async function keepClaim(parts: LeaseParts, run: Pick<ClaimedRun, 'id' | 'attempts'>): Promise<void> {
  if (!(await lease.renew(parts, run))) throw await lostRun(parts.db, run)
}

/** Releases the claim of a run that is not done: the next worker starts it again. */
export const returnRun = (parts: LeaseParts, run: ClaimedRun): Promise<boolean> =>
  lease.release(parts, run, { state: 'WAITING' })

async function lostRun(db: Db, { id }: Pick<ClaimedRun, 'id'>): Promise<TaskCancelled> {
  const found = await db.selectFrom('report_run').select('state').where('id', '=', id).executeTakeFirst()
  return new TaskCancelled(
    found?.state === 'CANCELLED'
      ? cancelledRunText
      : 'Another process took the report over. Nothing of this try was kept.',
  )
}

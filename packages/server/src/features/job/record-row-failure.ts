// Records that a job failed on a row: when it is retried, and after the last consecutive try that the job gives up on
// it. Giving up is reported once, in the same transaction: to the owner by the row's name, to the administrators by its
// id and the fault id, which is in the log.
import { sql } from 'kysely'
import { newId } from '../../kernel/id.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Clock } from '../../kernel/clock.ts'
import { recordNotification } from '../notification/record-notification.ts'
import type { JobRow, JobServices } from './job-row.ts'
import { notifyAdministrators } from './notify-administrators.ts'
import { rowJobs, type RowJob, type RowJobName } from './row-jobs.ts'

/** The backoff doubles but never exceeds this. */
const longestWaitMs = 24 * 60 * 60_000

/**
 * Returns the wait until the next try: doubled after each failure, and the job's resting interval once the job has
 * given up on the row.
 */
export function waitAfterFailures({ firstWaitMs, tries, restMs }: RowJob, failures: number): number {
  return failures >= tries ? restMs : Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs)
}

/** `await recordRowFailure(services, 'read-account', { id, ownerId, name: 'Account •••• 4821' }, error)` */
export async function recordRowFailure(
  { db, clock, log }: JobServices,
  job: RowJobName,
  row: JobRow,
  error: unknown,
): Promise<void> {
  const faultId = newId(clock)
  log.error({ err: error, job, rowId: row.id, faultId }, 'a job failed at a row')
  const now = new Date(clock.nowMs())
  const { tries } = rowJobs[job]
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ failures: number; given_up_at: Date | null; first_failed_at: Date }>`
      insert into job_failure as f (job, row_id, failures, first_failed_at, last_failed_at, next_at, fault_id)
      values (${job}, ${row.id}, 1, ${now}, ${now}, ${now}, ${faultId}::uuid)
      on conflict (job, row_id) do update set failures = f.failures + 1, last_failed_at = excluded.last_failed_at,
        fault_id = excluded.fault_id
      returning failures, given_up_at, first_failed_at`.execute(trx)
    const { failures, given_up_at: givenUpAt, first_failed_at: firstFailedAt } = rows[0]!
    const isEnd = failures >= tries && givenUpAt === null
    await trx
      .updateTable('job_failure')
      .set({
        next_at: new Date(now.getTime() + waitAfterFailures(rowJobs[job], failures)),
        ...(isEnd ? { given_up_at: now } : {}),
      })
      .where('job', '=', job)
      .where('row_id', '=', row.id)
      .execute()
    if (isEnd) await notifyGivenUp(trx, clock, job, { row, faultId, occasion: firstFailedAt.toISOString() })
  })
}

interface GivenUp {
  readonly row: JobRow
  readonly faultId: string
  /** Distinguishes one series of failures of a row from the next. */
  readonly occasion: string
}

async function notifyGivenUp(
  trx: Trx,
  clock: Clock,
  job: RowJobName,
  { row, faultId, occasion }: GivenUp,
): Promise<void> {
  const { tries, restMs } = rowJobs[job]
  const key = `job ${job} ${row.id} ${occasion}`
  const interval = restMs >= longestWaitMs ? 'once a day' : `once every ${Math.round(restMs / 60_000)} minutes`
  const again = `It is tried again ${interval}`
  if (row.ownerId !== undefined && row.ownerId !== null) {
    const text =
      `${row.name ?? `A ${rowJobs[job].row} of yours`}: ${rowJobs[job].does} failed ${tries} times in a row, ` +
      `because something went wrong on our side. ${again}. The administrators know; the fault has the number ` +
      `${faultId}.`
    await recordNotification(trx, clock, {
      userId: row.ownerId,
      kind: 'JOB_FAILED',
      key,
      title: 'Something of yours could not be done',
      text,
      isOnScreenOnly: aboutMessages.has(job),
    })
  }
  await tellAdministrators(trx, clock, job, {
    rowId: row.id,
    key: `${key} administrator`,
    faultId,
    ending: `failed ${tries} times in a row. ${again}.`,
  })
}

interface AdministratorNotice {
  readonly rowId: string
  /** The occasion; each is reported once. */
  readonly key: string
  readonly faultId: string
  /** "failed 8 times in a row." */
  readonly ending: string
}

/** Notifies the administrators. They get only the row's id: its name belongs to its owner. */
async function tellAdministrators(
  trx: Trx,
  clock: Clock,
  job: RowJobName,
  { rowId, key, faultId, ending }: AdministratorNotice,
): Promise<void> {
  const { does, row } = rowJobs[job]
  const text = `The job of ${does} gave up on ${row} ${rowId}: it ${ending} The log has the fault under ${faultId}.`
  await notifyAdministrators(trx, clock, {
    key,
    title: `A job gave up on one ${row}`,
    text,
    isOnScreenOnly: aboutMessages.has(job),
  })
}

/** A mail about mails that cannot be sent could not be sent either. */
const aboutMessages: ReadonlySet<RowJobName> = new Set(['plan-messages', 'send-message'])

/**
 * Records that a row reached its final state because of an error of ours. The code that ended it has notified the
 * owner; this notifies the administrators.
 * `await recordRowEnd(services, 'mail-statement', id, error)`
 */
export async function recordRowEnd(
  { db, clock, log }: JobServices,
  job: RowJobName,
  rowId: string,
  error: unknown,
): Promise<void> {
  const faultId = newId(clock)
  log.error({ err: error, job, rowId, faultId }, 'a job gave up on a row')
  await inTransaction(db, (trx) =>
    tellAdministrators(trx, clock, job, {
      rowId,
      key: `job ${job} ${rowId} ended`,
      faultId,
      ending: 'failed to its last try and is over.',
    }),
  )
}

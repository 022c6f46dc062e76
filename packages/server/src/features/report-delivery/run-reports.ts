// The report worker: takes waiting runs one after the other, writes their files in a thread, mails them, and records
// the outcome. With several workers, or one that dies, each run is still made once as far as a mail server allows.
import { Refusal } from '@clubfolio/contract'
import type { JobRow } from '../job/job-row.ts'
import { recordRowEnd } from '../job/record-row-failure.ts'
import { runRows } from '../job/run-rows.ts'
import type { Db } from '../../db/connect.ts'
import { renewEvery } from '../../kernel/lease.ts'
import { hasRequiredFactor } from '../../kernel/strong-factor.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { PooledServices } from '../../services.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { isWithheld } from '../report/resolve-report.ts'
import { isActiveUser, readUserKeys } from '../rights/read-keys.ts'
import { TaskCancelled } from '../task/write-task.ts'
import { changeRun, claimRun, keepClaim, returnRun, type ClaimedRun } from './claimed-run.ts'
import { mailRun } from './mail-run.ts'
import { findScheduleName } from './schedule-name.ts'
import { RendererStopped } from '../../kernel/renderer-stopped.ts'
import { writeRunFiles } from './write-run-files.ts'

/** Interval at which a running worker renews its claim and checks whether the run is still wanted. */
const beatMs = 500
/** Attempts after a fault of ours; a mail server is retried more often, see `mail-run.ts`. */
const mostAttempts = 4
const againMs = 60_000
/** More than the attempts of mails and of faults together need. */
const mostBegun = 12

const tooWeak =
  'A group of its owner requires a passkey or an authenticator app, and it was saved without one, so it did not run. ' +
  'Sign in with one and save the schedule again.'

/** Runs everything that is waiting and due; returns how many runs it took. */
export async function runWaitingReports(services: PooledServices): Promise<number> {
  for (let count = 0; ; count++) {
    const run = await claimRun(services)
    if (!run) return count
    const [goesOn = true] = await runRows(services, 'make-report', [run], {
      describe: runRow,
      work: (one) => perform(services, one),
    })
    if (!goesOn) return count
  }
}

/** Runs this one if it is still waiting. */
export async function runReport(services: PooledServices, id: string): Promise<void> {
  const run = await claimRun(services, id)
  if (run) await runRows(services, 'make-report', [run], { describe: runRow, work: (one) => perform(services, one) })
}

const runRow = ({ id, owner_id: ownerId, name }: ClaimedRun): JobRow => ({ id, ownerId, name: `The report ${name}` })

/** Returns false when the server is stopping and no more runs should be taken. */
async function perform(services: PooledServices, run: ClaimedRun): Promise<boolean> {
  const { log } = services
  const wanted = new AbortController()
  const endRenewal = renewEvery(
    beatMs,
    () => keepClaim(services, run),
    (error) => {
      if (error instanceof TaskCancelled) wanted.abort(error)
      else log.warn({ err: error }, 'the claim of a report could not be renewed')
    },
  )
  try {
    await deliver(services, run, wanted.signal)
    return true
  } catch (error) {
    if (error instanceof TaskCancelled || wanted.signal.aborted) return true
    if (error instanceof RendererStopped) {
      await returnRun(services, run)
      return false
    }
    await endWithFault(services, run, error)
    return true
  } finally {
    endRenewal()
  }
}

async function deliver(services: PooledServices, run: ClaimedRun, signal: AbortSignal): Promise<void> {
  const { db } = services
  // Each attempt recorded its start. A run that never reached its end took the process down with it.
  if (run.attempts > mostBegun) throw new Error('the report was begun again and again and never ended')
  const permissions = await readUserKeys(db, run.owner_id)
  if (!(await isActiveUser(db, run.owner_id)))
    return endRun(services, run, 'SKIPPED', 'Its owner is disabled, so it did not run.')
  if (!permissions.includes('VR'))
    return endRun(services, run, 'SKIPPED', 'Its owner may no longer see reports (VR), so it did not run.')
  const owner = { userId: run.owner_id, permissions }
  if (await isWithheld(services, owner, run.report))
    return endRun(services, run, 'SKIPPED', 'Its owner may no longer see this report, so it did not run.')
  if (run.schedule_id !== null && !(await isSavedStrongly(db, run.schedule_id)))
    return endRun(services, run, 'SKIPPED', tooWeak)
  const rowCount = await writeRunFiles(services, run, owner, signal)
  const failed = await mailRun(services, run, rowCount, signal)
  if (failed === 'LATER') return
  if (failed.length > 0) return endRun(services, run, 'FAILED', failed.join(' '))
  await endRun(services, run, 'DONE', null)
}

/**
 * Returns whether the session that saved the schedule was as strong as the groups of its owner require now: a schedule
 * mails on after that session.
 */
async function isSavedStrongly(db: Db, scheduleId: string): Promise<boolean> {
  const schedule = await db
    .selectFrom('report_schedule as s')
    .select(hasRequiredFactor('s.factor', 's.owner_id').as('is_strong_enough'))
    .where('s.id', '=', scheduleId)
    .executeTakeFirst()
  // Null without a factor, which counts as too weak.
  return schedule?.is_strong_enough === true
}

/** A refusal ends the run; a fault of ours is retried a few times. */
async function endWithFault(services: PooledServices, run: ClaimedRun, error: unknown): Promise<void> {
  if (error instanceof Refusal) return endRun(services, run, 'FAILED', describe(error))
  if (run.attempts < mostAttempts) services.log.error({ err: error, runId: run.id }, 'a report could not be made')
  else await recordRowEnd(services, 'make-report', run.id, error)
  if (run.attempts >= mostAttempts)
    return endRun(services, run, 'FAILED', 'The report could not be made, because something went wrong on our side.')
  await changeRun(services.db, run, {
    state: 'WAITING',
    reason: 'Something went wrong on our side; it is tried again.',
    next_at: new Date(services.clock.nowMs() + againMs * 2 ** (run.attempts - 1)),
  })
}

const describe = (refusal: Refusal): string =>
  refusal.refusal === 'reportFilters' || refusal.refusal === 'reportFilterUnknown'
    ? `${refusal.message} What was chosen no longer exists.`
    : refusal.refusal === 'notFound'
      ? 'This report no longer exists.'
      : refusal.message

async function endRun(
  { db, clock }: PooledServices,
  run: ClaimedRun,
  state: 'DONE' | 'FAILED' | 'SKIPPED',
  reason: string | null,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (
      !(await changeRun(trx, run, {
        state,
        reason,
        ended_at: new Date(clock.nowMs()),
        ...(state === 'DONE' ? { percent: 100 } : {}),
      })) ||
      state === 'DONE'
    )
      return
    // The owner is notified of each failure, but of a lost right only once.
    const key =
      state === 'SKIPPED' && run.schedule_id
        ? `report schedule ${run.schedule_id} skipped ${reason}`
        : `report run ${run.id} ${state}`
    const title =
      run.kind === 'SCHEDULE'
        ? 'Scheduled report failed'
        : run.kind === 'MAIL'
          ? 'Report not mailed'
          : 'Report not prepared'
    await recordNotification(trx, clock, {
      userId: run.owner_id,
      kind: 'REPORT_FAILED',
      key,
      title,
      text: `${(await findScheduleName(trx, run)) ?? run.name}: ${reason}`,
      link: '/static-report',
    })
  })
}

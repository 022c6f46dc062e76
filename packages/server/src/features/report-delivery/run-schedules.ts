// Queues the runs of due schedules, each independently. The row is locked while it is examined and its next time is
// written together with the run, and a schedule has at most one run per time, so two workers create one. After downtime
// a schedule runs once, not once for each missed time. A schedule whose run cannot be queued waits for its next time
// and is paused after three consecutive failures.
import { Refusal } from '@clubfolio/contract'
import { lastOccurrence, newYorkDateAt, nextOccurrence, type EpochMs, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recordRowEnd } from '../job/record-row-failure.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { checkRunCount, countMails, orderRun, type NewRun } from './order-run.ts'
import { movePeriods } from './schedule-period.ts'
import { recurrenceOf, requireSchedule, type ScheduleRow } from './schedules.ts'

const atATime = 20
const mostFailures = 3
const ourFault = 'The report could not be started, because something went wrong on our side.'

type ScheduleServices = Pick<Services, 'db' | 'clock' | 'log'>
type Outcome = 'ordered' | 'not ordered' | 'taken elsewhere'

/** Returns how many runs were queued. */
export async function orderDueRuns(services: ScheduleServices): Promise<number> {
  const nowMs = services.clock.nowMs()
  let ordered = 0
  for (;;) {
    const due = await services.db
      .selectFrom('report_schedule')
      .select(['id', 'owner_id', 'name'])
      .where('is_paused', '=', false)
      .where('next_at', '<=', new Date(nowMs))
      .where((eb) => eb.not(isBackingOff('order-scheduled-report', sql`report_schedule.id::text`, services.clock)))
      .orderBy('next_at')
      .limit(atATime)
      .execute()
    let taken = 0
    const outcomes = await runRows(services, 'order-scheduled-report', due, {
      describe: ({ id, owner_id: ownerId, name }) => ({ id, ownerId, name: `The schedule ${name}` }),
      work: ({ id }) => takeTurn(services, id, nowMs),
    })
    // A schedule that failed entirely is not retried for a while, and is on no later page.
    taken += due.length - outcomes.length + outcomes.filter((outcome) => outcome !== 'taken elsewhere').length
    ordered += outcomes.filter((outcome) => outcome === 'ordered').length
    // If another worker holds every row of the page, it does their work.
    if (due.length < atATime || taken === 0) return ordered
  }
}

async function takeTurn(services: ScheduleServices, id: string, nowMs: EpochMs): Promise<Outcome> {
  const order: DueWork = (trx, schedule, dueMs) => orderScheduleRun(trx, services, schedule, dueMs)
  let fault: unknown
  let isPaused = false
  const fail: DueWork = async (trx, schedule, dueMs) => {
    isPaused = await recordFailure(trx, services, schedule, dueMs)
    return undefined
  }
  try {
    return await inDueRow(services, id, nowMs, order)
  } catch (error) {
    services.log.error({ err: error, scheduleId: id }, 'a schedule could not order its report')
    fault = error
  }
  // If not even the failure can be recorded, the schedule is deferred like every row that a job fails on.
  const outcome = await inDueRow(services, id, nowMs, fail)
  if (isPaused) await recordRowEnd(services, 'order-scheduled-report', id, fault)
  return outcome
}

type DueWork = (trx: Trx, schedule: ScheduleRow, dueMs: EpochMs) => Promise<string | undefined>

/** The schedule's next time is written together with what `work` does, so that a time is over whatever the outcome. */
function inDueRow({ db }: ScheduleServices, id: string, nowMs: EpochMs, work: DueWork): Promise<Outcome> {
  return inTransaction(db, async (trx) => {
    const schedule = await trx
      .selectFrom('report_schedule')
      .selectAll()
      .where('id', '=', id)
      .where('is_paused', '=', false)
      .where('next_at', '<=', new Date(nowMs))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!schedule) return 'taken elsewhere'
    const recurrence = recurrenceOf(schedule)
    const next = new Date(nextOccurrence(recurrence, nowMs))
    await trx.updateTable('report_schedule').set({ next_at: next }).where('id', '=', id).execute()
    const dueMs = lastOccurrence(recurrence, toEpochMs(schedule.next_at.getTime()), nowMs)
    return (await work(trx, schedule, dueMs)) === undefined ? 'not ordered' : 'ordered'
  })
}

/**
 * Records a run that failed before it started in the schedule's history and notifies its owner. The third failure in a
 * row pauses the schedule; returns true then.
 */
async function recordFailure(
  trx: Trx,
  { clock }: ScheduleServices,
  schedule: ScheduleRow,
  dueMs: EpochMs,
): Promise<boolean> {
  const runId = await orderRun(trx, clock, { ...runOf(schedule, dueMs), request: schedule.request, recipients: [] })
  if (runId === undefined) return false
  const failed = { state: 'FAILED', reason: ourFault, ended_at: new Date(clock.nowMs()) } as const
  await trx.updateTable('report_run').set(failed).where('id', '=', runId).execute()
  const lately = await trx
    .selectFrom('report_run')
    .select('reason')
    .where('schedule_id', '=', schedule.id)
    .orderBy('due_at', 'desc')
    .limit(mostFailures)
    .execute()
  const isPaused = lately.length === mostFailures && lately.every(({ reason }) => reason === ourFault)
  if (isPaused)
    await trx.updateTable('report_schedule').set({ is_paused: true }).where('id', '=', schedule.id).execute()
  const ending = isPaused ? ' It failed three times in a row and is now paused. Check its filters, then resume it.' : ''
  await recordNotification(trx, clock, {
    userId: schedule.owner_id,
    kind: 'REPORT_FAILED',
    key: `report run ${runId} FAILED`,
    title: 'Scheduled report failed',
    text: `${schedule.name}: ${ourFault}${ending}`,
    link: '/static-report',
  })
  return isPaused
}

/** Runs the schedule once now, at the owner's request; its mails count towards the owner's limit. */
export async function runScheduleNow(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  ownerId: string,
  id: string,
): Promise<string> {
  const schedule = await requireSchedule(trx, ownerId, id)
  await checkRunCount(trx, ownerId)
  await countMails(trx, clock, ownerId, schedule.recipients.length)
  const runId = await orderScheduleRun(trx, { clock }, schedule, clock.nowMs())
  if (runId === undefined) throw new Refusal('requestInFlight')
  return runId
}

const orderScheduleRun = (
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  schedule: ScheduleRow,
  dueMs: EpochMs,
): Promise<string | undefined> => {
  const filter = movePeriods(schedule.request.filter, schedule.period, newYorkDateAt(dueMs))
  return orderRun(trx, clock, { ...runOf(schedule, dueMs), request: { ...schedule.request, filter } })
}

const runOf = (schedule: ScheduleRow, dueMs: EpochMs): Omit<NewRun, 'request'> => ({
  ownerId: schedule.owner_id,
  kind: 'SCHEDULE',
  schedule: { id: schedule.id, dueAt: new Date(dueMs) },
  report: schedule.report,
  name: schedule.report_name,
  formats: schedule.formats,
  recipients: schedule.recipients,
  comment: schedule.comment,
})

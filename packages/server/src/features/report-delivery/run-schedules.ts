// Orders the runs of schedules whose time has come. The row is locked while it is looked at and its next time written with the run, and a
// time of a schedule has one run at most, so two workers make one. After a time without a server a schedule runs once, not once for each time.
import { Refusal } from '@clubfolio/contract'
import { lastOccurrence, newYorkDateAt, nextOccurrence, type EpochMs } from '@clubfolio/domain'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { checkRunCount, countMails, orderRun } from './order-run.ts'
import { movePeriods } from './schedule-period.ts'
import { recurrenceOf, requireSchedule, type ScheduleRow } from './schedules.ts'

const atATime = 20

/** Answers how many runs were ordered. */
export async function orderDueRuns({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const nowMs = clock.nowMs() as EpochMs
  let ordered = 0
  for (;;) {
    const taken = await inTransaction(db, async (trx) => {
      const due = await trx
        .selectFrom('report_schedule')
        .selectAll()
        .where('is_paused', '=', false)
        .where('next_at', '<=', new Date(nowMs))
        .orderBy('next_at')
        .limit(atATime)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const schedule of due) {
        const recurrence = recurrenceOf(schedule)
        const dueMs = lastOccurrence(recurrence, schedule.next_at.getTime() as EpochMs, nowMs)
        if (await orderScheduleRun(trx, { clock }, schedule, dueMs)) ordered++
        await trx.updateTable('report_schedule').set({ next_at: new Date(nextOccurrence(recurrence, nowMs)) }).where('id', '=', schedule.id).execute()
      }
      return due.length
    })
    if (taken < atATime) return ordered
  }
}

/** Once now, at the owner's wish; its mails count like his others. */
export async function runScheduleNow({ clock }: Pick<Services, 'clock'>, trx: Trx, ownerId: string, id: string): Promise<string> {
  const schedule = await requireSchedule(trx, ownerId, id)
  await checkRunCount(trx, ownerId)
  await countMails(trx, clock, ownerId, schedule.recipients.length)
  const runId = await orderScheduleRun(trx, { clock }, schedule, clock.nowMs() as EpochMs)
  if (runId === undefined) throw new Refusal('requestInFlight')
  return runId
}

const orderScheduleRun = (trx: Trx, { clock }: Pick<Services, 'clock'>, schedule: ScheduleRow, dueMs: EpochMs): Promise<string | undefined> =>
  orderRun(trx, clock, {
    ownerId: schedule.owner_id, kind: 'SCHEDULE', schedule: { id: schedule.id, dueAt: new Date(dueMs) }, report: schedule.report,
    name: schedule.report_name,
    request: { ...schedule.request, filter: movePeriods(schedule.request.filter, schedule.period, newYorkDateAt(dueMs)) },
    formats: schedule.formats, recipients: schedule.recipients, comment: schedule.comment,
  })

// Schedules of reports for tests, written without the call that saves them, which needs an account and its filters.
import { inTransaction } from '../kernel/transaction.ts'
import { newId } from '../kernel/id.ts'
import { orderRun } from '../features/report-delivery/order-run.ts'
import type { TestGround } from './test-app.ts'

/** Gives a user a daily schedule, with a run that waits. */
export async function giveSchedule(
  { services: { db, clock } }: TestGround,
  ownerId: string,
): Promise<{ readonly schedule: string }> {
  const id = newId(clock)
  const now = new Date(clock.nowMs())
  const request = { filter: [], column: null, orderBy: null, direction: null }
  await db
    .insertInto('report_schedule')
    .values({
      id,
      owner_id: ownerId,
      name: 'Morning',
      report: 'transactions',
      report_name: 'Transactions',
      request: JSON.stringify(request),
      frequency: 'DAILY',
      weekday: null,
      month_day: null,
      hour: 8,
      period: 'AS_CHOSEN',
      formats: ['csv'],
      recipients: ['desk@club.example'],
      comment: '',
      is_paused: false,
      next_at: now,
      created_at: now,
    })
    .execute()
  await inTransaction(db, (trx) =>
    orderRun(trx, clock, {
      ownerId,
      kind: 'SCHEDULE',
      schedule: { id, dueAt: now },
      report: 'transactions',
      name: 'Transactions',
      request,
      formats: ['csv'],
      recipients: ['desk@club.example'],
      comment: '',
    }),
  )
  return { schedule: id }
}

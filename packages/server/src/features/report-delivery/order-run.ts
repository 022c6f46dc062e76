// Records a requested report: its request, file formats and recipients. The worker takes it from there.
import { type ReportFormat, type ReportRun, Refusal, reportMailsPerHour, reportRunLimit } from '@clubfolio/contract'
import type { StoredRequest } from '../../db/tables/report-tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { countWithin } from '../../kernel/rate-counter.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { FileRequest } from './download-report.ts'

const hourMs = 3_600_000

export interface NewRun {
  readonly ownerId: string
  readonly kind: ReportRun['kind']
  readonly schedule?: { readonly id: string; readonly dueAt: Date }
  readonly report: string
  /** The report's display name. */
  readonly name: string
  readonly request: StoredRequest
  readonly formats: readonly ReportFormat[]
  readonly recipients: readonly string[]
  readonly comment: string
}

export const storedRequest = ({ filter, column, orderBy, direction }: FileRequest): StoredRequest => ({
  filter,
  column: column ?? null,
  orderBy: orderBy ?? null,
  direction: direction ?? null,
})

/** Returns the run's id, or undefined when its schedule already has a run for this time. */
export async function orderRun(
  trx: Trx,
  clock: Clock,
  { ownerId, kind, schedule, report, name, request, formats, recipients, comment }: NewRun,
): Promise<string | undefined> {
  const now = new Date(clock.nowMs())
  const id = newId(clock)
  const written = await trx
    .insertInto('report_run')
    .values({
      id,
      owner_id: ownerId,
      kind,
      schedule_id: schedule?.id ?? null,
      due_at: schedule?.dueAt ?? null,
      report,
      name,
      request: JSON.stringify(request),
      formats: [...new Set(formats)],
      comment,
      state: 'WAITING',
      reason: null,
      next_at: now,
      row_count: null,
      percent: null,
      requested_at: now,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return undefined
  const addresses = [...new Set(recipients)]
  if (addresses.length > 0) {
    await trx
      .insertInto('report_mail')
      .values(
        addresses.map((recipient, position) => ({
          run_id: id,
          position,
          recipient,
          state: 'WAITING',
          reason: null,
          sent_at: null,
        })),
      )
      .execute()
  }
  return id
}

/**
 * Throws `reportMailLimit` when this many more addresses exceed the hourly limit. A refused request leaves the count
 * unchanged.
 */
export async function countMails(trx: Trx, clock: Clock, userId: string, addresses: number): Promise<void> {
  if (
    (await countWithin(trx, clock, { scope: `report mails ${userId}`, windowMs: hourMs, by: addresses })) >
    reportMailsPerHour
  )
    throw new Refusal('reportMailLimit', { limit: reportMailsPerHour })
}

/** Throws `reportRunsWaiting` when the owner has the maximum number of unfinished runs. */
export async function checkRunCount(trx: Trx, ownerId: string): Promise<void> {
  // The owner's row is locked, so that two concurrent calls cannot both take the last allowed place.
  await trx.selectFrom('app_user').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('report_run')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .where('kind', '!=', 'MAIL')
    .executeTakeFirstOrThrow()
  if (Number(count) >= reportRunLimit) throw new Refusal('reportRunsWaiting', { limit: reportRunLimit })
}

// Schedules as their owner manages them: created and changed, paused, deleted, listed.
import {
  describeCoverage,
  Refusal,
  reportScheduleLimit,
  type BodyOf,
  type ReportSchedule,
  type SessionFactor,
} from '@clubfolio/contract'
import { nextOccurrence, type Recurrence } from '@clubfolio/domain'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import type { ReportTables } from '../../db/tables/report-tables.ts'
import { noFieldLeft } from '../../db/to-columns.ts'
import { newId } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { isSameFilter } from '../report/choose-filters.ts'
import type { ReaderSession } from '../report/open-reader.ts'
import { checkReportRequest } from '../report/read-report.ts'
import { storedRequest } from './order-run.ts'
import type { Selectable } from 'kysely'

export type ScheduleFields = BodyOf<'reportDelivery', 'saveSchedule'>

export type ScheduleRow = Selectable<ReportTables['report_schedule']>

/** What a schedule keeps of the session that saves or resumes it. */
type SavingSession = ReaderSession & Pick<Session, 'proof'>

export interface SavedSchedule {
  readonly id: string
  /** The addresses that it did not mail before. */
  readonly newRecipients: readonly string[]
}

/**
 * Creates a schedule, or changes the one with the id: its absent fields stay, null sets the default. Throws the
 * refusals of the report's filters, `reportTiming`, `reportScheduleCount`, and `notFound` for another owner's schedule.
 */
export async function saveSchedule(
  services: Services,
  trx: Trx,
  asker: SavingSession,
  { id: knownId, ...fields }: ScheduleFields,
): Promise<SavedSchedule> {
  const { clock } = services
  const before = knownId ? await lockSchedule(trx, asker.userId, knownId) : undefined
  const columns = columnsOf(fields, before)
  const { report, request, ...row } = columns
  const { name: reportName } = await checkReportRequest(services, asker, { report, ...request })
  const written = {
    ...row,
    report,
    report_name: reportName,
    request: JSON.stringify(request),
    next_at: new Date(nextOccurrence(recurrenceOf(columns), clock.nowMs())),
    factor: factorOf(asker),
  }
  const newRecipients = columns.recipients.filter((address) => !before?.recipients.includes(address))
  if (before) {
    await trx.updateTable('report_schedule').set(written).where('id', '=', before.id).execute()
    return { id: before.id, newRecipients }
  }
  // The owner's row is locked, so that two concurrent calls cannot both take the last allowed place.
  await trx.selectFrom('app_user').select('id').where('id', '=', asker.userId).forUpdate().execute()
  const { count } = await trx
    .selectFrom('report_schedule')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('owner_id', '=', asker.userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= reportScheduleLimit) throw new Refusal('reportScheduleCount', { limit: reportScheduleLimit })
  const id = newId(clock)
  await trx
    .insertInto('report_schedule')
    .values({ id, owner_id: asker.userId, is_paused: false, created_at: new Date(clock.nowMs()), ...written })
    .execute()
  return { id, newRecipients }
}

const factorOf = ({ proof }: SavingSession): SessionFactor => proof?.factor ?? 'SMS'

/** Returns what the fields store; `before` is the schedule that they change. */
function columnsOf(
  {
    name,
    report,
    filter,
    column,
    orderBy,
    direction,
    frequency,
    weekday,
    monthDay,
    hour,
    period,
    formats,
    emailList,
    comment,
    ...rest
  }: Omit<ScheduleFields, 'id'>,
  before: ScheduleRow | undefined,
) {
  noFieldLeft(rest)
  // Columns and order of another report mean nothing in this one.
  const asked = before?.report === report ? before.request : undefined
  return {
    name,
    report,
    request: storedRequest({
      report,
      filter,
      column: given(column, asked?.column),
      orderBy: given(orderBy, asked?.orderBy),
      direction: given(direction, asked?.direction),
    }),
    frequency,
    weekday: frequency === 'WEEKLY' ? (given(weekday, before?.weekday) ?? null) : null,
    month_day: frequency === 'MONTHLY' ? (given(monthDay, before?.month_day) ?? null) : null,
    hour,
    period: given(period, before?.period) ?? ('SAME_LENGTH' as const),
    formats: [...new Set(given(formats, before?.formats) ?? ['pdf' as const])],
    recipients: [...new Set(emailList)],
    comment: given(comment, before?.comment) ?? '',
  }
}

const given = <Value>(value: Value | undefined, before: Value | undefined): Value | undefined =>
  value === undefined ? before : value

/** Throws `reportTiming` when the day is missing. */
export function recurrenceOf({
  frequency,
  weekday,
  month_day: monthDay,
  hour,
}: Pick<ScheduleRow, 'frequency' | 'weekday' | 'month_day' | 'hour'>): Recurrence {
  switch (frequency) {
    case 'DAILY':
      return { frequency, hour }
    case 'WEEKLY':
      if (weekday === null) throw new Refusal('reportTiming', { missing: 'day of the week' })
      return { frequency, hour, weekday }
    case 'MONTHLY':
      if (monthDay === null) throw new Refusal('reportTiming', { missing: 'day of the month' })
      return { frequency, hour, monthDay }
  }
}

export async function pauseSchedule(
  { db, clock }: Services,
  asker: SavingSession,
  id: string,
  isPaused: boolean,
): Promise<void> {
  const ownerId = asker.userId
  const schedule = await requireSchedule(db, ownerId, id)
  // Runs missed meanwhile are not caught up: it continues with its next time.
  const next_at = isPaused ? schedule.next_at : new Date(nextOccurrence(recurrenceOf(schedule), clock.nowMs()))
  await db
    .updateTable('report_schedule')
    .set({ is_paused: isPaused, paused_because: null, next_at, ...(isPaused ? {} : { factor: factorOf(asker) }) })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('is_paused', '!=', isPaused)
    .execute()
}

export async function deleteSchedule(db: Db, ownerId: string, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('report_schedule')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new Refusal('notFound')
}

async function lockSchedule(trx: Trx, ownerId: string, id: string): Promise<ScheduleRow> {
  await trx
    .selectFrom('report_schedule')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .execute()
  return requireSchedule(trx, ownerId, id)
}

export async function requireSchedule(db: Db | Trx, ownerId: string, id: string): Promise<ScheduleRow> {
  const schedule = await db
    .selectFrom('report_schedule')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!schedule) throw new Refusal('notFound')
  return schedule
}

export async function findSchedules(services: Services, asker: ReaderSession): Promise<ReportSchedule[]> {
  const rows = await services.db
    .selectFrom('report_schedule as s')
    .selectAll('s')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('report_run as r')
          .select(['r.state', 'r.reason', 'r.requested_at'])
          .whereRef('r.schedule_id', '=', 's.id')
          .orderBy('r.requested_at', 'desc')
          .orderBy('r.id', 'desc')
          .limit(1),
      ).as('last'),
    )
    .where('s.owner_id', '=', asker.userId)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const last = row.last[0]
      return {
        id: row.id,
        name: row.name,
        report: row.report,
        ...(await describeReport(services, asker, row)),
        filter: [...row.request.filter],
        column: row.request.column && [...row.request.column],
        orderBy: row.request.orderBy,
        direction: row.request.direction,
        frequency: row.frequency,
        weekday: row.weekday,
        monthDay: row.month_day,
        hour: row.hour,
        period: row.period,
        formats: row.formats,
        emailList: row.recipients,
        comment: row.comment,
        isPaused: row.is_paused,
        pausedBecause: row.is_paused ? row.paused_because : null,
        nextAt: row.is_paused ? null : row.next_at.getTime(),
        lastRun: last ? { state: last.state, reason: last.reason, at: new Date(last.requested_at).getTime() } : null,
      }
    }),
  )
}

/**
 * Returns the report's name and the choices in words, a period as what every run covers. A report or a choice may no
 * longer exist; the schedule is listed anyway and its next run reports why it fails.
 */
async function describeReport(
  services: Services,
  asker: ReaderSession,
  { report, report_name: reportName, request, period }: Pick<ScheduleRow, DescribedColumn>,
): Promise<{ reportName: string; filters: string[] }> {
  try {
    const { name, filters, words } = await checkReportRequest(services, asker, { report, ...request })
    return {
      reportName: name,
      filters: words.map((line, index) => {
        const filter = filters[index]
        if (filter?.type !== 'DATE_RANGE') return line
        const chosen = request.filter.find((one) => isSameFilter(one, filter))?.selectedItem
        return chosen ? `${filter.label}: ${describeCoverage(chosen, period)}` : line
      }),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { reportName, filters: [] }
  }
}

type DescribedColumn = 'report' | 'report_name' | 'request' | 'period'

// The runs of reports as their owner sees them.
import { Refusal, type ReportFormat, type ReportRun } from '@clubfolio/contract'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Clock } from '../../kernel/clock.ts'
import type { FileToSend } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import type { ReaderSession } from '../report/open-reader.ts'
import { isWithheld } from '../report/resolve-report.ts'
import { filesUntilMs } from './forget-runs.ts'
import { requireSchedule } from './schedules.ts'

const mostRuns = 50
const mostScheduleRuns = 100

export const findReportRuns = (services: Pick<Services, 'db' | 'clock'>, ownerId: string): Promise<ReportRun[]> =>
  readRuns(services, ownerId, undefined, mostRuns)

export async function findScheduleRuns(
  services: Pick<Services, 'db' | 'clock'>,
  ownerId: string,
  scheduleId: string,
): Promise<ReportRun[]> {
  await requireSchedule(services.db, ownerId, scheduleId)
  return readRuns(services, ownerId, scheduleId, mostScheduleRuns)
}

async function readRuns(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ownerId: string,
  scheduleId: string | undefined,
  limit: number,
): Promise<ReportRun[]> {
  let query = db
    .selectFrom('report_run as r')
    .select((eb) => [
      'r.id',
      'r.kind',
      'r.schedule_id',
      'r.report',
      'r.name',
      'r.state',
      'r.reason',
      'r.percent',
      'r.row_count',
      'r.formats',
      'r.requested_at',
      'r.ended_at',
      jsonArrayFrom(eb.selectFrom('report_file as f').select('f.format').whereRef('f.run_id', '=', 'r.id')).as('files'),
      jsonArrayFrom(
        eb
          .selectFrom('report_mail as m')
          .select(['m.recipient', 'm.state', 'm.reason'])
          .whereRef('m.run_id', '=', 'r.id')
          .orderBy('m.position'),
      ).as('mails'),
    ])
    .where('r.owner_id', '=', ownerId)
  if (scheduleId !== undefined) query = query.where('r.schedule_id', '=', scheduleId)
  const rows = await query.orderBy('r.requested_at', 'desc').orderBy('r.id', 'desc').limit(limit).execute()
  return rows.map((row): ReportRun => {
    const filesUntil = filesUntilMs({ kind: row.kind, endedMs: row.ended_at?.getTime() ?? null })
    const ready = isFetched(filesUntil, clock)
      ? row.formats.filter((format) => row.files.some((file) => file.format === format))
      : []
    return {
      id: row.id,
      kind: row.kind,
      scheduleId: row.schedule_id,
      report: row.report,
      name: row.name,
      state: row.state,
      reason: row.reason,
      percent: row.percent,
      rows: row.row_count,
      formats: row.formats,
      ready,
      filesUntil: ready.length > 0 ? filesUntil : null,
      recipients: row.mails.map(({ recipient, state, reason }) => ({ email: recipient, state, reason })),
      requestedAt: row.requested_at.getTime(),
      endedAt: row.ended_at?.getTime() ?? null,
    }
  })
}

/** Files of an unfinished run are available for as long as it takes. */
const isFetched = (untilMs: number | null, clock: Clock): boolean => untilMs === null || untilMs > clock.nowMs()

/**
 * Throws `notFound` for another owner's run and for a report that does not answer for the caller, or no longer does;
 * `reportFileGone` when the file is not there yet or not any more.
 */
export async function readRunFile(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  asker: ReaderSession,
  runId: string,
  format: ReportFormat,
): Promise<FileToSend> {
  const run = await db
    .selectFrom('report_run')
    .select(['kind', 'report', 'ended_at'])
    .where('id', '=', runId)
    .where('owner_id', '=', asker.userId)
    .executeTakeFirst()
  if (!run || (await isWithheld({ db, clock }, asker, run.report))) throw new Refusal('notFound')
  const file = await db
    .selectFrom('report_file')
    .select(['file_name', 'content'])
    .where('run_id', '=', runId)
    .where('format', '=', format)
    .executeTakeFirst()
  // An expired file that upkeep has not deleted yet counts as gone.
  if (!file || !isFetched(filesUntilMs({ kind: run.kind, endedMs: run.ended_at?.getTime() ?? null }), clock))
    throw new Refusal('reportFileGone')
  return { fileName: file.file_name, content: file.content }
}

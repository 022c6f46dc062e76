// Retention of runs: prepared files for a day, files of mails and schedules for a month, the history for a year.
import { mailedReportFileHours, reportFileHours, type ReportRun } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { JobServices } from '../job/job-row.ts'
import { runTogether } from '../job/run-rows.ts'

const hourMs = 3_600_000
const historyHours = 366 * 24

/** Returns until when the files of a finished run are available; null before its end. */
export const filesUntilMs = ({
  kind,
  endedMs,
}: {
  readonly kind: ReportRun['kind']
  readonly endedMs: number | null
}): number | null =>
  endedMs === null ? null : endedMs + (kind === 'DOWNLOAD' ? reportFileHours : mailedReportFileHours) * hourMs

export async function forgetOldRuns(services: JobServices): Promise<void> {
  const { db, clock } = services
  const before = (hours: number) => new Date(clock.nowMs() - hours * hourMs)
  const withFiles = await db
    .selectFrom('report_run')
    .select('id')
    .where((or) =>
      or.or([
        or('ended_at', '<=', before(mailedReportFileHours)),
        or.and([or('kind', '=', 'DOWNLOAD'), or('ended_at', '<=', before(reportFileHours))]),
      ]),
    )
    // Starts at the files, which are few, rather than at a year of runs.
    .where('id', '=', (eb) => eb.fn.any(sql<readonly string[]>`array(select distinct run_id from report_file)`))
    .execute()
  await forget('report_file', withFiles)
  await forget(
    'report_run',
    await db.selectFrom('report_run').select('id').where('ended_at', '<', before(historyHours)).execute(),
  )

  async function forget(table: 'report_file' | 'report_run', runs: readonly { readonly id: string }[]): Promise<void> {
    await runTogether(services, 'forget-report', runs, {
      describe: ({ id }) => ({ id }),
      atOnce: 500,
      async work(some) {
        const ids = some.map(({ id }) => id)
        await (table === 'report_file'
          ? db.deleteFrom('report_file').where('run_id', 'in', ids).execute()
          : db.deleteFrom('report_run').where('id', 'in', ids).execute())
        return some
      },
    })
  }
}

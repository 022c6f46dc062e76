// What is kept of runs: prepared files for a day, files of mails and schedules for a month, the history for a year.
import { mailedReportFileHours, reportFileHours, type ReportRun } from '@clubfolio/contract'
import type { Services } from '../../services.ts'

const hourMs = 3_600_000
const historyHours = 366 * 24

/** Until when the files of a run that ended can be fetched; null before its end. */
export const filesUntilMs = ({ kind, endedMs }: { readonly kind: ReportRun['kind']; readonly endedMs: number | null }): number | null =>
  endedMs === null ? null : endedMs + (kind === 'DOWNLOAD' ? reportFileHours : mailedReportFileHours) * hourMs

export async function forgetOldRuns({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = (hours: number) => new Date(clock.nowMs() - hours * hourMs)
  await db
    .deleteFrom('report_file')
    .where('run_id', 'in', (eb) =>
      eb
        .selectFrom('report_run')
        .select('id')
        .where((or) => or.or([or('ended_at', '<=', before(mailedReportFileHours)), or.and([or('kind', '=', 'DOWNLOAD'), or('ended_at', '<=', before(reportFileHours))])])),
    )
    .execute()
  await db.deleteFrom('report_run').where('ended_at', '<', before(historyHours)).execute()
}

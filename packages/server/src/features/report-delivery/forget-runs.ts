// What is kept of runs: prepared files for a day, files of mails and schedules for a month, the history for a year.
import { reportFileHours } from '@clubfolio/contract'
import type { Services } from '../../services.ts'

const hourMs = 3_600_000
const mailedFileHours = 31 * 24
const historyHours = 366 * 24

export async function forgetOldRuns({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = (hours: number) => new Date(clock.nowMs() - hours * hourMs)
  await db
    .deleteFrom('report_file')
    .where('run_id', 'in', (eb) =>
      eb
        .selectFrom('report_run')
        .select('id')
        .where((or) => or.or([or('ended_at', '<', before(mailedFileHours)), or.and([or('kind', '=', 'DOWNLOAD'), or('ended_at', '<', before(reportFileHours))])])),
    )
    .execute()
  await db.deleteFrom('report_run').where('ended_at', '<', before(historyHours)).execute()
}

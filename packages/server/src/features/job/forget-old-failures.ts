// Deletes old failures. A row that still fails is retried at least once a day, so a failure that is a month old belongs
// to a row that no longer exists.
import type { JobServices } from './job-row.ts'

const keptMs = 30 * 24 * 60 * 60_000

export async function deleteOldFailures({ db, clock }: Pick<JobServices, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('job_failure')
    .where('last_failed_at', '<', new Date(clock.nowMs() - keptMs))
    .execute()
}

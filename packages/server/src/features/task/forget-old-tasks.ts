// Deletes tasks older than a year.
import type { Services } from '../../services.ts'

const keptMs = 365 * 24 * 60 * 60_000

export async function deleteOldTasks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('task')
    .where('started_at', '<', new Date(clock.nowMs() - keptMs))
    .where('status', '<>', 'RUNNING')
    .execute()
}

// The name that the owner of a scheduled report gave its schedule, by which mails and notifications are told apart.
import type { Db } from '../../db/connect.ts'
import type { ClaimedRun } from './claimed-run.ts'

/** Returns the name of the run's schedule; undefined for a run without one, or whose schedule is deleted. */
export async function findScheduleName(
  db: Db,
  { schedule_id: id }: Pick<ClaimedRun, 'schedule_id'>,
): Promise<string | undefined> {
  if (id === null) return undefined
  const schedule = await db.selectFrom('report_schedule').select('name').where('id', '=', id).executeTakeFirst()
  return schedule?.name
}

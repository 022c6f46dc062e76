// Marks an alert as seen by its owner: it leaves the bar and stays in the list while its condition lasts.
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'

/** Returns whether this user has such an alert. An alert that was already dismissed keeps its first time. */
export async function dismissAlert(db: Db, clock: Clock, userId: string, alertId: string): Promise<boolean> {
  const seen = await db
    .updateTable('alert')
    .set((eb) => ({ seen_at: eb.fn.coalesce('seen_at', eb.val(new Date(clock.nowMs()))) }))
    .where('id', '=', alertId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return seen.numUpdatedRows > 0n
}

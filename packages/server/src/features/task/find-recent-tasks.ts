// The tasks that the top bar shows: running ones, and recently ended ones so that their end is seen.
import type { Task } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toTask } from './task-row.ts'

const shownAfterEndMs = 5 * 60_000

export async function findRecentTasks(db: Db, clock: Clock, userId: string): Promise<Task[]> {
  const rows = await db
    .selectFrom('task')
    .selectAll()
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', userId)]))
    .where((eb) =>
      eb.or([eb('status', '=', 'RUNNING'), eb('ended_at', '>', new Date(clock.nowMs() - shownAfterEndMs))]),
    )
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(toTask)
}

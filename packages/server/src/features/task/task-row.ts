// Maps a task's row to its wire form.
import type { Task } from '@clubfolio/contract'
import type { Selectable } from 'kysely'
import type { TaskTables } from '../../db/tables/task-tables.ts'

export type TaskRow = Selectable<TaskTables['task']>

export const toTask = (row: TaskRow): Task => ({
  id: row.id,
  name: row.name,
  position: row.position,
  total: row.total,
  percent: percentOf(row),
  status: row.status,
  revision: row.revision,
  startedAt: row.started_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
  error: row.error,
  isCancellable: row.is_cancellable,
  isCancelling: row.status === 'RUNNING' && row.cancel_requested_at !== null,
})

/** Work without a total is at 0 until it is done. */
function percentOf({ position, total, status }: TaskRow): number {
  if (total === 0) return status === 'COMPLETED' ? 100 : 0
  return Math.floor((position / total) * 10_000) / 100
}

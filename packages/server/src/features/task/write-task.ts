// The one writer of tasks: work says that it begins, how far it is, and how it ended. Progress is written outside the work's own
// transactions, so that it is seen while they are open.
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'

export interface RunningTask {
  advance(position: number, total: number): Promise<void>
  complete(): Promise<void>
  fail(): Promise<void>
}

export interface TaskOrder {
  readonly name: string
  readonly total: number
  /** Absent: the work concerns everybody. */
  readonly ownerId?: string
}

/** Begins a task; one of the same name and owner that never ended (its process died) counts as failed. */
export async function startTask(db: Db, clock: Clock, { name, total, ownerId }: TaskOrder): Promise<RunningTask> {
  const id = newId(clock)
  const now = () => new Date(clock.nowMs())
  await db
    .updateTable('task')
    .set({ status: 'FAILED', updated_at: now(), ended_at: now() })
    .where('name', '=', name)
    .where('status', '=', 'RUNNING')
    .where((eb) => (ownerId === undefined ? eb('owner_id', 'is', null) : eb('owner_id', '=', ownerId)))
    .execute()
  await db
    .insertInto('task')
    .values({ id, owner_id: ownerId ?? null, name, position: 0, total, status: 'RUNNING', started_at: now(), updated_at: now(), ended_at: null })
    .execute()
  const end = async (status: 'COMPLETED' | 'FAILED') => {
    await db.updateTable('task').set({ status, updated_at: now(), ended_at: now() }).where('id', '=', id).where('status', '=', 'RUNNING').execute()
  }
  return {
    async advance(position, known) {
      await db.updateTable('task').set({ position, total: known, updated_at: now() }).where('id', '=', id).execute()
    },
    complete: () => end('COMPLETED'),
    fail: () => end('FAILED'),
  }
}

// A backup appears under Tasks like any long work, for everybody who may see tasks, and can be cancelled there. Its own
// task row is created after the instant that the backup holds, so a restored installation does not contain it.
import { startTask, TaskCancelled, type RunningTask } from '../features/task/write-task.ts'
import type { Db } from '../db/connect.ts'
import type { Clock } from '../kernel/clock.ts'
import { BackupRefusal } from './backup-refusal.ts'
import type { BackupProgress } from './take-backup.ts'

/** Tables of an older version may not accept a task: the backup is then taken without one. */
export async function runAsTask<Result>(
  db: Db,
  clock: Clock,
  work: (progress: BackupProgress) => Promise<Result>,
): Promise<Result> {
  let task: RunningTask | undefined
  let isTold = true
  try {
    const result = await work(async (position, total) => {
      if (!task && isTold)
        task = await startTask(db, clock, { name: 'Backup', total, onCancel: 'No file was written.' }).catch(
          () => undefined,
        )
      isTold = task !== undefined
      await task?.advance(position, total)
    })
    await task?.complete()
    return result
  } catch (error) {
    await task?.fail(error instanceof BackupRefusal ? error.message : error)
    throw error instanceof TaskCancelled ? new BackupRefusal('The backup was cancelled. No file was written.') : error
  }
}

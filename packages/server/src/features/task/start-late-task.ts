// A task that appears only when the work takes long: most of it is over before anyone could read it.
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { startTask, type RunningTask, type TaskOrder } from './write-task.ts'

const afterMs = 2_000

export type LateTask = Omit<RunningTask, 'id'>

/** Like `startTask`, but nothing is written before the work has lasted two seconds. */
export function startLateTask(db: Db, clock: Clock, order: TaskOrder): LateTask {
  const wanted = new AbortController()
  let reached = { position: 0, total: order.total }
  let begun: Promise<RunningTask> | undefined
  const timer = setTimeout(() => {
    begun = startTask(db, clock, order).then(async (task) => {
      task.signal.addEventListener('abort', () => wanted.abort(task.signal.reason), { once: true })
      await task.advance(reached.position, reached.total)
      return task
    })
    // Callers that await it get the error.
    begun.catch(() => undefined)
  }, afterMs)
  return {
    signal: wanted.signal,
    async advance(position, total) {
      wanted.signal.throwIfAborted()
      reached = { position, total }
      await (await begun)?.advance(position, total)
    },
    async complete() {
      clearTimeout(timer)
      await (await begun)?.complete()
    },
    async fail(why) {
      clearTimeout(timer)
      await (await begun)?.fail(why)
    },
  }
}

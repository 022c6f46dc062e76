// Keeps levels and indicators in step with the bars: computes newly ingested bars shortly afterwards, large batches as
// a visible task. Then it runs the daily screens of the market day.
import { computeDueLevels } from '../features/opportunity/compute-due-levels.ts'
import { runDueScreens } from '../features/screener/run-due-screens.ts'
import { readPauseEnd, pauseLevels } from '../features/opportunity/pause-levels.ts'
import { startTask, TaskCancelled, type RunningTask } from '../features/task/write-task.ts'
import type { PooledServices } from '../services.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 5_000
/** Fewer instruments than this finish before anyone could read the task. */
const taskFrom = 100

export const levelTaskName = 'Compute levels of support and resistance'

/** Runs what is due now; also called after a steered clock was moved. */
export async function runResearchUpkeep(services: PooledServices): Promise<void> {
  if ((await readPauseEnd(services)) > services.clock.nowMs()) return
  let task: RunningTask | undefined
  try {
    await computeDueLevels(services, async (done, total) => {
      if (total < taskFrom) return
      task ??= await startTask(services.db, services.clock, {
        name: levelTaskName,
        total,
        onCancel: 'What is done stays; the rest is computed an hour from now.',
      })
      await task.advance(done, total)
    })
    await task?.complete()
    await runDueScreens(services)
  } catch (error) {
    await task?.fail(error)
    if (!(error instanceof TaskCancelled)) throw error
    await pauseLevels(services)
  }
}

export const startResearchJob = (services: PooledServices): PeriodicJob =>
  startPeriodicJob(services, {
    tickMs,
    failure: 'levels could not be computed',
    run: () => runResearchUpkeep(services),
  })

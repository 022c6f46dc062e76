// Keeps levels and indicators in step with the bars: whatever was ingested is computed a moment later, a large lot as a task
// that everybody sees. Once they are there, the daily screens of the market day run.
import { computeDueLevels } from '../features/opportunity/compute-due-levels.ts'
import { runDueScreens } from '../features/screener/run-due-screens.ts'
import { startTask, type RunningTask } from '../features/task/write-task.ts'
import type { Services } from '../services.ts'

const tickMs = 5_000
/** Fewer instruments than this are done before anybody could read the task. */
const taskFrom = 100

export const levelTaskName = 'Compute levels of support and resistance'

export interface ResearchJob {
  /** Finishes a running turn and starts no other. */
  stop(): Promise<void>
}

/** What is due now; also run when a steered clock was moved. */
export async function runResearchUpkeep(services: Services): Promise<void> {
  let task: RunningTask | undefined
  try {
    await computeDueLevels(services, async (done, total) => {
      if (total < taskFrom) return
      task ??= await startTask(services.db, services.clock, { name: levelTaskName, total })
      await task.advance(done, total)
    })
    await task?.complete()
    await runDueScreens(services)
  } catch (error) {
    await task?.fail()
    throw error
  }
}

export function startResearchJob(services: Services): ResearchJob {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  const runTurn = async (): Promise<void> => {
    try {
      await runResearchUpkeep(services)
    } catch (error) {
      services.log.error({ err: error }, 'levels could not be computed')
    }
    if (!isStopping) timer = setTimeout(() => (turn = runTurn()), tickMs)
  }
  let turn = runTurn()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await turn
    },
  }
}

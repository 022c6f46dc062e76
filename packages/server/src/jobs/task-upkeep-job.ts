// Ends tasks whose process died and forgets old messages and tasks. Every process does it, so that the death of the last worker is seen.
import { endLostTasks } from '../features/task/end-lost-tasks.ts'
import { forgetOldTasks } from '../features/task/forget-old-tasks.ts'
import { forgetOldMessages } from '../features/push/message-log.ts'
import type { Services } from '../services.ts'
import { startPeriodicJob, type PeriodicJob } from './start-periodic-job.ts'

const tickMs = 5_000
/** Old rows are looked for every so many turns. */
const turnsPerTidying = 60

export function startTaskUpkeepJob(services: Services): PeriodicJob {
  let turns = 0
  return startPeriodicJob(services, {
    tickMs,
    failure: 'lost tasks could not be ended',
    run: async () => {
      const lost = await endLostTasks(services)
      if (lost > 0) services.log.warn({ lost }, 'tasks of a process that died were ended')
      if (turns++ % turnsPerTidying !== 0) return
      await forgetOldMessages(services.db)
      await forgetOldTasks(services)
    },
  })
}

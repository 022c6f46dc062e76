// Ends tasks whose process died, tidies up after its imports, forgets what is old, and tells administrators when no
// worker lives. Every process does it, so that the death of the last worker is seen.
import { forgetOldFailures } from '../features/job/forget-old-failures.ts'
import { forgetOldRows } from '../features/job/forget-old-rows.ts'
import { runSteps } from '../features/job/run-steps.ts'
import { reportSilentWorkers, silentAfterSeconds } from '../features/job/worker-beat.ts'
import { endLostTasks } from '../features/task/end-lost-tasks.ts'
import { forgetOldTasks } from '../features/task/forget-old-tasks.ts'
import { forgetOldMessages } from '../features/push/message-log.ts'
import { tidyImports } from '../features/market/tidy-imports.ts'
import type { PooledServices } from '../services.ts'
import { startPeriodicJob, type PeriodicJob } from './start-periodic-job.ts'

const tickMs = 5_000
/** Old rows are looked for every so many turns. */
const turnsPerTidying = 60

export function startTaskUpkeepJob(services: PooledServices): PeriodicJob {
  const startedMs = performance.now()
  let turns = 0
  return startPeriodicJob(services, {
    tickMs,
    failure: 'lost tasks could not be ended',
    run: async () => {
      const isTidying = turns++ % turnsPerTidying === 0
      await runSteps(
        async () => {
          const lost = await endLostTasks(services)
          if (lost > 0) services.log.warn({ lost }, 'tasks of a process that died were ended')
        },
        // A worker that starts beside this process has the time to give its first sign.
        ...(performance.now() - startedMs > silentAfterSeconds * 1_000 ? [() => reportSilentWorkers(services)] : []),
        ...(isTidying ? [() => forgetOldMessages(services.db), () => forgetOldTasks(services), () => forgetOldFailures(services), () => forgetOldRows(services), () => tidyImports(services)] : []),
      )
    },
  })
}

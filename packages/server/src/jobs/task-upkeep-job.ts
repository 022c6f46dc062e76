// Ends tasks whose process died, cleans up after its imports, deletes old rows, and notifies administrators when no
// worker is alive. Every process runs it, so that the death of the last worker is noticed.
import { deleteOldRows } from '../features/job/forget-old-rows.ts'
import { runSteps } from '../features/job/run-steps.ts'
import { reportSilentWorkers, silentAfterSeconds } from '../features/job/worker-beat.ts'
import { endLostTasks } from '../features/task/end-lost-tasks.ts'
import { deleteOldMessages } from '../features/push/message-log.ts'
import { tidyImports } from '../features/market/tidy-imports.ts'
import { expireStatements } from '../features/statement/expire-statements.ts'
import type { PooledServices } from '../services.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 5_000
/** Old rows are deleted once every this many turns. */
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
        // Gives a worker that starts alongside this process time for its first heartbeat.
        ...(performance.now() - startedMs > silentAfterSeconds * 1_000 ? [() => reportSilentWorkers(services)] : []),
        ...(isTidying
          ? [
              () => deleteOldMessages(services.db),
              () => deleteOldRows(services),
              () => tidyImports(services),
              () => expireStatements(services),
            ]
          : []),
      )
    },
  })
}

// Report upkeep: queues runs that schedules demand, writes and mails waiting runs, makes packs of years, and deletes
// old runs.
import { makeWaitingPacks } from '../features/fund/year/make-pack.ts'
import { forgetOldRuns } from '../features/report-delivery/forget-runs.ts'
import { runWaitingReports } from '../features/report-delivery/run-reports.ts'
import { orderDueRuns } from '../features/report-delivery/run-schedules.ts'
import type { PooledServices } from '../services.ts'
import { runSteps } from '../features/job/run-steps.ts'

const tickMs = 5_000

export interface ReportJob {
  /** Returns the run being written to the queue, finishes the turn and starts no other. */
  stop(): Promise<void>
}

/** Runs what is due now; also called after a steered clock was moved. */
export async function runReportUpkeep(services: PooledServices): Promise<void> {
  await runSteps(
    () => orderDueRuns(services),
    () => runWaitingReports(services),
    () => makeWaitingPacks(services),
    () => forgetOldRuns(services),
  )
}

export function startReportJob(services: PooledServices): ReportJob {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  const runTurn = async (): Promise<void> => {
    try {
      await runReportUpkeep(services)
    } catch (error) {
      services.log.error({ err: error }, 'the upkeep of reports failed')
    }
    if (!isStopping) timer = setTimeout(() => (turn = runTurn()), tickMs)
  }
  let turn = runTurn()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await services.renderer.stop()
      await turn
    },
  }
}

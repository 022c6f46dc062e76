// Looks after reports: orders what schedules want, writes and mails what waits, and forgets what is old.
import { forgetOldRuns } from '../features/report-delivery/forget-runs.ts'
import { runWaitingReports } from '../features/report-delivery/run-reports.ts'
import { orderDueRuns } from '../features/report-delivery/run-schedules.ts'
import type { PooledServices } from '../services.ts'
import { runSteps } from '../features/job/run-steps.ts'

const tickMs = 5_000

export interface ReportJob {
  /** Puts back what is being written, finishes the turn and starts no other. */
  stop(): Promise<void>
}

/** What is due now; also run when a steered clock was moved. */
export async function runReportUpkeep(services: PooledServices): Promise<void> {
  await runSteps(
    () => orderDueRuns(services),
    () => runWaitingReports(services),
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

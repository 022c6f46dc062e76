// Looks after the funds: sends transfers of practice money that are waiting, mails statements that were
// ordered, and checks the books once a night.
import { checkFunds } from '../features/fund/check-funds.ts'
import { sendDueStatements } from '../features/fund/send-statements.ts'
import { sendDueFunding } from '../features/fund/send-funding.ts'
import type { Services } from '../services.ts'
import { runSteps } from '../features/job/run-steps.ts'
import { startPeriodicJob, type PeriodicJob } from './start-periodic-job.ts'

const tickMs = 15_000

/** What is due now; also run when a steered clock was moved. */
export async function runFundUpkeep(services: Services): Promise<void> {
  await runSteps(
    () => sendDueFunding(services),
    () => sendDueStatements(services),
    () => checkFunds(services),
  )
}

export const startFundJob = (services: Services): PeriodicJob =>
  startPeriodicJob(services, { tickMs, failure: 'the upkeep of the funds failed', run: () => runFundUpkeep(services) })

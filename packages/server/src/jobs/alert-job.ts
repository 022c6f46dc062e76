// Evaluates alert rules: rules on instruments against trades every few seconds, rules on accounts with each reading of
// the account.
import type { BasisCache } from '../features/alert-rule/instrument-basis.ts'
import { watchAccountRules } from '../features/alert-rule/watch-accounts.ts'
import { watchInstrumentRules } from '../features/alert-rule/watch-instruments.ts'
import type { Services } from '../services.ts'
import { runSteps } from '../features/job/run-steps.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 4_000

export interface AlertJob extends PeriodicJob {
  /** Runs one full turn; also called after a steered clock was moved. */
  runNow(): Promise<void>
}

export function startAlertJob(services: Services): AlertJob {
  const cache: BasisCache = new Map()
  let turn: Promise<void> = Promise.resolve()
  const work = (): Promise<void> =>
    runSteps(
      () => watchInstrumentRules(services, cache),
      () => watchAccountRules(services),
    )
  // Concurrent turns of one process would block each other on the lease.
  const runNow = (): Promise<void> => (turn = turn.catch(() => undefined).then(work))
  return {
    runNow,
    ...startPeriodicJob(services, { tickMs, failure: 'alert rules could not be looked after', run: runNow }),
  }
}

// Looks after alert rules: those about instruments with the trades of every few seconds, those about accounts with each of their readings.
import type { BasisCache } from '../features/alert/instrument-basis.ts'
import { watchAccountRules } from '../features/alert/watch-accounts.ts'
import { watchInstrumentRules } from '../features/alert/watch-instruments.ts'
import type { Services } from '../services.ts'
import { runSteps } from '../features/job/run-steps.ts'
import { startPeriodicJob, type PeriodicJob } from './start-periodic-job.ts'

const tickMs = 4_000

export interface AlertJob extends PeriodicJob {
  /** One turn of everything; also run when a steered clock was moved. */
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
  // Two turns of one process would keep the lease from each other.
  const runNow = (): Promise<void> => (turn = turn.catch(() => undefined).then(work))
  return { runNow, ...startPeriodicJob(services, { tickMs, failure: 'alert rules could not be looked after', run: runNow }) }
}

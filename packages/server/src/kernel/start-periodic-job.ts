// Runs a job periodically: immediately, then each time a fixed delay after the previous turn has ended.
import type { Services } from '../services.ts'

export interface PeriodicJob {
  /** Finishes the running turn and starts no other. */
  stop(): Promise<void>
}

export interface PeriodicWork {
  /** Delay from the end of one turn to the start of the next. */
  readonly tickMs: number
  /** Log message when a turn fails; the next turn runs regardless. */
  readonly failure: string
  run(): Promise<unknown>
}

/**
 * Starts the job; turns never overlap. `startPeriodicJob(services, { tickMs: 60_000, failure: 'it could not be tidied',
 * run: () => tidy(services) })`
 */
export function startPeriodicJob({ log }: Pick<Services, 'log'>, { tickMs, failure, run }: PeriodicWork): PeriodicJob {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  const takeTurn = async (): Promise<void> => {
    try {
      await run()
    } catch (error) {
      log.error({ err: error }, failure)
    }
    if (!isStopping) timer = setTimeout(() => (turn = takeTurn()), tickMs)
  }
  let turn = takeTurn()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await turn
    },
  }
}

// The shape of a job that does its work again and again: at once, then each time a while after it has ended.
import type { Services } from '../services.ts'

export interface PeriodicJob {
  /** Finishes a running turn and starts no other. */
  stop(): Promise<void>
}

export interface PeriodicWork {
  /** From the end of one turn to the next. */
  readonly tickMs: number
  /** What the log says when a turn fails; the next one comes all the same. */
  readonly failure: string
  run(): Promise<unknown>
}

/** Turns never overlap. `startPeriodicJob(services, { tickMs: 60_000, failure: 'it could not be tidied', run: () => tidy(services) })` */
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

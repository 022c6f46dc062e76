// Repeats work while the database is away, as during a failover, so that a caller waits for some seconds instead of
// getting a refusal. Only for what cannot be carried out twice: reads, and one transaction under its Idempotency-Key.
// Decision 0119.
import { Refusal } from '@clubfolio/contract'
import { refusalOfDatabase } from './database-refusal.ts'
import type { Pause } from './pause.ts'

/** 7.9 seconds together. */
const waitsMs = [50, 100, 250, 500, 1_000, 2_000, 4_000] as const
/** More callers than this do not wait: they would be a flood when the database is back. */
const maxWaiting = 200

interface AwayOptions {
  readonly pause: Pause
  /** Returns the signal that aborts when the caller hangs up. */
  readonly hungUp: () => AbortSignal
}

/** Runs work again while the database is away, and throws its last failure after 8 seconds. */
export type WhileAway = <Result>(options: AwayOptions, work: () => Promise<Result>) => Promise<Result>

/** `const whileAway = createWhileAway()`, once per process: the callers that wait are counted together. */
export function createWhileAway(): WhileAway {
  let waiting = 0
  return async ({ pause, hungUp }, work) => {
    for (const [attempt, waitMs] of waitsMs.entries()) {
      try {
        return await work()
      } catch (error) {
        if (hungUp().aborted || waiting >= maxWaiting || !isPassing(error, attempt > 0)) throw error
      }
      waiting++
      await pause(waitMs).finally(() => waiting--)
    }
    return work()
  }
}

/** The transaction of an attempt whose connection broke may hold its key for a moment longer. */
function isPassing(error: unknown, isRepeated: boolean): boolean {
  const refusal = error instanceof Refusal ? error : refusalOfDatabase(error)
  return refusal?.refusal === 'databaseAway' || (isRepeated && refusal?.refusal === 'requestInFlight')
}

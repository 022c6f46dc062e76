// Work that runs after the response: messages whose outcome must show neither in the response nor in its timing. A
// failure is logged under its name; shutdown waits for running work.
import type { Log } from './log.ts'

export interface Background {
  /** Starts `work` now; nothing waits for it. */
  start(name: string, work: () => Promise<void>): void
  /** Resolves when nothing is running any more. */
  idle(): Promise<void>
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>()
  return {
    start(name, work) {
      const run = work()
        .catch((error: unknown) => log.error({ err: error, work: name }, 'work after an answer failed'))
        .finally(() => running.delete(run))
      running.add(run)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

// Work that follows an answer: messages whose fate must not show in the answer or in its time. A failure is logged under
// its name; stopping waits for what runs.
import type { Log } from './log.ts'

export interface Background {
  /** Starts `work` now without anybody waiting for it. */
  start(name: string, work: () => Promise<void>): void
  /** Resolves when nothing runs any more. */
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

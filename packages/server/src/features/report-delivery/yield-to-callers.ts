// Who waits for an answer comes before a file that is written in the background.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** As `nice` calls it: 0 is everybody's, 19 takes only what nobody else wants. */
export const backgroundPriority = 10

/**
 * Lets the calling thread take the processor only where others leave it. Linux gives every thread a priority of its own, which the
 * threads that it starts inherit; elsewhere it is the process's, and nothing changes. Nor does it where the system hides its threads.
 */
export function yieldToCallers(): void {
  if (process.platform !== 'linux') return
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(threadId, backgroundPriority)
  } catch {
    // A report that takes its full share is better than none.
  }
}

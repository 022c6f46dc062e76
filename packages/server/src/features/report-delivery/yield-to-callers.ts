// Gives requests that wait for a response priority over files written in the background.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** A `nice` value: 0 is the default, 19 takes only what nobody else wants. */
export const backgroundPriority = 10

/**
 * Lowers the calling thread's priority, so that it runs only when others leave the processor free. Linux gives every
 * thread its own priority, which the threads that it starts inherit; elsewhere priority belongs to the process, and
 * nothing changes. The same applies where the system hides its threads.
 */
export function yieldToCallers(): void {
  if (process.platform !== 'linux') return
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(threadId, backgroundPriority)
  } catch {
    // A report at normal priority is better than none.
  }
}

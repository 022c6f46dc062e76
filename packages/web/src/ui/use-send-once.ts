// Keeps a form from sending twice: a second click or Enter comes before the first is painted as pending.
import { useRef } from 'react'

/** Resolves after the next frame, when a button that this event made pending can no longer be pressed. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(), 0)))

/**
 * Returns a function that runs what it is given, unless the run before it goes on or, without a promise, is not
 * painted.
 */
export function useSendOnce(): (send: () => unknown) => Promise<void> {
  const isSending = useRef(false)
  return async (send) => {
    if (isSending.current) return
    isSending.current = true
    try {
      const sent = send()
      await (sent instanceof Promise ? sent : painted())
    } finally {
      isSending.current = false
    }
  }
}

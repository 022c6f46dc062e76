// Whether the server currently pushes messages, for code that would otherwise poll.
import { createStore, useStore } from './store.ts'

/** Set by the push feed. */
export const pushIsLive = createStore(false)

/** While messages are pushed, polling is only a safety net. */
const livePollMs = 120_000

/** Returns the polling interval: `pollMs`, or a longer one while messages are pushed. */
export function usePollMs(pollMs: number): number {
  return useStore(pushIsLive) ? Math.max(pollMs, livePollMs) : pollMs
}

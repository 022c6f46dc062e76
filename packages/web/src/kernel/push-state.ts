// Whether the server's messages come by themselves at this moment, for those who else would have to ask.
import { createStore, useStore } from './store.ts'

/** Set by the push feed. */
export const pushIsLive = createStore(false)

/** While messages come by themselves asking is only a net below them. */
const livePollMs = 120_000

/** How often to ask: as given, or seldom while messages come by themselves. */
export function usePollMs(pollMs: number): number {
  return useStore(pushIsLive) ? Math.max(pollMs, livePollMs) : pollMs
}

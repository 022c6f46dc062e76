// Runs the session watch while somebody is signed in: expiry, the 60-second check, use, and the last minute's warning.
import { api } from '../../kernel/api.ts'
import { session } from '../../kernel/session.ts'
import { createUserStore } from '../../kernel/store.ts'
import { showToast } from '../../ui/toast.tsx'
import { watchSession, type SessionWatch } from '../../kernel/watch-session.ts'

/** The moment of expiry during the last minute, else undefined. */
export const expiringAt = createUserStore<number | undefined>(undefined)

let watch: SessionWatch | undefined

function startWhenOpen(): void {
  if (watch || !session.user()) return
  watch = watchSession({
    session,
    fetchUser: () => api.security.getMyUser({}, { background: true }),
    touch: () => api.security.touch({}, { ownMessage: true }),
    onExpiring: expiringAt.set,
    isOnline: () => navigator.onLine,
    nowMs: Date.now,
  })
}

/** Asks for a longer session; resolves to whether it got one. */
export function staySignedIn(): Promise<boolean> {
  return watch?.stay() ?? Promise.resolve(false)
}

/** Call once at the start of the page. */
export function keepSession(): void {
  session.subscribe((user, ended) => {
    if (user) startWhenOpen()
    else watch = undefined
    // The other ends explain themselves: the person asked for them, or a toast of the refused call stands already.
    if (ended === 'expired' || ended === 'refused') {
      showToast({ tone: 'info', title: 'Notification', message: 'Your session has ended. Please sign in again.' })
    }
  })
  startWhenOpen()
  for (const type of ['keydown', 'pointerdown', 'touchstart'] as const) {
    document.addEventListener(type, () => watch?.noteUse(), { capture: true, passive: true })
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') watch?.wake()
  })
}

// Runs the session watch while a user is signed in: expiry, the 60-second check, activity, and the last minute's
// warning.
import { api } from '../../kernel/api.ts'
import { hasLine } from '../../kernel/figures.ts'
import { session } from '../../kernel/session.ts'
import { createUserStore } from '../../kernel/store.ts'
import { showToast } from '../../ui/toast.tsx'
import { watchSession, type SessionWatch } from '../../kernel/watch-session.ts'

/** Time of expiry during the last minute, else undefined. */
export const expiringAt = createUserStore<number | undefined>(undefined)

let watch: SessionWatch | undefined

function startWhenOpen(): void {
  if (watch || !session.user()) return
  watch = watchSession({
    session,
    fetchUser: () => api.security.getMyUser({}, { background: true }),
    touch: () => api.security.touch({}, { ownMessage: true }),
    onExpiring: expiringAt.set,
    isOnline: hasLine,
    nowMs: Date.now,
  })
}

/** Requests a longer session; resolves to whether it was granted. */
export function staySignedIn(): Promise<boolean> {
  return watch?.stay() ?? Promise.resolve(false)
}

/** Call once at startup. */
export function keepSession(): void {
  session.subscribe((user, ended) => {
    if (user) startWhenOpen()
    else watch = undefined
    // The other ends explain themselves: the user requested them, or the refused call has already shown a toast.
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

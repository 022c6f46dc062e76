// The one session of this page, and the hooks that components read it with.
import type { PermissionKey } from '@clubfolio/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { createSessionStore, endKey, holdsPermission, type SessionStorage, type StoredUser } from './session-store.ts'
import { hasTypedText } from './typed-text.ts'

/** What a user asked for and does not know the outcome of waits under `pending...:<user id>` until they sign in again. */
const waitsForUser = /^pending\w*:/

const storage: SessionStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  clear: () => {
    for (const key of Object.keys(localStorage)) if (!waitsForUser.test(key)) localStorage.removeItem(key)
  },
}

export const session = createSessionStore(storage, Date.now, hasTypedText)

let endElsewhere: string | undefined

// `key` is null when the other tab cleared everything; why it did came just before. The reason itself is cleared too, perhaps before
// the user is: its removal says nothing.
addEventListener('storage', (event) => {
  if (event.key === endKey && event.newValue !== null) endElsewhere = event.newValue
  if (event.key !== null && event.key !== 'user') return
  session.reload(endElsewhere)
  endElsewhere = undefined
})

/** The signed-in user, or undefined; the component renders again when that changes. A paused page still shows its user. */
export function useSessionUser(): StoredUser | undefined {
  return useSyncExternalStore(session.subscribe, session.shownUser)
}

/** True while the page waits for its user to sign in again. */
export function useIsPaused(): boolean {
  return useSyncExternalStore(session.subscribe, session.isPaused)
}

/** `const can = useCan(); can('VMA')` is true when the signed-in user holds that key. */
export function useCan(): (key: PermissionKey) => boolean {
  const user = useSessionUser()
  return useCallback((key) => holdsPermission(user, key), [user])
}

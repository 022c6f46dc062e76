// The single session of this page, and the hooks with which components read it.
import type { PermissionKey } from '@clubfolio/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { createSessionStore, endKey, holdsPermission, type SessionStorage, type StoredUser } from './session-store.ts'
import { hasTypedText } from './typed-text.ts'

/**
 * Requests with an unknown outcome and changes of charts that were not sent are stored under `pending...:<user id>`
 * until their user signs in again.
 */
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

// `key` is null when the other tab cleared everything; the reason arrived just before. The reason itself is cleared
// too, perhaps before the user is: its removal carries no information.
addEventListener('storage', (event) => {
  if (event.key === endKey && event.newValue !== null) endElsewhere = event.newValue
  if (event.key !== null && event.key !== 'user') return
  session.reload(endElsewhere)
  endElsewhere = undefined
})

/** Returns the signed-in user, or undefined; re-renders the component on change. A paused page still shows its user. */
export function useSessionUser(): StoredUser | undefined {
  return useSyncExternalStore(session.subscribe, session.shownUser)
}

/** Returns true while the page waits for its user to sign in again. */
export function useIsPaused(): boolean {
  return useSyncExternalStore(session.subscribe, session.isPaused)
}

/** Returns the permission check: `const can = useCan(); can('VMA')` is true when the signed-in user holds that key. */
export function useCan(): (key: PermissionKey) => boolean {
  const user = useSessionUser()
  return useCallback((key) => holdsPermission(user, key), [user])
}

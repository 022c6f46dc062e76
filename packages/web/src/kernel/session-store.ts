// Keeps the signed-in user in local storage under `user` and tells listeners about changes in this and other tabs.
// A session that runs out while something is typed pauses the page instead of leaving it, until the same user signs in again.
// A page serves one user for its whole life: when storage names another one, the page is over (decision 0019).
// Holds the token, so nothing else in the application reads that key. Source: specification 1, sections 3 and 4; decisions, "Sign-in and access".
import type { PermissionKey, SessionUser } from '@clubfolio/contract'
import { permissionKeys } from '@clubfolio/contract'

/** What stays in the browser: never a password, never a phone number. */
export type StoredUser = Pick<SessionUser, 'id' | 'firstName' | 'lastName' | 'email' | 'token' | 'tokenExpire' | 'permissions'>

/**
 * Why a session ended here: asked for, run out, refused by the 60-second check, refused in a call that told the user, ended in another tab;
 * or this browser has another user by now, and this page is over.
 */
export type SessionEnd = 'logout' | 'expired' | 'refused' | 'unauthorized' | 'other-tab' | 'other-user'

/** The part of the browser that the store needs; a map in tests. */
export interface SessionStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  clear(): void
}

export interface SessionStore {
  /** The stored user while the token is valid, else undefined. */
  readonly user: () => StoredUser | undefined
  /** For a call that is made now: looks into storage first, because a tab that slept may not have heard of another user yet. */
  readonly token: () => string | undefined
  /** The id of whom a call is made for, read as `token` is; null once the page is over, which makes no calls. */
  readonly callerId: () => string | undefined | null
  /** Whom the page shows: the signed-in user, or while paused the one it waits for. */
  readonly shownUser: () => StoredUser | undefined
  readonly isPaused: () => boolean
  /** Somebody signed in here. */
  readonly open: (user: SessionUser) => void
  /** The same session with another expiry or other rights; nothing when another one has taken its place. */
  readonly renew: (fresh: SessionUser) => void
  /** Clears all local storage, as the specification asks; nothing when another session has taken this one's place. */
  readonly end: (why: Exclude<SessionEnd, 'other-user'>) => void
  /** Gives a paused page up. */
  readonly leave: () => void
  /** Reads storage again after another tab changed it; `why` is what that tab said about an end. */
  readonly reload: (why?: string) => void
  readonly subscribe: (listener: (user: StoredUser | undefined, ended?: SessionEnd) => void) => () => void
}

const storageKey = 'user'
/** Written just before everything is cleared, so that other tabs learn why; nothing stays behind. */
export const endKey = 'sessionEnd'

/** `hasTypedText` says whether leaving the page now would lose something that was typed. */
export function createSessionStore(storage: SessionStorage, nowMs: () => number, hasTypedText: () => boolean = () => false): SessionStore {
  let current = readStoredUser(storage.getItem(storageKey))
  let paused: StoredUser | undefined
  /** The one user whom this page shows, once there is one. */
  let ownerId = current?.id
  let isOver = false
  const listeners = new Set<(user: StoredUser | undefined, ended?: SessionEnd) => void>()
  const tell = (ended?: SessionEnd) => {
    for (const listener of listeners) listener(current, ended)
  }
  const user = () => (current && current.tokenExpire > nowMs() ? current : undefined)
  const close = (was: StoredUser, why: SessionEnd) => {
    current = undefined
    const isWished = why === 'logout' || why === 'other-tab'
    paused = !isWished && hasTypedText() ? was : undefined
    tell(why)
  }
  /** Storage holds this user now. */
  const take = (next: StoredUser) => {
    if (ownerId !== undefined && next.id !== ownerId) {
      isOver = true
      current = undefined
      paused = undefined
      tell('other-user')
      return
    }
    ownerId = next.id
    current = next
    paused = undefined
    tell()
  }
  /** Sees a session that another tab opened; one that it ended is told by an event, with the reason. */
  const look = () => {
    const stored = isOver ? undefined : readStoredUser(storage.getItem(storageKey))
    if (stored && (stored.token !== current?.token || stored.tokenExpire > current.tokenExpire)) take(stored)
  }
  const write = (next: SessionUser) => {
    const { id, firstName, lastName, email, token, tokenExpire, permissions } = next
    const stored = { id, firstName, lastName, email, token, tokenExpire, permissions }
    storage.setItem(storageKey, JSON.stringify(stored))
    take(stored)
  }
  return {
    user,
    token: () => {
      look()
      return user()?.token
    },
    callerId: () => {
      look()
      return isOver ? null : (paused ?? current)?.id
    },
    shownUser: () => paused ?? user(),
    isPaused: () => paused !== undefined,
    open: (opened) => {
      if (!isOver) write(opened)
    },
    renew: (fresh) => {
      look()
      if (current && current.token === fresh.token) write(fresh)
    },
    end: (why) => {
      const was = current
      look()
      if (isOver || current !== was) return
      if (was) storage.setItem(endKey, why)
      storage.clear()
      if (was) close(was, why)
    },
    leave: () => {
      if (!paused) return
      paused = undefined
      tell('logout')
    },
    reload: (why) => {
      if (isOver) return
      const stored = readStoredUser(storage.getItem(storageKey))
      if (JSON.stringify(current) === JSON.stringify(stored)) return
      if (stored) take(stored)
      else if (current) close(current, why === 'expired' || why === 'refused' || why === 'unauthorized' ? why : 'other-tab')
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The stored text as a user, or undefined when it is absent or not ours. Permissions that this version does not know are left out. */
export function readStoredUser(text: string | null): StoredUser | undefined {
  if (!text) return undefined
  try {
    const value = JSON.parse(text) as Partial<StoredUser> | null
    if (!value || typeof value.id !== 'string' || typeof value.token !== 'string' || typeof value.tokenExpire !== 'number') return undefined
    const known = new Set<string>(permissionKeys)
    return {
      id: value.id,
      firstName: value.firstName ?? '',
      lastName: value.lastName ?? '',
      email: value.email ?? '',
      token: value.token,
      tokenExpire: value.tokenExpire,
      permissions: (value.permissions ?? []).filter((permission) => known.has(permission.nameKey)),
    }
  } catch {
    return undefined
  }
}

/** True when the user holds the key; nobody holds any key when signed out. */
export function holdsPermission(user: StoredUser | undefined, key: PermissionKey): boolean {
  return user?.permissions.some((permission) => permission.nameKey === key) ?? false
}

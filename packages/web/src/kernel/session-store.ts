// Keeps the signed-in user in local storage under `user` and notifies listeners of changes in this and other tabs. A
// session that expires while something is typed pauses the page instead of leaving it, until the same user signs in
// again. A page serves one user for its whole life: when storage names another one, the page is over (decision 0019).
// Holds the token, so nothing else in the application reads that key.
// Source: docs/rules/access.md, "Session".
import { z } from 'zod'
import { parseStored } from './parse-stored.ts'
import type { PermissionKey, SessionUser } from '@clubfolio/contract'
import { permissionKeys } from '@clubfolio/contract'

/** Fields stored in the browser: never a password, never a phone number. */
export type StoredUser = Pick<
  SessionUser,
  'id' | 'firstName' | 'lastName' | 'email' | 'token' | 'tokenExpire' | 'permissions'
>

/**
 * Why a session ended here: signed out, expired, refused by the 60-second check, refused in a call that showed its
 * error to the user, or ended in another tab; or this browser now has another user, and this page is over.
 */
export type SessionEnd = 'logout' | 'expired' | 'refused' | 'unauthorized' | 'other-tab' | 'other-user'

/** The subset of Storage that the store needs; a map in tests. */
export interface SessionStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  clear(): void
}

export interface SessionStore {
  /** Returns the stored user while the token is valid, else undefined. */
  readonly user: () => StoredUser | undefined
  /**
   * Returns the token for a call made now. Reads storage first, because a tab that slept may not know of another user
   * yet.
   */
  readonly token: () => string | undefined
  /**
   * Returns the id of the user on whose behalf a call is made, read like `token`; null once the page is over, which
   * makes no calls.
   */
  readonly callerId: () => string | undefined | null
  /** Returns the user that the page shows: the signed-in one, or while paused the one it waits for. */
  readonly shownUser: () => StoredUser | undefined
  /** Returns the id of the user whom this page has shown, also after their session has ended. */
  readonly lastUserId: () => string | undefined
  readonly isPaused: () => boolean
  /** Stores the user after a sign-in on this page. */
  readonly open: (user: SessionUser) => void
  /** Stores the same session with another expiry or other rights; does nothing when another session has replaced it. */
  readonly renew: (fresh: SessionUser) => void
  /**
   * Clears all local storage, as the specification requires; does nothing when another session has replaced this one.
   */
  readonly end: (why: Exclude<SessionEnd, 'other-user'>) => void
  /** Abandons a paused page. */
  readonly leave: () => void
  /** Reads storage again after another tab changed it; `why` is the reason that tab gave for an end. */
  readonly reload: (why?: string) => void
  readonly subscribe: (listener: (user: StoredUser | undefined, ended?: SessionEnd) => void) => () => void
}

const storageKey = 'user'
/** Written just before everything is cleared, so that other tabs know the reason; it is cleared as well. */
export const endKey = 'sessionEnd'

/** Creates the store. `hasTypedText` returns whether leaving the page now would lose typed text. */
export function createSessionStore(
  storage: SessionStorage,
  nowMs: () => number,
  hasTypedText: () => boolean = () => false,
): SessionStore {
  let current = readStoredUser(storage.getItem(storageKey))
  let paused: StoredUser | undefined
  /** The one user that this page shows, once there is one. */
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
  /** Adopts the user that storage now holds. */
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
  /** Detects a session that another tab opened. An end in another tab arrives as an event, with the reason. */
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
    lastUserId: () => ownerId,
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
      else if (current)
        close(current, why === 'expired' || why === 'refused' || why === 'unauthorized' ? why : 'other-tab')
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const StoredForm = z.object({
  id: z.string(),
  firstName: z.string().catch(''),
  lastName: z.string().catch(''),
  email: z.string().catch(''),
  token: z.string(),
  tokenExpire: z.number(),
  permissions: z.array(z.object({ nameKey: z.string() })).catch([]),
})

/**
 * Parses the stored user; returns undefined when it is absent or not in our format. Permissions unknown to this version
 * are dropped.
 */
export function readStoredUser(text: string | null): StoredUser | undefined {
  const user = parseStored(StoredForm, text)
  if (user === undefined) return undefined
  const permissions = user.permissions.flatMap(({ nameKey }) => {
    const known = permissionKeys.find((key) => key === nameKey)
    return known === undefined ? [] : [{ nameKey: known }]
  })
  return { ...user, permissions }
}

/** Returns true when the user holds the key; without a user, always false. */
export function holdsPermission(user: StoredUser | undefined, key: PermissionKey): boolean {
  return user?.permissions.some((permission) => permission.nameKey === key) ?? false
}

// The user's own settings (theme, folded menu, chosen columns): local storage `userPreference`, copied to the server.
// Source: docs/rules/wire.md, "Preferences".
import type { UserPreference } from '@clubfolio/contract'
import { useCallback } from 'react'
import { api } from './api.ts'
import { createPreferenceStore, preferenceKey } from './preference-store.ts'
import { session } from './session.ts'
import { useStore } from './store.ts'

const saveAfterMs = 1_000

type PreferenceValue = UserPreference[string]

const preference = createPreferenceStore({ storage: localStorage, userId: () => session.callerId() ?? undefined })
let saveTimer: ReturnType<typeof setTimeout> | undefined

session.subscribe(preference.reload)
addEventListener('storage', ({ key }) => {
  if (key === preferenceKey) preference.reload()
})
// Saves changes from the last second before the page unloads.
addEventListener('pagehide', () => save(true))

/** Fetches the remote preferences after sign-in. */
export async function fetchPreference(userId: string): Promise<void> {
  preference.receive(userId, await api.user.getMyUserPreference({ params: { userId } }, { ownMessage: true }))
}

/** Call once at startup: a page that starts with a session may be this user's first in this browser. */
export function fetchMissingPreference(): void {
  const user = session.user()
  if (user && !preference.hasCopy()) fetchPreference(user.id).catch(() => undefined)
}

/**
 * Changes one preference locally at once and on the server a second later; if the save fails, only the server's copy is
 * behind.
 */
function setPreference(key: string, value: PreferenceValue): void {
  preference.set(key, value)
  saveSoon()
}

/** Resets all preferences to their defaults. */
export function forgetPreference(): void {
  preference.reset()
  saveSoon()
}

export function useHasPreference(): boolean {
  return Object.keys(useStore(preference.shown)).length > 0
}

function saveSoon(): void {
  clearTimeout(saveTimer)
  saveTimer = setTimeout(save, saveAfterMs)
}

function save(isLeaving = false): void {
  clearTimeout(saveTimer)
  const change = session.token() === undefined ? undefined : preference.takeUnsaved()
  if (change)
    api.user
      .saveMyUserPreference({ body: change }, { background: true, keepAlive: isLeaving })
      .catch(() => preference.giveBack(change))
}

/**
 * Returns a preference and its setter: `const [isFolded, setFolded] = usePreference('menuFolded', false, isBoolean)`. A
 * stored value of the wrong type counts as absent.
 */
export function usePreference<Value extends PreferenceValue>(
  key: string,
  fallback: Value,
  isValue: (value: unknown) => value is Value,
): [Value, (value: Value) => void] {
  const stored = useStore(preference.shown)[key]
  const set = useCallback((value: Value) => setPreference(key, value), [key])
  return [isValue(stored) ? stored : fallback, set]
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const isText = (value: unknown): value is string => typeof value === 'string'
export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

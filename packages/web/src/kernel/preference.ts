// The user's own arrangement (theme, folded menu, chosen columns): local storage `userPreference`, copied to the server.
// Source: specification 1, section 2 (fetched after sign-in); decisions, "Wire".
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
// What was changed in the last second before the page goes.
addEventListener('pagehide', () => save(true))

/** Fetches the remote preferences of a user who signed in. */
export async function fetchPreference(userId: string): Promise<void> {
  preference.receive(userId, await api.user.getMyUserPreference({ params: { userId } }, { ownMessage: true }))
}

/** Call once at the start of the page: one that begins with a session may be the first of this user here. */
export function fetchMissingPreference(): void {
  const user = session.user()
  if (user && !preference.hasCopy()) fetchPreference(user.id).catch(() => undefined)
}

/** Changes one preference here at once and on the server a second later; a failed copy costs nothing but the copy. */
function setPreference(key: string, value: PreferenceValue): void {
  preference.set(key, value)
  saveSoon()
}

/** Everything looks as on the first day. */
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
  if (change) api.user.saveMyUserPreference({ body: change }, { background: true, keepAlive: isLeaving }).catch(() => preference.giveBack(change))
}

/** `const [isFolded, setFolded] = usePreference('menuFolded', false, isBoolean)`; a stored value of another kind counts as absent. */
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
export const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string')

// The user's own arrangement (theme, folded menu, chosen columns): local storage `userPreference`, copied to the server.
// Source: specification 1, section 2 (fetched after sign-in); decisions, "Wire".
import type { UserPreference } from '@clubfolio/contract'
import { useCallback } from 'react'
import { api } from './api.ts'
import { session } from './session.ts'
import { createStore, useStore } from './store.ts'

const storageKey = 'userPreference'
const saveAfterMs = 1_000

type PreferenceValue = UserPreference[string]

function read(): UserPreference {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as UserPreference) : {}
  } catch {
    return {}
  }
}

const preference = createStore<UserPreference>(read())
let saveTimer: ReturnType<typeof setTimeout> | undefined

session.subscribe((user) => {
  if (user || session.isPaused()) return
  clearTimeout(saveTimer)
  preference.set({})
})

/** Fetches the remote preferences after sign-in and keeps them when there are any. */
export async function fetchPreference(userId: string): Promise<void> {
  const remote = await api.user.getMyUserPreference({ params: { userId } })
  if (Object.keys(remote).length > 0) keep(remote)
}

function keep(value: UserPreference): void {
  localStorage.setItem(storageKey, JSON.stringify(value))
  preference.set(value)
}

/** Changes one preference here at once and on the server a second later; a failed copy costs nothing but the copy. */
export function setPreference(key: string, value: PreferenceValue): void {
  keep({ ...preference.get(), [key]: value })
  copySoon()
}

/** Everything looks as on the first day. */
export function forgetPreference(): void {
  keep({})
  copySoon()
}

export function useHasPreference(): boolean {
  return Object.keys(useStore(preference)).length > 0
}

function copySoon(): void {
  clearTimeout(saveTimer)
  saveTimer = setTimeout(() => {
    if (!session.user()) return
    api.user.saveMyUserPreference({ body: { preference: preference.get() } }, { background: true }).catch(() => undefined)
  }, saveAfterMs)
}

/** `const [isFolded, setFolded] = usePreference('menuFolded', false, isBoolean)`; a stored value of another kind counts as absent. */
export function usePreference<Value extends PreferenceValue>(
  key: string,
  fallback: Value,
  isValue: (value: unknown) => value is Value,
): [Value, (value: Value) => void] {
  const stored = useStore(preference)[key]
  const set = useCallback((value: Value) => setPreference(key, value), [key])
  return [isValue(stored) ? stored : fallback, set]
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string')

// One user's preferences in this browser, key by key: a change in one tab never overwrites a change from another tab or
// another browser. Local storage is read again before each change, and only changed keys go to the server, which merges
// them. Pure; timers and calls are elsewhere.
import { z } from 'zod'
import { parseStored } from './parse-stored.ts'
import { UserPreference } from '@clubfolio/contract'
import { createStore, type Store } from './store.ts'

export const preferenceKey = 'userPreference'

/** Changed keys; null removes a key. `isReset` also removes all other keys. */
export interface PreferenceChange {
  readonly preference: UserPreference
  readonly isReset: boolean
}

export interface PreferenceParts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Id of the user this page currently belongs to. */
  readonly userId: () => string | undefined
}

export interface PreferenceStore {
  readonly shown: Store<UserPreference>
  readonly set: (key: string, value: UserPreference[string]) => void
  readonly reset: () => void
  /** Applies the server's copy; unsaved local changes take precedence over it. */
  readonly receive: (userId: string, remote: UserPreference) => void
  /** Takes the changes to save, or undefined when there are none. */
  readonly takeUnsaved: () => PreferenceChange | undefined
  /** Puts back a change that could not be saved; it is sent with the next change, and newer changes override it. */
  readonly giveBack: (change: PreferenceChange) => void
  /** Reads storage again: another tab wrote, or another session began or ended. */
  readonly reload: () => void
  readonly hasCopy: () => boolean
}

const nothing: PreferenceChange = { preference: {}, isReset: false }

const apply = (base: UserPreference, { preference, isReset }: PreferenceChange): UserPreference =>
  Object.fromEntries(Object.entries({ ...(isReset ? {} : base), ...preference }).filter(([, value]) => value !== null))

export function createPreferenceStore({ storage, userId }: PreferenceParts): PreferenceStore {
  let unsaved = nothing
  let unsavedOf = userId()
  const read = (): UserPreference | undefined => {
    const owner = userId()
    return owner === undefined ? undefined : readStored(storage.getItem(preferenceKey), owner)
  }
  const shown = createStore(read() ?? {})
  const write = (owner: string, preference: UserPreference) => {
    storage.setItem(preferenceKey, JSON.stringify({ userId: owner, preference }))
    shown.set(preference)
  }
  /** Unsaved changes of a previous user of this page are discarded. */
  const unsavedNow = (): PreferenceChange => {
    if (unsavedOf !== userId()) unsaved = nothing
    unsavedOf = userId()
    return unsaved
  }
  const change = (next: PreferenceChange) => {
    const owner = userId()
    if (owner === undefined) return
    unsaved = merge(unsavedNow(), next)
    write(owner, apply(read() ?? {}, next))
  }
  return {
    shown,
    set: (key, value) => change({ preference: { [key]: value }, isReset: false }),
    reset: () => change({ preference: {}, isReset: true }),
    receive: (owner, remote) => {
      if (owner === userId()) write(owner, apply(remote, unsavedNow()))
    },
    takeUnsaved: () => {
      const taken = unsavedNow()
      unsaved = nothing
      return taken.isReset || Object.keys(taken.preference).length > 0 ? taken : undefined
    },
    giveBack: (failed) => {
      unsaved = merge(failed, unsavedNow())
    },
    reload: () => shown.set(read() ?? {}),
    hasCopy: () => read() !== undefined,
  }
}

const merge = (first: PreferenceChange, second: PreferenceChange): PreferenceChange =>
  second.isReset ? second : { preference: { ...first.preference, ...second.preference }, isReset: first.isReset }

const StoredPreference = z.object({ userId: z.string(), preference: UserPreference })

/**
 * Returns undefined for stored text that is corrupt, belongs to another user, or comes from a version that stored no
 * user id; the server has a copy.
 */
function readStored(text: string | null, owner: string): UserPreference | undefined {
  const stored = parseStored(StoredPreference, text)
  return stored?.userId === owner ? stored.preference : undefined
}

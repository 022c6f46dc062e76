// A value that parts outside React can change and components can follow. Server data never lives here; that is the query cache's.
import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** `createStore(0)` holds 0 until `set(1)`; listeners hear every change, and nothing when the value stays the same. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const forgets: (() => void)[] = []

/** A store of what belongs to the signed-in user: `forgetUser` puts it back to `initial`. Every store of a module is one, unless a test says why not. */
export function createUserStore<Value>(initial: Value): Store<Value> {
  const store = createStore(initial)
  forgets.push(() => store.set(initial))
  return store
}

/** The user is gone, and with them all that these stores knew. */
export function forgetUser(): void {
  for (const forget of forgets) forget()
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get)
}

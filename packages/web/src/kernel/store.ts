// Observable values that code outside React can change and components can subscribe to. Server data never lives here;
// it belongs to the query cache.
import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Creates a store: `createStore(0)` holds 0 until `set(1)`. Listeners are called on every change, not when the value
 * stays the same.
 */
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

/**
 * Creates a store for data of the signed-in user: `forgetUser` resets it to `initial`. Every module-level store is one,
 * unless a test lists why not.
 */
export function createUserStore<Value>(initial: Value): Store<Value> {
  const store = createStore(initial)
  forgets.push(() => store.set(initial))
  return store
}

/** Resets all user stores after the user is gone. */
export function forgetUser(): void {
  for (const forget of forgets) forget()
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get)
}

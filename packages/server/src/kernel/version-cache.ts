// Caches derived values by the version of their inputs. It never decides what is current: callers read the version from
// the database, and triggers renew it with every change (decision 0007).

export interface VersionCache<Value> {
  /** Returns the value cached for exactly this version, or undefined. */
  find(key: string, version: string): Value | undefined
  /** Returns the value cached under the key with its version, whatever that is. */
  findAny(key: string): { readonly version: string; readonly value: Value } | undefined
  /** Stores the newest version; the least recently read entries are evicted. */
  keep(key: string, version: string, value: Value): void
}

interface Kept<Value> {
  readonly version: string
  readonly value: Value
  readonly size: number
}

/** Holds at most `limit` in total, each entry sized by `sizeOf`; an entry larger than the limit is never stored. */
export function createVersionCache<Value>(
  limit: number,
  sizeOf: (value: Value, key: string) => number,
): VersionCache<Value> {
  // In order of last use, oldest first.
  const kept = new Map<string, Kept<Value>>()
  let total = 0
  const drop = (key: string): void => {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  const use = (key: string, one: Kept<Value>): Kept<Value> => {
    kept.delete(key)
    kept.set(key, one)
    return one
  }
  return {
    find(key, version) {
      const one = kept.get(key)
      if (!one || one.version !== version) return undefined
      return use(key, one).value
    },
    findAny(key) {
      const one = kept.get(key)
      return one && use(key, one)
    },
    keep(key, version, value) {
      drop(key)
      const size = sizeOf(value, key)
      if (size > limit) return
      kept.set(key, { version, value, size })
      total += size
      for (const oldest of kept.keys()) {
        if (total <= limit) return
        drop(oldest)
      }
    },
  }
}

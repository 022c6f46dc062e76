// Caches derived values by the version of their inputs. It never decides what is current: callers read the version from
// the database, and triggers renew it with every change (decision 0007).

export interface VersionCache<Value> {
  /** Returns the value cached for exactly this version, or undefined. */
  find(key: string, version: string): Value | undefined
  /** Stores the newest version; the least recently read entries are evicted. */
  keep(key: string, version: string, value: Value): void
}

/** Holds at most `limit` in total, each entry sized by `sizeOf`; an entry larger than the limit is never stored. */
export function createVersionCache<Value>(
  limit: number,
  sizeOf: (value: Value, key: string) => number,
): VersionCache<Value> {
  // In order of last use, oldest first.
  const kept = new Map<string, { readonly version: string; readonly value: Value; readonly size: number }>()
  let total = 0
  const drop = (key: string): void => {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  return {
    find(key, version) {
      const one = kept.get(key)
      if (!one || one.version !== version) return undefined
      kept.delete(key)
      kept.set(key, one)
      return one.value
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

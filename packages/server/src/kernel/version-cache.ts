// Things that were worked out before, by the version of what they were worked out from. It never decides what is current: whoever asks has
// read the version in the database, and triggers renew that with every change (decision 0007).

export interface VersionCache<Value> {
  /** What was kept for exactly this version, or undefined. */
  find(key: string, version: string): Value | undefined
  /** Keeps the newest version; what was read longest ago makes room. */
  keep(key: string, version: string, value: Value): void
}

/** Holds at most `limit` in all, each as large as `sizeOf` says; what is larger than that by itself is never held. */
export function createVersionCache<Value>(limit: number, sizeOf: (value: Value) => number): VersionCache<Value> {
  // In the order of their last use, the oldest first.
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
      const size = sizeOf(value)
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

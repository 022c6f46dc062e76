// Keeps what was read of the market, by key, until the market changes (decision 0131).
import { createVersionCache, type VersionCache } from '../../kernel/version-cache.ts'
import type { MarketWatch } from './watch-market.ts'

/** Values may be shared by requests, so they must never be mutated. */
export interface MarketCache<Value> {
  /**
   * Returns the value of each key. `read` gets the keys that are not kept and returns a value for each of them: one
   * that the market does not know has a value that says so.
   */
  findAll(
    market: MarketWatch,
    keys: readonly string[],
    read: (missing: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<ReadonlyMap<string, Value>>
}

/** Holds at most `limit` in total for each watch of a market, each value sized by `sizeOf`, or one. */
export function createMarketCache<Value>(
  limit: number,
  sizeOf: (value: Value, key: string) => number = () => 1,
): MarketCache<Value> {
  const caches = new WeakMap<MarketWatch, VersionCache<Value>>()
  const cacheOf = (market: MarketWatch): VersionCache<Value> => {
    const known = caches.get(market)
    if (known) return known
    const made = createVersionCache(limit, sizeOf)
    caches.set(market, made)
    return made
  }
  return {
    async findAll(market, keys, read) {
      if (keys.length === 0) return new Map()
      const version = market.version()
      if (version === undefined) return read(keys)
      const cache = cacheOf(market)
      const found = new Map<string, Value>()
      const missing: string[] = []
      for (const key of keys) {
        const value = cache.find(key, version)
        if (value === undefined) missing.push(key)
        else found.set(key, value)
      }
      if (missing.length === 0) return found
      const values = await read(missing)
      // What was read before a change must not displace what was read after it.
      const isCurrent = market.version() === version
      for (const [key, value] of values) {
        found.set(key, value)
        if (isCurrent) cache.keep(key, version, value)
      }
      return found
    },
  }
}

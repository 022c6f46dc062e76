// The history is computed in blocks of sessions. A walk depends on the previous day, so each walk keeps its state at
// the start of every block; any block can be recomputed from there without the years before it.

/** Sessions per block. */
export const BLOCK_SESSIONS = 256

/** Returns the block of a session number. */
export function blockOf(session: number): number {
  return Math.floor(session / BLOCK_SESSIONS)
}

/** A bounded LRU cache; evicted values can always be recomputed. */
export class LruCache<Value> {
  readonly #bound: number
  readonly #values = new Map<string, Value>()

  constructor(bound: number) {
    this.#bound = bound
  }

  get(key: string, compute: () => Value): Value {
    const known = this.#values.get(key)
    if (known !== undefined) {
      this.#values.delete(key)
      this.#values.set(key, known)
      return known
    }
    const value = compute()
    this.#values.set(key, value)
    if (this.#values.size > this.#bound) {
      const oldest = this.#values.keys().next()
      if (oldest.done !== true) this.#values.delete(oldest.value)
    }
    return value
  }
}

// The history is computed in blocks of sessions: a walk needs the day before, so each walk keeps its state at the start of
// every block, and any block can be computed again from there without the years before it.

/** Sessions of a block. */
export const BLOCK_SESSIONS = 256

/** The block of a session number. */
export function blockOf(session: number): number {
  return Math.floor(session / BLOCK_SESSIONS)
}

/** Keeps the most recently used values up to a bound and forgets the rest; every value can be computed again. */
export class RecentlyUsed<Value> {
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

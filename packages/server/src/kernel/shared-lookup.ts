// Concurrent calls with the same question share one answer. No call gets an answer to a question asked before the call
// arrived, so nobody gets stale data: a call that arrives while a question is pending waits for the next one, together
// with every other call that arrived meanwhile.

/** Runs `ask`, or waits for another call's `ask` under the same key that starts after this call arrived. */
export type SharedWork<Result> = (key: string, ask: () => Promise<Result>) => Promise<Result>

/**
 * `const share = createSharedWork<Quote[]>()`, then `share('ACME', () => readQuotes('ACME'))`: sixty concurrent calls
 * read at most twice.
 */
export function createSharedWork<Result>(): SharedWork<Result> {
  const asking = new Map<string, { readonly now: Promise<Result>; next?: Promise<Result> }>()
  const put = (key: string, ask: () => Promise<Result>): Promise<Result> => {
    const now = ask()
    const entry: { readonly now: Promise<Result>; next?: Promise<Result> } = { now }
    asking.set(key, entry)
    const end = (): void => void (entry.next === undefined && asking.delete(key))
    now.then(end, end)
    return now
  }
  return (key, ask) => {
    const entry = asking.get(key)
    if (!entry) return put(key, ask)
    return (entry.next ??= entry.now.then(
      () => put(key, ask),
      () => put(key, ask),
    ))
  }
}

/**
 * `const find = createSharedLookup((token) => findSession(db, clock, token))`: sixty calls of a page with one token
 * take two reads.
 */
export function createSharedLookup<Result>(ask: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const share = createSharedWork<Result>()
  return (key) => share(key, () => ask(key))
}

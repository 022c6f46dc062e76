// Many calls with the same question at once ask it once. Nobody shares an answer whose question was put before they came, so nobody hears
// how it was before: whoever comes while one is asked waits for the next, together with everybody else who came meanwhile.

/** `const find = createSharedLookup((token) => findSession(db, clock, token))`: sixty calls of a page with one token are two reads. */
export function createSharedLookup<Result>(ask: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const asking = new Map<string, { readonly now: Promise<Result>; next?: Promise<Result> }>()
  const put = (key: string): Promise<Result> => {
    const now = ask(key)
    const entry: { readonly now: Promise<Result>; next?: Promise<Result> } = { now }
    asking.set(key, entry)
    const end = (): void => void (entry.next === undefined && asking.delete(key))
    now.then(end, end)
    return now
  }
  return (key) => {
    const entry = asking.get(key)
    if (!entry) return put(key)
    return (entry.next ??= entry.now.then(() => put(key), () => put(key)))
  }
}

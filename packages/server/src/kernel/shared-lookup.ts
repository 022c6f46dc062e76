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

/** How long a question without an answer holds up the next one: a connection that is dead says nothing for minutes. */
const patienceMs = 250

/**
 * `const find = createBatchedLookup((tokens) => readRows(db, clock, tokens))`: sixty calls take two reads, whatever
 * their tokens. `ask` answers its questions in their order; when it fails, it fails for all of them.
 */
export function createBatchedLookup<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let isAsking = false
  let next: { readonly questions: Question[]; readonly answers: Promise<readonly Answer[]>; begin(): void } | undefined
  const put = async (questions: readonly Question[]): Promise<readonly Answer[]> => {
    isAsking = true
    let hasReleased = false
    const release = (): void => {
      if (hasReleased) return
      hasReleased = true
      isAsking = false
      next?.begin()
    }
    const timer = setTimeout(release, patienceMs)
    try {
      return await ask(questions)
    } finally {
      clearTimeout(timer)
      release()
    }
  }
  return async (question) => {
    if (!isAsking) return (await put([question]))[0]!
    if (!next) {
      const questions: Question[] = []
      let begin = (): void => undefined
      const begun = new Promise<void>((resolve) => (begin = resolve))
      next = {
        questions,
        answers: begun.then(() => put(questions)),
        begin: () => {
          // Set at once: a call that arrives before the statement starts must not start another beside it.
          isAsking = true
          next = undefined
          begin()
        },
      }
    }
    const { questions, answers } = next
    const place = questions.push(question) - 1
    return (await answers)[place]!
  }
}

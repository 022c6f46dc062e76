// One linking attempt as the windows of this browser share it, in local storage: the opener keeps the attempt's state, the
// popup that comes back from the broker leaves a code (or a denial) only for that state. Pure; windows and calls are elsewhere.
// Source: specification 1, sections 2 and 4; design of the brokerage, section 2.

/** The part of local storage that linking needs; a map in tests. */
export interface LinkStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

const codeKey = 'code'
const attemptKey = 'linkAttempt'

export const attemptLifeMs = 10 * 60_000
/** How often the opener looks for the code. */
export const pollMs = 500

interface KeptAttempt {
  readonly state: string
  readonly startedMs: number
  readonly isDenied?: boolean
}

/** What the popup did with the address it came back to. */
export type Callback = 'stored' | 'denied' | 'foreign'

/** What the opener finds: nothing yet, the code, a denial, its time over, or an attempt of another window in its place. */
export type Poll = { readonly kind: 'waiting' | 'denied' | 'expired' | 'takenOver' } | { readonly kind: 'code'; readonly code: string }

/** Begins an attempt; one of another window ends by this. A code that lies around belongs to nobody any more. */
export function keepAttempt(storage: LinkStorage, state: string, nowMs: number): void {
  storage.removeItem(codeKey)
  storage.setItem(attemptKey, JSON.stringify({ state, startedMs: nowMs } satisfies KeptAttempt))
}

/** Ends this window's attempt; another window's stays. */
export function endAttempt(storage: LinkStorage, state: string): void {
  if (readAttempt(storage)?.state !== state) return
  storage.removeItem(attemptKey)
  storage.removeItem(codeKey)
}

/** True when the address is one that a broker sends a browser back to. */
export const isCallback = (search: Readonly<Record<string, string | undefined>>): boolean => search['code'] !== undefined || search['error'] !== undefined

/** Takes what the broker sent back: a code is kept only for the attempt that waits, and only while it may. */
export function receiveCallback(storage: LinkStorage, search: Readonly<Record<string, string | undefined>>, nowMs: number): Callback {
  const attempt = readAttempt(storage)
  if (!attempt || attempt.state !== search['state'] || nowMs - attempt.startedMs >= attemptLifeMs) return 'foreign'
  if (search['code']) {
    storage.setItem(codeKey, search['code'])
    return 'stored'
  }
  storage.setItem(attemptKey, JSON.stringify({ ...attempt, isDenied: true } satisfies KeptAttempt))
  return 'denied'
}

/** Looks once. The code is taken out of storage as it is found, so that nobody finds it twice. */
export function pollAttempt(storage: LinkStorage, state: string, nowMs: number): Poll {
  const attempt = readAttempt(storage)
  if (attempt?.state !== state) return { kind: 'takenOver' }
  const code = storage.getItem(codeKey)
  if (code) {
    endAttempt(storage, state)
    return { kind: 'code', code }
  }
  if (attempt.isDenied) return { kind: 'denied' }
  return { kind: nowMs - attempt.startedMs >= attemptLifeMs ? 'expired' : 'waiting' }
}

function readAttempt(storage: LinkStorage): KeptAttempt | undefined {
  try {
    const value = JSON.parse(storage.getItem(attemptKey) ?? 'null') as Partial<KeptAttempt> | null
    if (!value || typeof value.state !== 'string' || typeof value.startedMs !== 'number') return undefined
    return { state: value.state, startedMs: value.startedMs, isDenied: value.isDenied === true }
  } catch {
    return undefined
  }
}

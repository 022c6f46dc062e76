// One linking attempt, shared between the windows of this browser through local storage: the opener stores the
// attempt's state, and the popup that returns from the broker leaves a code (or a denial) only for that state. Pure;
// windows and calls are elsewhere.
// Source: docs/rules/brokerage.md, "Linking".

import { linkAttemptLifeMs } from '@clubfolio/contract'
import { z } from 'zod'
import { parseStored } from '../../kernel/parse-stored.ts'

/** The part of local storage that linking needs; tests pass a map. */
export interface LinkStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

const codeKey = 'code'
const attemptKey = 'linkAttempt'

/** How often the opener polls for the code. */
export const pollMs = 500

interface KeptAttempt {
  readonly state: string
  readonly startedMs: number
  readonly isDenied?: boolean
}

/** What the popup did with the address that it returned to. */
export type Callback = 'stored' | 'denied' | 'foreign'

/**
 * What the opener finds: nothing yet, the code, a denial, an expired attempt, or another window's attempt in its place.
 */
export type Poll =
  | { readonly kind: 'waiting' | 'denied' | 'expired' | 'takenOver' }
  | { readonly kind: 'code'; readonly code: string }

/**
 * Starts an attempt, replacing any attempt of another window. A leftover code is removed, because no attempt owns it
 * any more.
 */
export function keepAttempt(storage: LinkStorage, state: string, nowMs: number): void {
  storage.removeItem(codeKey)
  storage.setItem(attemptKey, JSON.stringify({ state, startedMs: nowMs } satisfies KeptAttempt))
}

/** Ends this window's attempt; an attempt of another window stays. */
export function endLinkAttempt(storage: LinkStorage, state: string): void {
  if (readAttempt(storage)?.state !== state) return
  storage.removeItem(attemptKey)
  storage.removeItem(codeKey)
}

/** Returns true when the address is one that a broker redirects the browser to. */
export const isCallback = (search: Readonly<Record<string, string | undefined>>): boolean =>
  search['code'] !== undefined || search['error'] !== undefined

/**
 * Takes what the broker sent back: a code is stored only for the waiting attempt, and only until that attempt expires.
 */
export function receiveCallback(
  storage: LinkStorage,
  search: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): Callback {
  const attempt = readAttempt(storage)
  if (!attempt || attempt.state !== search['state'] || nowMs - attempt.startedMs >= linkAttemptLifeMs) return 'foreign'
  if (search['code']) {
    storage.setItem(codeKey, search['code'])
    return 'stored'
  }
  storage.setItem(attemptKey, JSON.stringify({ ...attempt, isDenied: true } satisfies KeptAttempt))
  return 'denied'
}

/** Polls once. A code is removed from storage as soon as it is found, so that it is used only once. */
export function pollAttempt(storage: LinkStorage, state: string, nowMs: number): Poll {
  const attempt = readAttempt(storage)
  if (attempt?.state !== state) return { kind: 'takenOver' }
  const code = storage.getItem(codeKey)
  if (code) {
    endLinkAttempt(storage, state)
    return { kind: 'code', code }
  }
  if (attempt.isDenied) return { kind: 'denied' }
  return { kind: nowMs - attempt.startedMs >= linkAttemptLifeMs ? 'expired' : 'waiting' }
}

const StoredAttempt = z.object({ state: z.string(), startedMs: z.number(), isDenied: z.boolean().catch(false) })

function readAttempt(storage: LinkStorage): KeptAttempt | undefined {
  return parseStored(StoredAttempt, storage.getItem(attemptKey))
}

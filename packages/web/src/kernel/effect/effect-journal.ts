// Requests that this browser has sent: one entry of local storage per request, written before sending and removed with
// the answer. If the answer was lost, the entry keeps the request's fate until the user dismisses its message. An entry
// belongs to a user, survives reload and sign-out, and is never shown to anyone else.
import { z } from 'zod'
import { parseStored } from '../parse-stored.ts'

export interface JournalEntry {
  readonly userId: string
  /** The request's Idempotency-Key. */
  readonly key: string
  /** Name of the call: `order.putOrder`. */
  readonly call: string
  /** Description of the effect, worded like a button label: `Buy 100 SPY at market`. */
  readonly what: string
  readonly sentAtMs: number
  /** Equal for equal content; absent where content is secret. */
  readonly content?: string
  /** Parameters and body in wire format, to send the same request again; absent where content is secret. */
  readonly wire?: { readonly params?: unknown; readonly body?: unknown }
  /**
   * The request carries a reference that makes it idempotent, so sending it again is safe while its fate is unknown.
   */
  readonly isRepeatable?: true
  /** How the request ended after its answer was lost; absent while its fate is open. */
  readonly ending?: EffectEnding
}

export interface EffectEnding {
  readonly state: 'done' | 'not-done' | 'unknown'
  readonly reason: string | null
  /** Done as far as its sender can: it takes effect once a second person approves it. */
  readonly isWaiting?: true | undefined
}

/** The subset of local storage that the journal needs. */
export type JournalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface EffectJournal {
  /** Of all users of this browser. */
  readonly isEmpty: () => boolean
  /** Oldest first. */
  readonly list: (userId: string) => readonly JournalEntry[]
  readonly write: (entry: JournalEntry) => void
  readonly remove: (entry: Pick<JournalEntry, 'userId' | 'key'>) => void
}

const prefix = 'pendingEffect:'
const placeOf = ({ userId, key }: Pick<JournalEntry, 'userId' | 'key'>): string => `${prefix}${userId}:${key}`

export function createEffectJournal(storage: JournalStorage): EffectJournal {
  const names = () => Array.from({ length: storage.length }, (_none, place) => storage.key(place) ?? '')
  return {
    isEmpty: () => !names().some((name) => name.startsWith(prefix)),
    list: (userId) => {
      const own = names().filter((name) => name.startsWith(`${prefix}${userId}:`))
      return own.flatMap((name) => readEntry(storage.getItem(name), userId)).sort((a, b) => a.sentAtMs - b.sentAtMs)
    },
    write: (entry) => {
      try {
        storage.setItem(placeOf(entry), JSON.stringify(entry))
      } catch {
        // Storage is full: the tab that sends the request still finds out its fate.
      }
    },
    remove: (entry) => storage.removeItem(placeOf(entry)),
  }
}

const StoredEntry = z.object({
  userId: z.string(),
  key: z.string(),
  call: z.string(),
  what: z.string(),
  sentAtMs: z.number(),
  content: z.string().optional(),
  wire: z.object({ params: z.unknown().optional(), body: z.unknown().optional() }).optional(),
  isRepeatable: z.literal(true).optional(),
  ending: z
    .object({
      state: z.enum(['done', 'not-done', 'unknown']),
      reason: z.string().nullable(),
      isWaiting: z.literal(true).optional(),
    })
    .optional(),
})

function readEntry(text: string | null, userId: string): JournalEntry[] {
  const entry = parseStored(StoredEntry, text)
  return entry?.userId === userId ? [entry] : []
}

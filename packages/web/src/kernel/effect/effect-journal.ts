// What this browser has sent: one entry of local storage per request, written before it is sent and removed with its answer. Where the
// answer was lost, the entry keeps what became of it until the user has taken the sentence about it away. It belongs to a user, outlives
// reload and sign-out, and is never shown to anybody else.
export interface JournalEntry {
  readonly userId: string
  /** The request's Idempotency-Key. */
  readonly key: string
  /** Which call: `order.putOrder`. */
  readonly call: string
  /** What it does, in the words of a button: `Buy 100 SPY at market`. */
  readonly what: string
  readonly sentAtMs: number
  /** Equal for equal content; absent where content is secret. */
  readonly content?: string
  /** Parameters and body as they travel, to send the same again; absent where content is secret. */
  readonly wire?: { readonly params?: unknown; readonly body?: unknown }
  /** It carries a reference by which it happens once, so sending it again does no harm while nobody knows whether it happened. */
  readonly isRepeatable?: true
  /** How it ended after its answer was lost; absent while its fate is open. */
  readonly ending?: EffectEnding
}

export interface EffectEnding {
  readonly state: 'done' | 'not-done' | 'unknown'
  readonly reason: string | null
}

/** The part of local storage that the journal needs. */
export type JournalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface EffectJournal {
  /** Oldest first. */
  readonly list: (userId: string) => readonly JournalEntry[]
  readonly write: (entry: JournalEntry) => void
  readonly remove: (entry: Pick<JournalEntry, 'userId' | 'key'>) => void
}

const prefix = 'pendingEffect:'
const placeOf = ({ userId, key }: Pick<JournalEntry, 'userId' | 'key'>): string => `${prefix}${userId}:${key}`

export function createEffectJournal(storage: JournalStorage): EffectJournal {
  return {
    list: (userId) => {
      const names = Array.from({ length: storage.length }, (_none, place) => storage.key(place) ?? '')
      const own = names.filter((name) => name.startsWith(`${prefix}${userId}:`))
      return own.flatMap((name) => readEntry(storage.getItem(name), userId)).sort((a, b) => a.sentAtMs - b.sentAtMs)
    },
    write: (entry) => {
      try {
        storage.setItem(placeOf(entry), JSON.stringify(entry))
      } catch {
        // No room: the tab that sends it still finds out what became of it.
      }
    },
    remove: (entry) => storage.removeItem(placeOf(entry)),
  }
}

function readEntry(text: string | null, userId: string): JournalEntry[] {
  try {
    const entry = JSON.parse(text ?? 'null') as Partial<JournalEntry> | null
    const isWhole = entry?.userId === userId && typeof entry.key === 'string' && typeof entry.call === 'string' && typeof entry.what === 'string' && typeof entry.sentAtMs === 'number'
    return isWhole ? [entry as JournalEntry] : []
  } catch {
    return []
  }
}

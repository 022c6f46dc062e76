// What owners wrote about trades, under the transactions that opened them.
import type { Db } from '../../db/connect.ts'

export interface TradeNote {
  readonly setup: string
  readonly tags: readonly string[]
  readonly note: string
}

export const emptyNote: TradeNote = { setup: '', tags: [], note: '' }

/** Returns the notes of an account by the transaction that they are kept under, oldest first. */
export async function readNotes(db: Db, accountId: string): Promise<Map<string, TradeNote>> {
  const rows = await db
    .selectFrom('trade_note')
    .select(['opened_id', 'setup', 'tags', 'note'])
    .where('account_id', '=', accountId)
    .orderBy('updated_at')
    .orderBy('opened_id')
    .execute()
  return new Map(rows.map(({ opened_id, setup, tags, note }) => [opened_id, { setup, tags, note }]))
}

/**
 * Returns the note of a trade. When transactions that arrived later made one trade of two, it has what was written
 * about both: the first setup, all tags, the notes below each other.
 */
export function noteOf(tradeId: string, entryIds: readonly string[], notes: ReadonlyMap<string, TradeNote>): TradeNote {
  if (notes.size === 0) return emptyNote
  const found = [...new Set([tradeId, ...entryIds])].flatMap((id) => notes.get(id) ?? [])
  const [first = emptyNote] = found
  if (found.length <= 1) return first
  return {
    setup: found.find(({ setup }) => setup !== '')?.setup ?? '',
    tags: [...new Set(found.flatMap(({ tags }) => tags))],
    note: found.flatMap(({ note }) => (note === '' ? [] : [note])).join('\n\n'),
  }
}

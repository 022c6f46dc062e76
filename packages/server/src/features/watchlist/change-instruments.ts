// Adds, removes, annotates and reorders the instruments of one watchlist.
import { Refusal, watchedLimit } from '@clubfolio/contract'
import { codeKey } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { activeSource } from '../stock/active-market.ts'
import { lockWatchlist } from './own-watchlist.ts'

export interface WatchlistEntry {
  readonly id: string
  readonly code: string
}

/** Returns the list's name; an instrument that is already in the list keeps its place. */
export async function addInstrument(
  db: Db,
  clock: Clock,
  ownerId: string,
  { id, code }: WatchlistEntry,
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const list = await lockWatchlist(trx, ownerId, id)
    const { rows } = await sql<{
      code: string
      code_key: string
    }>`select code, code_key from instrument where source = ${activeSource} and code_key = ${codeKey(code)}`.execute(
      trx,
    )
    const instrument = rows[0]
    if (!instrument) throw new Refusal('watchedUnknown', { code })
    const items = await trx
      .selectFrom('watchlist_item')
      .select(['code_key', 'position'])
      .where('watchlist_id', '=', id)
      .execute()
    if (items.some((item) => item.code_key === instrument.code_key)) return list.name
    if (items.length >= watchedLimit) throw new Refusal('watchedCount', { limit: watchedLimit })
    const position = Math.max(0, ...items.map((item) => item.position + 1))
    await trx
      .insertInto('watchlist_item')
      .values({
        watchlist_id: id,
        code: instrument.code,
        code_key: instrument.code_key,
        position,
        added_at: new Date(clock.nowMs()),
      })
      .execute()
    return list.name
  })
}

export async function removeInstrument(db: Db, ownerId: string, { id, code }: WatchlistEntry): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockWatchlist(trx, ownerId, id)
    const { numDeletedRows } = await trx
      .deleteFrom('watchlist_item')
      .where('watchlist_id', '=', id)
      .where('code_key', '=', codeKey(code))
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new Refusal('notFound')
  })
}

export async function saveNote(
  db: Db,
  ownerId: string,
  { id, code, note }: WatchlistEntry & { readonly note: string },
): Promise<void> {
  // A note changes neither the number nor the order of the instruments, so the list is not locked for it.
  const { numUpdatedRows } = await db
    .updateTable('watchlist_item as w')
    .from('watchlist as l')
    .set({ note })
    .whereRef('l.id', '=', 'w.watchlist_id')
    .where('l.id', '=', id)
    .where('l.owner_id', '=', ownerId)
    .where('w.code_key', '=', codeKey(code))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('notFound')
}

/** Puts the named codes first in this order, then the others in their existing order. */
export async function reorderInstruments(
  db: Db,
  ownerId: string,
  { id, codes }: { readonly id: string; readonly codes: readonly string[] },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockWatchlist(trx, ownerId, id)
    await sql`
      update watchlist_item w set position = placed.place
      from (
        select i.code_key, row_number() over (order by n.place nulls last, i.position, i.code_key)::int as place
        from watchlist_item i left join unnest(${codes.map(codeKey)}::text[]) with ordinality as n (code_key, place)
          using (code_key)
        where i.watchlist_id = ${id}
      ) placed
      where w.watchlist_id = ${id} and w.code_key = placed.code_key
    `.execute(trx)
  })
}

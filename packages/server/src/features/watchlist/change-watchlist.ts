// Creates, renames and deletes watchlists of one user.
import { Refusal, watchlistLimit } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { refuseTaken } from '../../kernel/unique-refusal.ts'
import { lockWatchlist } from './own-watchlist.ts'

export async function createWatchlist(db: Db, clock: Clock, ownerId: string, name: string): Promise<string> {
  return inTransaction(db, async (trx) => {
    // Locks the owner's row; otherwise two parallel calls could both pass the count check.
    await sql`select from app_user where id = ${ownerId} for update`.execute(trx)
    const known = await trx.selectFrom('watchlist').select('position').where('owner_id', '=', ownerId).execute()
    if (known.length >= watchlistLimit) throw new Refusal('watchlistCount', { limit: watchlistLimit })
    const id = newId(clock)
    const position = Math.max(0, ...known.map((list) => list.position + 1))
    const created = { id, owner_id: ownerId, name, position, created_at: new Date(clock.nowMs()) }
    await refuseTaken(trx.insertInto('watchlist').values(created).execute(), { name })
    return id
  })
}

export async function renameWatchlist(
  db: Db,
  ownerId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`select from app_user where id = ${ownerId} for update`.execute(trx)
    await lockWatchlist(trx, ownerId, id)
    await refuseTaken(trx.updateTable('watchlist').set({ name }).where('id', '=', id).execute(), { name })
  })
}

export async function deleteWatchlist(db: Db, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('watchlist')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
}

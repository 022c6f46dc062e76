// Locks a watchlist of the caller, so that its instruments are counted and placed by one change at a time.
import { Refusal } from '@clubfolio/contract'
import type { Trx } from '../../kernel/transaction.ts'

export interface OwnedWatchlist {
  readonly id: string
  readonly name: string
}

/** Throws the refusal `notFound` for a list that does not exist or belongs to another user. */
export async function lockWatchlist(trx: Trx, ownerId: string, id: string): Promise<OwnedWatchlist> {
  const list = await trx
    .selectFrom('watchlist')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!list) throw new Refusal('notFound')
  return list
}

// An own account by its id.
import { Refusal } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'

/** Throws `notFound`. */
export async function findJournalAccount(
  db: Db,
  ownerId: string,
  accountId: string,
): Promise<{ readonly id: string; readonly market_source: string }> {
  const row = await db
    .selectFrom('account')
    .select(['id', 'market_source'])
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return row
}

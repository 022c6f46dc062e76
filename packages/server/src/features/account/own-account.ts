// Finds an account by its number, as the specification's trading calls name it. The owner is part of the SQL, so
// another user's number finds nothing, exactly like a number that does not exist.
import { Refusal } from '@clubfolio/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { AccountTables } from '../../db/tables/account-tables.ts'
import type { Trx } from '../../kernel/transaction.ts'

export type OwnAccount = Selectable<AccountTables['account']>

/**
 * Returns the owner's account with this number. If two brokerages use the same number, an active account wins. Throws
 * `notFound`.
 */
export async function findOwnAccount(db: Db | Trx, ownerId: string, number: string): Promise<OwnAccount> {
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('number', '=', number)
    .orderBy('is_active', 'desc')
    .orderBy('linked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return row
}

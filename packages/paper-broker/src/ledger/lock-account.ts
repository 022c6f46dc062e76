// Takes the row lock that every change to an account's books requires. One statement per account, so that effects on
// the same account queue up and effects on different accounts do not.

import type { Selectable } from 'kysely'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'

export type AccountRow = Selectable<Tables['paper.account']>

/** Locks an account that is known to exist. */
export async function lockAccount(transaction: DatabaseTransaction, accountId: string): Promise<AccountRow> {
  return transaction
    .selectFrom('paper.account')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

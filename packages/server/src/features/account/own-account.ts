// Finds an account by its number, as the specification's trading calls name it. The owner is part of the SQL, so
// another user's number finds nothing, exactly like a number that does not exist.
import { Refusal } from '@clubfolio/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { ColumnKinds } from '../../db/read-together.ts'
import type { AccountTables } from '../../db/tables/account-tables.ts'
import type { Trx } from '../../kernel/transaction.ts'

export type OwnAccount = Selectable<AccountTables['account']>

/**
 * Returns the owner's account with this number. If two brokerages use the same number, an active account wins. Throws
 * `notFound`.
 */
export async function findOwnAccount(db: Db | Trx, ownerId: string, number: string): Promise<OwnAccount> {
  const row = await selectOwnAccount(db, ownerId, number).executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return row
}

/** Selects the same account, for statements that read it together with what belongs to it. */
export const selectOwnAccount = (db: Db | Trx, ownerId: string, number: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('number', '=', number)
    .orderBy('is_active', 'desc')
    .orderBy('linked_at', 'desc')
    .limit(1)

/** The columns of an account that is read together with others. */
export const accountKinds: ColumnKinds<OwnAccount> = {
  id: 'text',
  owner_id: 'text',
  broker_login_id: 'text',
  broker: 'text',
  broker_title: 'text',
  is_paper: 'boolean',
  is_read_only: 'boolean',
  currency: 'text',
  number: 'text',
  hash_value: 'text',
  type: 'text',
  market_source: 'text',
  initial_balance_cents: 'bigint',
  float_value_cents: 'bigint',
  real_value_cents: 'bigint',
  buying_power_cents: 'bigint',
  cash_cents: 'bigint',
  linked_at: 'instant',
  linked_day: 'text',
  linked_value_cents: 'bigint',
  linked_real_value_cents: 'bigint',
  is_default: 'boolean',
  is_active: 'boolean',
  synced_at: 'instant',
}

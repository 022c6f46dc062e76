// The account from files that a call names; the owner is part of the SQL.
import { Refusal } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { isFileAccount } from '../account/file-broker.ts'

export interface FileAccount {
  readonly id: string
  readonly owner_id: string
  readonly number: string
  readonly currency: string
  readonly type: 'MARGIN' | 'CASH'
  readonly linked_day: string
  readonly is_active: boolean
  readonly synced_at: Date | null
}

const columns = ['id', 'owner_id', 'number', 'currency', 'type', 'linked_day', 'is_active', 'synced_at'] as const

/** Throws `notFound` and `notFromFiles`. */
export async function findFileAccount(db: Db | Trx, ownerId: string, accountId: string): Promise<FileAccount> {
  const row = await db
    .selectFrom('account')
    .select([...columns, 'broker'])
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  if (!isFileAccount(row)) throw new Refusal('notFromFiles', { number: row.number })
  return row
}

/** Locks an account from files, so that two imports of it run one after the other. */
export async function lockFileAccount(trx: Trx, accountId: string): Promise<FileAccount> {
  return trx.selectFrom('account').select(columns).where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
}

/** What counts in the account has changed: its figures are computed again at its next turn, which is now. */
export async function renewFileAccount(trx: Trx, clock: Clock, accountId: string): Promise<void> {
  const renewed = await trx
    .updateTable('file_account')
    .set({ version: sql`gen_random_uuid()` })
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()
  if (renewed === undefined) return
  await trx
    .updateTable('account_sync')
    .set({ next_at: new Date(clock.nowMs()), failures: 0 })
    .where('account_id', '=', accountId)
    .execute()
}

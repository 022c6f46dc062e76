// The target plan of an account, with the account it belongs to. The owner is part of the SQL.
import { Refusal, type TargetPlan } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { OwnAccount } from '../account/own-account.ts'

export interface StoredPlan {
  /** 0 before the first plan. */
  readonly version: number
  readonly plan: TargetPlan | null
  readonly savedAt: Date | null
}

/** Throws `notFound`. */
export async function findAccountOfPlan(db: Db | Trx, ownerId: string, accountId: string): Promise<OwnAccount> {
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!account) throw new Refusal('notFound')
  return account
}

export async function readPlan(db: Db | Trx, accountId: string): Promise<StoredPlan> {
  const row = await db
    .selectFrom('target_plan')
    .select(['version', 'plan', 'saved_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { version: row?.version ?? 0, plan: row?.plan ?? null, savedAt: row?.plan ? row.saved_at : null }
}

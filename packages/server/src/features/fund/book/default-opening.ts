// The default opening of a fund: the first day of the rebuilt history if it leads to today's balance to the cent,
// otherwise the linking of the account (docs/rules/fund.md, "Opening").
import { type Opening, toMarketDay, toCents } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { FundAccount } from './load-fund.ts'

export async function defaultOpening(db: Db | Trx, account: FundAccount): Promise<Opening> {
  return (await openingOfHistory(db, account)) ?? openingOfLinking(account)
}

/**
 * Returns the account as linked; a fund cannot open below zero, so a debt opens at 0.00 and shows as the first loss.
 */
export function openingOfLinking(account: FundAccount): Opening {
  const value = account.linkedValueCents
  return {
    day: toMarketDay(account.linkedDay),
    valueCents: toCents(value > 0n ? value : 0n),
    openProfitCents: toCents(account.linkedValueCents - account.linkedRealValueCents),
  }
}

async function openingOfHistory(db: Db | Trx, account: FundAccount): Promise<Opening | undefined> {
  const first = await db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents', 'real_value_cents'])
    .where('account_id', '=', account.id)
    .where('day', '<', account.linkedDay)
    .where('broker_value_cents', '>=', toCents(0n))
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  if (!first) return undefined
  const gap = await db
    .selectFrom('account_close')
    .select('day')
    .where('account_id', '=', account.id)
    .where('is_reconciled', '=', false)
    .limit(1)
    .executeTakeFirst()
  const sync = await db
    .selectFrom('account_sync')
    .select('unexplained_cents')
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  if (gap || (sync?.unexplained_cents ?? 0n) !== 0n) return undefined
  return {
    day: toMarketDay(first.day),
    valueCents: first.broker_value_cents,
    openProfitCents: toCents(first.broker_value_cents - first.real_value_cents),
  }
}

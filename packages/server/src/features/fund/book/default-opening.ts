// The default opening of a fund: the first day of the rebuilt history if it leads to today's balance to the cent,
// otherwise the linking of the account (docs/rules/fund.md, "Opening").
import { type Cents, type Opening, toMarketDay, toCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { part, readTogether } from '../../../db/read-together.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { FundAccount } from './load-fund.ts'

export async function defaultOpening(db: Db | Trx, account: FundAccount): Promise<Opening> {
  return toDefaultOpening(account, await readTogether(db, openingParts(db, account)))
}

export interface FirstCloseRow {
  readonly day: string
  readonly broker_value_cents: Cents
  readonly real_value_cents: Cents
}

export interface OpeningRows {
  readonly firstCloses: readonly FirstCloseRow[]
  readonly gaps: readonly { readonly day: string }[]
  readonly syncs: readonly { readonly unexplained_cents: Cents | null }[]
}

/** The parts of a statement from whose rows `toDefaultOpening` follows; none of them has rows unless `isWanted`. */
export const openingParts = (
  db: Db | Trx,
  { id, linkedDay }: Pick<FundAccount, 'id' | 'linkedDay'>,
  isWanted = sql<boolean>`true`,
) => ({
  firstCloses: part(
    db
      .selectFrom('account_close')
      .select(['day', 'broker_value_cents', 'real_value_cents'])
      .where('account_id', '=', id)
      .where('day', '<', linkedDay)
      .where('broker_value_cents', '>=', toCents(0n))
      .where(isWanted)
      .orderBy('day')
      .limit(1),
    { day: 'text', broker_value_cents: 'bigint', real_value_cents: 'bigint' },
  ),
  gaps: part(
    db
      .selectFrom('account_close')
      .select('day')
      .where('account_id', '=', id)
      .where('is_reconciled', '=', false)
      .where(isWanted)
      .limit(1),
    { day: 'text' },
  ),
  syncs: part(db.selectFrom('account_sync').select('unexplained_cents').where('account_id', '=', id).where(isWanted), {
    unexplained_cents: 'bigint',
  }),
})

export const toDefaultOpening = (account: FundAccount, rows: OpeningRows): Opening =>
  openingOfHistory(rows) ?? openingOfLinking(account)

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

function openingOfHistory({ firstCloses: [first], gaps, syncs: [sync] }: OpeningRows): Opening | undefined {
  if (!first || gaps.length > 0 || (sync?.unexplained_cents ?? 0n) !== 0n) return undefined
  return {
    day: toMarketDay(first.day),
    valueCents: first.broker_value_cents,
    openProfitCents: toCents(first.broker_value_cents - first.real_value_cents),
  }
}

// Sums an account's changes since an instant from the books; the current state is in `position`.

import type { Cents, EpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { cents, costOfColumn } from '../money/money.ts'
import type { Cost } from '../money/money.ts'

/**
 * One symbol's movements: the change in quantity and cost, and the cash it moved. Plain cash is listed under the
 * dollar's symbol.
 */
export interface Movement {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly multiplier: bigint
  readonly quantityChange: bigint
  readonly costChange: Cost
  /** Net cash paid for the symbol; fees are listed under the dollar's symbol. */
  readonly paid: Cents
}

/** Returns the movements of each symbol since an instant, in one pass over the items. */
export async function movementsSince(database: Database, accountId: string, sinceMs: EpochMs): Promise<Movement[]> {
  const rows = await database
    .selectFrom('paper.transaction as t')
    .innerJoin('paper.transaction_item as i', (join) =>
      join.onRef('i.account_id', '=', 't.account_id').onRef('i.activity_id', '=', 't.activity_id'),
    )
    .select([
      'i.symbol',
      'i.asset_type',
      'i.cusip',
      'i.multiplier',
      sql<bigint>`sum(i.quantity_change)::bigint`.as('quantity_change'),
      sql<string>`sum(i.cost_change)`.as('cost_change'),
      sql<bigint>`sum(i.amount_cents)::bigint`.as('amount_cents'),
    ])
    .where('t.account_id', '=', accountId)
    .where('t.occurred_at', '>=', new Date(sinceMs))
    // Splits take effect at the first instant of the new day: the day starts in new shares.
    .where('t.kind', '<>', 'RECEIVE_AND_DELIVER')
    .groupBy(['i.symbol', 'i.asset_type', 'i.cusip', 'i.multiplier'])
    .execute()
  return rows.map((row) => ({
    symbol: row.symbol,
    assetType: row.asset_type,
    cusip: row.cusip,
    multiplier: BigInt(row.multiplier),
    quantityChange: row.quantity_change,
    costChange: costOfColumn(row.cost_change),
    paid: cents(-row.amount_cents),
  }))
}

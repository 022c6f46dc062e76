// The stored transactions of an account that moved a security, oldest first, as lots need them.
import type { MarketDay } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { SecurityRow } from './lot-events.ts'

/** With `from`, returns only what was booked in that session or later. */
export async function findSecurityRows(db: Db | Trx, accountId: string, from?: MarketDay): Promise<SecurityRow[]> {
  const rows = await db
    .selectFrom('account_transaction as t')
    .leftJoin('account_movement as m', (join) =>
      join.onRef('m.account_id', '=', 't.account_id').onRef('m.broker_id', '=', 't.broker_id'),
    )
    .select([
      't.broker_id',
      't.trade_date as day',
      't.kind',
      't.description',
      't.symbol',
      't.asset_type',
      't.multiplier',
      't.quantity',
      't.price',
      't.net_amount_cents',
      't.fee_cents',
      'm.amount_cents as movement_cents',
    ])
    .where('t.account_id', '=', accountId)
    .where('t.symbol', 'is not', null)
    .where('t.quantity', 'is not', null)
    .$if(from !== undefined, (query) => query.where('t.day', '>=', from!))
    .orderBy('t.occurred_at')
    .orderBy('t.broker_id')
    .execute()
  const shared = new Set(
    rows.filter(({ broker_id }) => broker_id.includes('.')).map(({ broker_id }) => wholeOf(broker_id)),
  )
  return rows.map((row) => ({
    ...row,
    symbol: row.symbol!,
    quantity: row.quantity!,
    is_shared: shared.has(wholeOf(row.broker_id)),
  }))
}

const wholeOf = (brokerId: string): string => brokerId.split('.')[0]!

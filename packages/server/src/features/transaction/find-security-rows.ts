// The stored transactions of an account that moved a security, oldest first, as lots need them.
import type { MarketDay } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import { part, readPart, type Part } from '../../db/read-together.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { SecurityRow } from './lot-events.ts'

/** With its instant, and the order that it filled. */
export interface TimedRow extends SecurityRow {
  readonly occurred_at: Date
  readonly order_id: string | null
}

export interface BookedRow extends Omit<TimedRow, 'symbol' | 'quantity' | 'is_shared'> {
  readonly symbol: string | null
  readonly quantity: string | null
}

interface Wanted {
  readonly from?: MarketDay | undefined
  readonly symbols?: readonly string[]
}

/** With `from`, returns only what was booked in that session or later; with `symbols`, only what moved one of them. */
export async function findSecurityRows(db: Db | Trx, accountId: string, wanted: Wanted = {}): Promise<TimedRow[]> {
  const rows = await readPart(db, securityRowsPart(db, accountId, wanted))
  return toTimedRows(rows, wanted.symbols === undefined ? rows : await findParts(db, accountId))
}

/** The rows alone; without `symbols`, `toTimedRows(rows)` is what `findSecurityRows` returns. */
export function securityRowsPart(db: Db | Trx, accountId: string, { from, symbols }: Wanted): Part<BookedRow> {
  const query = db
    .selectFrom('account_transaction as t')
    .leftJoin('account_movement as m', (join) =>
      join.onRef('m.account_id', '=', 't.account_id').onRef('m.broker_id', '=', 't.broker_id'),
    )
    .select([
      't.broker_id',
      't.occurred_at',
      't.order_id',
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
    .$if(symbols !== undefined, (query) => query.where('t.symbol', 'in', symbols!))
    .orderBy('t.occurred_at')
    .orderBy('t.broker_id')
  return part(query, {
    broker_id: 'text',
    occurred_at: 'instant',
    order_id: 'text',
    day: 'text',
    kind: 'text',
    description: 'text',
    symbol: 'text',
    asset_type: 'text',
    multiplier: 'number',
    quantity: 'text',
    price: 'text',
    net_amount_cents: 'bigint',
    fee_cents: 'bigint',
    movement_cents: 'bigint',
  })
}

export function toTimedRows(
  rows: readonly BookedRow[],
  parts: readonly { readonly broker_id: string }[] = rows,
): TimedRow[] {
  const shared = new Set(
    parts.filter(({ broker_id }) => broker_id.includes('.')).map(({ broker_id }) => wholeOf(broker_id)),
  )
  return rows.map((row) => ({
    ...row,
    symbol: row.symbol!,
    quantity: row.quantity!,
    is_shared: shared.has(wholeOf(row.broker_id)),
  }))
}

/** The further securities of transactions that moved several, whatever they were. */
const findParts = (db: Db | Trx, accountId: string): Promise<{ broker_id: string }[]> =>
  db
    .selectFrom('account_transaction')
    .select('broker_id')
    .where('account_id', '=', accountId)
    .where('broker_id', 'like', '%.%')
    .execute()

/** Returns the id of the whole transaction that a row is a part of. */
export const wholeOf = (brokerId: string): string => brokerId.split('.')[0]!

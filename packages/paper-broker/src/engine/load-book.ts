// Loads an account into the engine's form: cash, positions, and every order tree that still contains an open order.
import { newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import type { AccountRow } from '../ledger/lock-account.ts'
import type { Database } from '../db/connect.ts'
import { cents, costOfColumn } from '../money/money.ts'
import type { AccountBook } from '../order/account-book.ts'
import { emptyBook } from '../order/account-book.ts'
import { OPEN_STATUSES } from '../order/order.ts'
import { settlementInstant } from '../order/unsettled.ts'
import type { Unsettled } from '../order/unsettled.ts'
import { orderOfRow } from './order-row.ts'

/** Loads the trees with open orders into a book, with the number of executions of each order. */
export async function loadOrders(database: Database, accountId: string, book: AccountBook): Promise<void> {
  const rows = await database
    .selectFrom('paper.account_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('root_id', 'in', (query) =>
      query
        .selectFrom('paper.account_order')
        .select('root_id')
        .where('account_id', '=', accountId)
        .where('status', 'in', OPEN_STATUSES),
    )
    .orderBy('order_id')
    .execute()
  for (const row of rows) book.orders.set(row.order_id, orderOfRow(row))
  const partly = rows.filter((row) => row.filled > 0n).map((row) => row.order_id)
  if (partly.length === 0) return
  const lines = await database
    .selectFrom('paper.execution')
    .select(({ fn }) => ['order_id', fn.max('line').as('line')])
    .where('account_id', '=', accountId)
    .where('order_id', 'in', partly)
    .groupBy('order_id')
    .execute()
  for (const { order_id, line } of lines) book.executed.set(order_id, line)
}

/** Returns the proceeds of an account's sales that settle after an instant. */
export async function loadUnsettled(database: Database, accountId: string, at: Date): Promise<Unsettled[]> {
  const rows = await database
    .selectFrom('paper.transaction')
    .select(['net_amount_cents', 'settlement_day'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'TRADE')
    .where('net_amount_cents', '>', 0n)
    .where('settlement_day', '>=', newYorkDateAt(toEpochMs(at.getTime())))
    .execute()
  return rows.map((row) => ({ amount: cents(row.net_amount_cents), settlesMs: settlementInstant(row.settlement_day) }))
}

/** Loads the book of an account whose row is locked, or from a snapshot. */
export async function loadBook(
  database: Database,
  account: Pick<AccountRow, 'account_id' | 'account_type'>,
): Promise<AccountBook> {
  const id = account.account_id
  const row = await database
    .selectFrom('paper.account')
    .select(['cash_cents', 'worked_through'])
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  const book = emptyBook(account.account_type, cents(row.cash_cents))
  const held = await database
    .selectFrom('paper.position')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('symbol')
    .execute()
  for (const one of held) {
    book.positions.set(one.symbol, {
      quantity: one.quantity,
      cost: costOfColumn(one.cost),
      multiplier: BigInt(one.multiplier),
      isOption: one.asset_type === 'OPTION',
    })
  }
  await loadOrders(database, id, book)
  if (account.account_type === 'CASH') book.unsettled.push(...(await loadUnsettled(database, id, row.worked_through)))
  return book
}

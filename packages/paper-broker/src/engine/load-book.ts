// Loads an account into the engine's form: cash, positions, and every tree of orders that still has an open one in it.
import type { AccountRow } from '../ledger/lock-account.ts'
import type { Database } from '../db/connect.ts'
import { cents, costOfColumn } from '../money/money.ts'
import type { AccountBook } from '../order/account-book.ts'
import { emptyBook } from '../order/account-book.ts'
import { orderOfRow } from './order-row.ts'

const OPEN_STATUSES = ['AWAITING_PARENT_ORDER', 'PENDING_ACTIVATION', 'QUEUED', 'WORKING'] as const

/** Puts the trees with open orders into a book, with how often each order was executed. */
export async function loadOrders(database: Database, accountId: string, book: AccountBook): Promise<void> {
  const rows = await database
    .selectFrom('paper.account_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('root_id', 'in', (query) => query.selectFrom('paper.account_order').select('root_id').where('account_id', '=', accountId).where('status', 'in', OPEN_STATUSES))
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

/** The book of an account whose row is locked, or of a snapshot. */
export async function loadBook(database: Database, account: Pick<AccountRow, 'account_id' | 'account_type'>): Promise<AccountBook> {
  const id = account.account_id
  const row = await database.selectFrom('paper.account').select('cash_cents').where('account_id', '=', id).executeTakeFirstOrThrow()
  const book = emptyBook(account.account_type, cents(row.cash_cents))
  const held = await database.selectFrom('paper.position').selectAll().where('account_id', '=', id).orderBy('symbol').execute()
  for (const one of held) {
    book.positions.set(one.symbol, { quantity: one.quantity, cost: costOfColumn(one.cost), multiplier: BigInt(one.multiplier), isOption: one.asset_type === 'OPTION' })
  }
  await loadOrders(database, id, book)
  return book
}

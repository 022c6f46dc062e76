// Reads transactions with their items from the books, newest first.

import type { Selectable } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'

export type TransactionRow = Selectable<Tables['paper.transaction']>
export type TransactionItemRow = Selectable<Tables['paper.transaction_item']>

export interface ReadTransaction {
  readonly transaction: TransactionRow
  readonly items: readonly TransactionItemRow[]
}

export interface TransactionQuery {
  readonly from: Date
  /** Inclusive. */
  readonly to: Date
  readonly kinds: readonly string[]
  readonly symbol: string | null
}

/** The wire returns at most this many at once. */
export const MAX_TRANSACTIONS = 3000

async function withItems(
  database: Database,
  accountId: string,
  transactions: readonly TransactionRow[],
): Promise<ReadTransaction[]> {
  if (transactions.length === 0) return []
  const items = await database
    .selectFrom('paper.transaction_item')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(
      'activity_id',
      'in',
      transactions.map((transaction) => transaction.activity_id),
    )
    .orderBy('activity_id')
    .orderBy('line')
    .execute()
  const byActivity = new Map<bigint, TransactionItemRow[]>()
  for (const item of items) byActivity.set(item.activity_id, [...(byActivity.get(item.activity_id) ?? []), item])
  return transactions.map((transaction) => ({ transaction, items: byActivity.get(transaction.activity_id) ?? [] }))
}

/** Returns the transactions of an account in a span of time; with a symbol only those that have an item in it. */
export async function readTransactions(
  database: Database,
  accountId: string,
  query: TransactionQuery,
): Promise<ReadTransaction[]> {
  let asked = database
    .selectFrom('paper.transaction as t')
    .selectAll('t')
    .where('t.account_id', '=', accountId)
    .where('t.occurred_at', '>=', query.from)
    .where('t.occurred_at', '<=', query.to)
    .where('t.kind', 'in', query.kinds)
  const { symbol } = query
  if (symbol !== null) {
    asked = asked.where((eb) =>
      eb.exists(
        eb
          .selectFrom('paper.transaction_item as i')
          .select('i.line')
          .whereRef('i.account_id', '=', 't.account_id')
          .whereRef('i.activity_id', '=', 't.activity_id')
          .where('i.symbol', '=', symbol),
      ),
    )
  }
  const rows = await asked
    .orderBy('t.occurred_at', 'desc')
    .orderBy('t.activity_id', 'desc')
    .limit(MAX_TRANSACTIONS)
    .execute()
  return withItems(database, accountId, rows)
}

/** Returns one transaction of an account, or null. */
export async function readTransaction(
  database: Database,
  accountId: string,
  activityId: bigint,
): Promise<ReadTransaction | null> {
  const rows = await database
    .selectFrom('paper.transaction')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('activity_id', '=', activityId)
    .execute()
  const [found] = await withItems(database, accountId, rows)
  return found ?? null
}

export interface TransactionPage {
  /** The activity number to start from; null for the beginning of the order. */
  readonly from: bigint | null
  /** Whether the transaction with that number belongs to the page. */
  readonly isInclusive: boolean
  readonly direction: 'asc' | 'desc'
  readonly limit: number
}

/** Returns a page of an account's transactions, in the order in which they were booked. */
export async function readTransactionPage(
  database: Database,
  accountId: string,
  { from, isInclusive, direction, limit }: TransactionPage,
): Promise<ReadTransaction[]> {
  let asked = database.selectFrom('paper.transaction').selectAll().where('account_id', '=', accountId)
  if (from !== null) {
    const compare = direction === 'asc' ? (isInclusive ? '>=' : '>') : isInclusive ? '<=' : '<'
    asked = asked.where('activity_id', compare, from)
  }
  const rows = await asked.orderBy('activity_id', direction).limit(limit).execute()
  return withItems(database, accountId, rows)
}

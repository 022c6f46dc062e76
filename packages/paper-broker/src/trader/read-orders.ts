// Reads orders with their trees and executions from the tables, newest first.
import type { Selectable } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { OrderRow } from '../engine/order-row.ts'
import type { OrderStatus } from '../kind/order-kind.ts'

export type ExecutionRow = Selectable<Tables['paper.execution']>

export interface ReadOrderTree {
  readonly row: OrderRow
  readonly executions: readonly ExecutionRow[]
  readonly children: readonly ReadOrderTree[]
}

export interface OrderQuery {
  readonly from: Date
  readonly to: Date
  readonly status: OrderStatus | null
  readonly maxResults: number
}

/** Returns orders of some trees, each with the orders below it; `roots` are the trees that `wanted` are in. */
export async function readOrderTrees(
  database: Database,
  accountId: string,
  roots: readonly bigint[],
  wanted: readonly bigint[],
): Promise<ReadOrderTree[]> {
  if (wanted.length === 0) return []
  const rows = await database
    .selectFrom('paper.account_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('root_id', 'in', roots)
    .orderBy('order_id')
    .execute()
  const executions = await database
    .selectFrom('paper.execution')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(
      'order_id',
      'in',
      rows.map((row) => row.order_id),
    )
    .orderBy('order_id')
    .orderBy('line')
    .orderBy('leg')
    .execute()
  const tree = (row: OrderRow): ReadOrderTree => ({
    row,
    executions: executions.filter((one) => one.order_id === row.order_id),
    children: rows.filter((one) => one.parent_id === row.order_id).map(tree),
  })
  return wanted.flatMap((orderId) => rows.filter((row) => row.order_id === orderId).map(tree))
}

/**
 * Returns orders entered in a span; child orders are nested in their parents. The status filter applies to the root
 * order.
 */
export async function readOrders(database: Database, accountId: string, query: OrderQuery): Promise<ReadOrderTree[]> {
  let asked = database
    .selectFrom('paper.account_order')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where('parent_id', 'is', null)
    .where('entered_at', '>=', query.from)
    .where('entered_at', '<=', query.to)
  if (query.status !== null) asked = asked.where('status', '=', query.status)
  const roots = await asked.orderBy('entered_at', 'desc').orderBy('order_id', 'desc').limit(query.maxResults).execute()
  const ids = roots.map((row) => row.order_id)
  return readOrderTrees(database, accountId, ids, ids)
}

/** Returns one order of an account with its child orders, at any level of its tree. */
export async function readOrder(database: Database, accountId: string, orderId: bigint): Promise<ReadOrderTree | null> {
  const row = await database
    .selectFrom('paper.account_order')
    .select('root_id')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (row === undefined) return null
  const [found] = await readOrderTrees(database, accountId, [row.root_id], [orderId])
  return found ?? null
}

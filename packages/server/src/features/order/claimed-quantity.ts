// The quantity of a position that other working orders close already: the brokerage lets an order close only the rest.
// Source: docs/rules/paper-brokerage.md, "Business refusals".
import { isOverOrder, orderStatuses } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'

/** An order that waits for its parent claims nothing yet. */
const claiming = orderStatuses.filter(
  (status) => !isOverOrder(status) && status !== 'AWAITING_PARENT_ORDER' && status !== 'UNKNOWN',
)

export interface ClaimingOrder {
  readonly orderId: string
  readonly symbol: string
  readonly instruction: string
}

/**
 * Returns what the other orders of this side close. Of a pair whose orders cancel each other, only the larger one
 * counts, and the order's own pair not at all.
 */
export async function findClaimedQuantity(
  db: Db,
  accountId: string,
  { orderId, symbol, instruction }: ClaimingOrder,
): Promise<Decimal> {
  const rows = await db
    .selectFrom('broker_order as o')
    .leftJoin('broker_order as p', (join) =>
      join.onRef('p.account_id', '=', 'o.account_id').onRef('p.broker_id', '=', 'o.parent_id'),
    )
    .select(['o.broker_id', 'o.parent_id', 'o.remaining_quantity', 'o.status', 'p.strategy as parent_strategy'])
    .where('o.account_id', '=', accountId)
    .where('o.symbol', '=', symbol)
    .where('o.instruction', '=', instruction)
    .where('o.leg_count', '=', 1)
    .execute()
  const groupOf = (row: (typeof rows)[number]): string =>
    row.parent_id !== null && row.parent_strategy === 'OCO' ? row.parent_id : row.broker_id
  const own = rows.find((row) => row.broker_id === orderId)
  const largest = new Map<string, Decimal>()
  for (const row of rows) {
    const group = groupOf(row)
    if (!claiming.includes(row.status) || (own !== undefined && group === groupOf(own))) continue
    largest.set(group, Decimal.max(largest.get(group) ?? 0, row.remaining_quantity))
  }
  return [...largest.values()].reduce((sum, one) => sum.plus(one), new Decimal(0))
}

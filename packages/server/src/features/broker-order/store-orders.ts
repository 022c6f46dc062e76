// Writes the orders of one reading into our copy, with a line of history for each new status and each new fill. An
// older reading never overwrites a newer one, and a finished order stays finished.
import { isOverOrder, type OrderStatus } from '@clubfolio/domain'
import { textOf, textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { flattenOrders, type PlacedOrder } from './flatten-orders.ts'

/** An order that is new to us or has progressed. */
export interface OrderChange extends PlacedOrder {
  /** Null when we had not seen it before. */
  readonly before: { readonly status: OrderStatus; readonly filledQuantity: string } | null
}

/**
 * Stores the orders and returns what changed. `readMs` is the wall-clock time at which the reading started. The caller
 * holds the lock on the account's row.
 */
export async function storeOrders(
  trx: Trx,
  accountId: string,
  roots: readonly BrokerOrder[],
  readMs: number,
): Promise<OrderChange[]> {
  const placed = flattenOrders(roots)
  if (placed.length === 0) return []
  const readAt = new Date(readMs)
  const rows = await trx
    .selectFrom('broker_order')
    .select(['broker_id', 'status', 'filled_quantity', 'description', 'read_at'])
    .where('account_id', '=', accountId)
    .where(
      'broker_id',
      'in',
      placed.map(({ order }) => order.brokerId),
    )
    .execute()
  const known = new Map(rows.map((row) => [row.broker_id, row]))
  const changes: OrderChange[] = []
  for (const one of placed) {
    const before = known.get(one.order.brokerId)
    if (before && (before.read_at > readAt || (isOverOrder(before.status) && !isOverOrder(one.order.status)))) continue
    await upsert(trx, accountId, one, readAt)
    const isNews =
      before === undefined ||
      before.status !== one.order.status ||
      before.filled_quantity !== one.order.filledQuantity ||
      before.description !== one.order.description
    if (!isNews) continue
    await trx
      .insertInto('broker_order_status')
      .values({
        account_id: accountId,
        broker_id: one.order.brokerId,
        status: one.order.status,
        filled_quantity: one.order.filledQuantity,
        description: one.order.description,
        seen_at: readAt,
      })
      .execute()
    changes.push({ ...one, before: before ? { status: before.status, filledQuantity: before.filled_quantity } : null })
  }
  return changes
}

async function upsert(
  trx: Trx,
  accountId: string,
  { order, rootId, parentId, position }: PlacedOrder,
  readAt: Date,
): Promise<void> {
  const told = {
    root_id: rootId,
    parent_id: parentId,
    position,
    strategy: textOf(order.strategy),
    symbol: order.symbol,
    asset_type: order.assetType,
    multiplier: order.multiplier,
    leg_count: order.legCount,
    legs: JSON.stringify(order.legs.map((leg) => ({ ...leg, instruction: textOf(leg.instruction) }))),
    shape: order.shape,
    instruction: textOrNull(order.instruction),
    order_type: textOrNull(order.orderType),
    session: textOrNull(order.session),
    duration: textOrNull(order.duration),
    good_till: order.goodTill,
    quantity: order.quantity,
    filled_quantity: order.filledQuantity,
    remaining_quantity: order.remainingQuantity,
    price: order.price,
    stop_price: order.stopPrice,
    average_fill_price: order.averageFillPrice,
    last_fill_at: order.lastFillMs === null ? null : new Date(order.lastFillMs),
    trail_offset: order.trail?.offset ?? null,
    trail_unit: order.trail?.unit ?? null,
    status: order.status,
    description: order.description,
    is_cancelable: order.isCancelable,
    entered_at: new Date(order.enteredMs),
    closed_at: order.closedMs === null ? null : new Date(order.closedMs),
    read_at: readAt,
  }
  await trx
    .insertInto('broker_order')
    .values({ account_id: accountId, broker_id: order.brokerId, ...told })
    .onConflict((conflict) => conflict.columns(['account_id', 'broker_id']).doUpdateSet(told))
    .execute()
}

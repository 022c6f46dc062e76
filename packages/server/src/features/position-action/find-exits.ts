// The working orders that close a position, from our copy of the account's orders. Orders that wait for their parent
// close nothing yet and belong to their entry.
import {
  isOpening,
  isOverOrder,
  isStopType,
  type OrderStatus,
  type PositionExit,
  sideOf,
  type ActedPosition,
  type FillingEntry,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { shownStatus } from '../broker-order/shown-status.ts'
import { termsOfStored } from '../order/stored-draft.ts'

type OrderRow = Selectable<Tables['broker_order']>

export interface OpenOrder extends OrderRow {
  readonly shown: OrderStatus
  readonly parentStrategy: string | null
  readonly parentStatus: OrderStatus | null
  /** The order above the parent: the entry of an order of a pair. */
  readonly grandparentId: string | null
}

/** A change or cancellation is on its way, or the status is not known. */
const changing: ReadonlySet<OrderStatus> = new Set(['PENDING_CANCEL', 'PENDING_REPLACE', 'PENDING_RECALL', 'UNKNOWN'])

/** Returns every order of the account that may still trade, with its parent, oldest first. */
export async function findOpenOrders(db: Db, accountId: string): Promise<OpenOrder[]> {
  const rows = await db
    .selectFrom('broker_order as o')
    .leftJoin('broker_order as p', (join) =>
      join.onRef('p.account_id', '=', 'o.account_id').onRef('p.broker_id', '=', 'o.parent_id'),
    )
    .selectAll('o')
    .select([shownStatus('o').as('shown'), 'p.strategy as parentStrategy', 'p.status as parentStatus'])
    .select('p.parent_id as grandparentId')
    .where('o.account_id', '=', accountId)
    .where('o.symbol', 'is not', null)
    .orderBy('o.entered_at')
    .orderBy('o.broker_id')
    .execute()
  return rows.filter(({ shown }) => !isOverOrder(shown))
}

/** Returns the exits of a position of this signed quantity. */
export function findExits(orders: readonly OpenOrder[], { symbol, held }: Pick<ActedPosition, 'symbol' | 'held'>) {
  return orders.flatMap((order): PositionExit[] => {
    if (order.shown === 'AWAITING_PARENT_ORDER') return []
    const quantity = closedQuantity(order, symbol, held)
    if (quantity === null || !quantity.greaterThan(0)) return []
    const isOfPair = order.parent_id !== null && order.parentStrategy === 'OCO'
    const terms = order.leg_count === 1 ? termsOfStored(order) : null
    return [
      {
        orderId: order.broker_id,
        groupId: isOfPair ? (order.parent_id ?? order.broker_id) : order.broker_id,
        isStop: order.leg_count === 1 && isStopType(order.order_type),
        quantity,
        filled: order.filled_quantity,
        terms: terms && { ...terms, quantity: quantity.toFixed() },
        isInner: isOfPair || (order.parentStatus !== null && !isOverOrder(order.parentStatus)),
        isChanging: changing.has(order.shown),
      },
    ]
  })
}

/**
 * Returns the entries of the position's side that are filled in part and go on, with the exits that wait for them. An
 * exit may be for more than its entry, which then took the place of one that had filled the rest.
 */
export function findFillingEntries(
  orders: readonly OpenOrder[],
  { symbol, held }: Pick<ActedPosition, 'symbol' | 'held'>,
): FillingEntry[] {
  const opens = ({ instruction }: OpenOrder): boolean =>
    instruction !== null && isOpening(instruction) && (sideOf(instruction) === 'BUY') === held.isPositive()
  return orders.flatMap((entry): FillingEntry[] => {
    if (entry.leg_count !== 1 || entry.symbol !== symbol || !opens(entry) || entry.quantity === null) return []
    const filled = new Decimal(entry.filled_quantity)
    const waiting = orders.filter(
      ({ shown, parent_id: parent, grandparentId }) =>
        shown === 'AWAITING_PARENT_ORDER' && (parent === entry.broker_id || grandparentId === entry.broker_id),
    )
    const exits = waiting.map((order): PositionExit => {
      const earlier = Decimal.max(0, new Decimal(order.quantity ?? 0).minus(entry.quantity ?? 0))
      const quantity = Decimal.min(order.quantity ?? 0, filled.plus(earlier))
      const isOfPair = order.parentStrategy === 'OCO'
      const terms = termsOfStored(order)
      return {
        orderId: order.broker_id,
        groupId: isOfPair ? (order.parent_id ?? order.broker_id) : order.broker_id,
        isStop: isStopType(order.order_type),
        quantity,
        filled: order.filled_quantity,
        terms: terms && { ...terms, quantity: quantity.toFixed() },
        isInner: isOfPair,
        isChanging: changing.has(order.shown),
      }
    })
    const claim = Decimal.max(0, ...exits.map(({ quantity }) => quantity))
    if (claim.isZero()) return []
    // Of an entry that has filled nothing itself they are cancelled with it.
    return [{ orderId: entry.broker_id, filled: entry.filled_quantity, claim, exits: filled.isZero() ? [] : exits }]
  })
}

/** Returns what an order may still close of the position; null for one that closes nothing of it. */
function closedQuantity(order: OpenOrder, symbol: string, held: Decimal): Decimal | null {
  const closes = (instruction: string | null): boolean =>
    instruction !== null && !isOpening(instruction) && (sideOf(instruction) === 'SELL') === held.isPositive()
  if (order.leg_count === 1)
    return order.symbol === symbol && closes(order.instruction) ? new Decimal(order.remaining_quantity) : null
  const leg = order.legs.find((one) => one.symbol === symbol && closes(one.instruction))
  return leg === undefined || leg.quantity === null ? null : new Decimal(leg.quantity)
}

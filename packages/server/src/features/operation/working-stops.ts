// The working stops of an account from our copy of its orders, including children of filled entries. Source:
// docs/rules/trading.md, "Operations".
import type { OrderTrail } from '@clubfolio/contract'
import { type OrderStatus, stopTypes, type WorkingStop } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { part, readPart, type Part } from '../../db/read-together.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { trailOf } from '../broker-order/stored-trail.ts'
import { shownStatus } from '../broker-order/shown-status.ts'

/** Orders that are at the market or on their way there. A child whose parent is not filled protects nothing yet. */
const workingStatuses: readonly OrderStatus[] = [
  'NEW',
  'ACCEPTED',
  'PENDING_ACKNOWLEDGEMENT',
  'PENDING_ACTIVATION',
  'QUEUED',
  'WORKING',
  'AWAITING_STOP_CONDITION',
  'PENDING_REPLACE',
]

/** A plain BUY may open a long position, so it closes a short one only where there is one. */
const closing = { LONG: ['SELL', 'SELL_TO_CLOSE'], SHORT: ['BUY_TO_COVER', 'BUY_TO_CLOSE', 'BUY'] } as const
/** Instructions that can only close. */
const onlyCloses: Readonly<Record<string, 'LONG' | 'SHORT'>> = {
  SELL: 'LONG',
  SELL_TO_CLOSE: 'LONG',
  BUY_TO_COVER: 'SHORT',
  BUY_TO_CLOSE: 'SHORT',
}

export interface StopOrder extends WorkingStop {
  readonly symbol: string
  readonly instruction: string
  readonly trail: OrderTrail | null
}

export async function findWorkingStops(db: Db | Trx, accountId: string): Promise<StopOrder[]> {
  return toStopOrders(await readPart(db, workingStopsPart(db, accountId)))
}

interface StopRow {
  readonly broker_id: string
  readonly symbol: string | null
  readonly instruction: string | null
  readonly remaining_quantity: string
  readonly stop_price: string | null
  readonly trail_offset: string | null
  readonly trail_unit: 'DOLLARS' | 'PERCENT' | null
  readonly parent_id: string | null
  readonly parent_strategy: string | null
}

/** The account may be that of a query of the same statement. */
export function workingStopsPart(db: Db | Trx, accountId: string | RawBuilder<string>): Part<StopRow> {
  const query = db
    .selectFrom('broker_order as o')
    .leftJoin('broker_order as p', (join) =>
      join.onRef('p.account_id', '=', 'o.account_id').onRef('p.broker_id', '=', 'o.parent_id'),
    )
    .select([
      'o.broker_id',
      'o.symbol',
      'o.instruction',
      'o.remaining_quantity',
      'o.stop_price',
      'o.trail_offset',
      'o.trail_unit',
      'o.parent_id',
      'p.strategy as parent_strategy',
    ])
    .where('o.account_id', '=', accountId)
    .where(shownStatus('o'), 'in', workingStatuses)
    .where('o.order_type', 'in', stopTypes)
    .where('o.leg_count', '=', 1)
    .orderBy('o.entered_at')
    .orderBy('o.broker_id')
  return part(query, {
    broker_id: 'text',
    symbol: 'text',
    instruction: 'text',
    remaining_quantity: 'text',
    stop_price: 'text',
    trail_offset: 'text',
    trail_unit: 'text',
    parent_id: 'text',
    parent_strategy: 'text',
  })
}

export function toStopOrders(rows: readonly StopRow[]): StopOrder[] {
  return rows.flatMap((row) => {
    const quantity = new Decimal(row.remaining_quantity)
    if (row.symbol === null || row.instruction === null || !quantity.isPositive() || quantity.isZero()) return []
    const groupId = row.parent_id !== null && row.parent_strategy === 'OCO' ? row.parent_id : row.broker_id
    return [
      {
        orderId: row.broker_id,
        groupId,
        symbol: row.symbol,
        instruction: row.instruction,
        quantity,
        stopPrice: row.stop_price === null ? null : new Decimal(row.stop_price),
        trail: trailOf(row),
      },
    ]
  })
}

/** Returns the stops that close a position of this signed quantity. */
export function stopsOf(stops: readonly StopOrder[], symbol: string, quantity: Decimal): StopOrder[] {
  const instructions: readonly string[] = quantity.isPositive() ? closing.LONG : closing.SHORT
  return stops.filter((stop) => stop.symbol === symbol && instructions.includes(stop.instruction))
}

/** Returns the stops that can only close and have nothing to close. */
export function orphanedStops(stops: readonly StopOrder[], held: ReadonlyMap<string, Decimal>): StopOrder[] {
  return stops.filter(({ symbol, instruction }) => {
    const side = onlyCloses[instruction]
    const quantity = held.get(symbol)
    return side !== undefined && (quantity === undefined || quantity.isPositive() !== (side === 'LONG'))
  })
}

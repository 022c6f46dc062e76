// An account's trading in one instrument, for its chart: fills, open orders, the position. Prices are in the chart's
// dollars, so trades before a split are adjusted like the bars of their day.
import type { InstrumentTrading } from '@clubfolio/contract'
import {
  codeKey,
  isOverOrder,
  isStopType,
  newYorkDateAt,
  sideOf,
  splitFactor,
  type OrderStatus,
  toEpochMs,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { hasCode } from '../../db/code-column.ts'
import type { Db } from '../../db/connect.ts'
import { isChartedMarket } from '../account/charted-market.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { trailOf } from '../broker-order/stored-trail.ts'
import { shownStatus } from '../broker-order/shown-status.ts'
import { activeSource } from '../stock/active-market.ts'
import { segmentsColumn, type SegmentsColumn } from '../stock/split-rows.ts'

type Fill = InstrumentTrading['fills'][number]
/** An open order without what its brokerage lets its owner change (`../order/find-changeable-trading.ts`). */
export type TradedOrder = Omit<InstrumentTrading['orders'][number], 'change' | 'fixed'>
export interface StoredTrading extends Omit<InstrumentTrading, 'orders'> {
  readonly orders: readonly TradedOrder[]
}

/**
 * Returns fills, oldest first; open orders by price, highest first; the position or null. Returns nothing while the
 * chart shows a market other than the account's.
 */
export async function findInstrumentTrading(db: Db, account: OwnAccount, code: string): Promise<StoredTrading> {
  const { rows: sources } = await sql<{ source: string; segments: SegmentsColumn }>`
    select ${activeSource} as source, (
      select ${sql.raw(segmentsColumn)} from instrument i
        where i.source = ${activeSource} and i.code_key = ${codeKey(code)}
    ) as segments
  `.execute(db)
  const shown = sources[0]
  if (shown === undefined || !isChartedMarket(account.market_source, shown.source))
    return { code, isSameMarket: false, position: null, fills: [], orders: [] }
  const [position, trades, orders] = await Promise.all([
    positionOf(db, account.id, code),
    tradesOf(db, account.id, code),
    ordersOf(db, account.id, code),
  ])
  const factorOf = (day: string): number => splitFactor<string>(shown.segments ?? [], day)
  return {
    code,
    isSameMarket: true,
    position:
      position === undefined
        ? null
        : { quantity: Number(position.quantity), averagePrice: figure(new Decimal(position.average_price)) },
    fills: [...trades.map((trade) => toFill(trade, factorOf)), ...unbookedFills(orders, trades)].sort(
      (a, b) => a.time - b.time,
    ),
    orders: orders
      .filter((order) => !isOverOrder(order.status))
      .map((order) => toOrder(order, Number(position?.quantity ?? 0)))
      .sort((a, b) => (b.price ?? 0) - (a.price ?? 0)),
  }
}

const positionOf = (db: Db, accountId: string, code: string) =>
  db
    .selectFrom('account_position')
    .select(['quantity', 'average_price'])
    .where('account_id', '=', accountId)
    .where('asset_type', '<>', 'OPTION')
    .where(hasCode('symbol', code))
    .executeTakeFirst()

interface Trade {
  readonly broker_id: string
  readonly occurred_at: Date
  readonly day: string
  readonly trade_date: string
  readonly quantity: string | null
  readonly price: string | null
  readonly order_id: string | null
}

const tradesOf = (db: Db, accountId: string, code: string): Promise<Trade[]> =>
  db
    .selectFrom('account_transaction')
    .select(['broker_id', 'occurred_at', 'day', 'trade_date', 'quantity', 'price', 'order_id'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'TRADE')
    .where('price', 'is not', null)
    .where(hasCode('symbol', code))
    .orderBy('occurred_at')
    .orderBy('broker_id')
    .execute()

/**
 * Converts a trade. A price after the close belongs to the next session's shares, so the split factor is that
 * session's.
 */
function toFill(
  { broker_id: id, occurred_at: at, day, trade_date: tradeDate, quantity, price }: Trade,
  factorOf: (day: string) => number,
): Fill {
  const signed = new Decimal(quantity ?? 0)
  const factor = factorOf(day)
  return {
    id,
    time: at.getTime(),
    day: tradeDate,
    side: signed.isNegative() ? 'SELL' : 'BUY',
    quantity: signed.abs().times(factor).toNumber(),
    price: figure(new Decimal(price ?? 0).div(factor)),
  }
}

interface StoredOrder {
  readonly broker_id: string
  readonly parent_id: string | null
  readonly instruction: string | null
  readonly order_type: string | null
  readonly status: OrderStatus
  readonly filled_quantity: string
  readonly remaining_quantity: string
  readonly price: string | null
  readonly stop_price: string | null
  readonly average_fill_price: string | null
  readonly last_fill_at: Date | null
  readonly trail_offset: string | null
  readonly trail_unit: 'DOLLARS' | 'PERCENT' | null
  readonly entered_at: Date
  readonly closed_at: Date | null
  /** The strategy of the root order; null when this order is the root. */
  readonly first_strategy: string | null
  readonly cancel_price: string | null
}

const ordersOf = (db: Db, accountId: string, code: string): Promise<StoredOrder[]> =>
  db
    .selectFrom('broker_order as o')
    .leftJoin('broker_order as first', (join) =>
      join
        .onRef('first.account_id', '=', 'o.account_id')
        .onRef('first.broker_id', '=', 'o.root_id')
        .onRef('first.broker_id', '<>', 'o.broker_id'),
    )
    .leftJoin('order_request as r', (join) =>
      join.onRef('r.account_id', '=', 'o.account_id').onRef('r.broker_id', '=', 'o.broker_id'),
    )
    .select([
      'o.broker_id',
      'o.parent_id',
      'o.instruction',
      'o.order_type',
      'o.filled_quantity',
      'o.remaining_quantity',
      'o.price',
      'o.stop_price',
      'o.average_fill_price',
      'o.last_fill_at',
      'o.trail_offset',
      'o.trail_unit',
      'o.entered_at',
      'o.closed_at',
      shownStatus('o').as('status'),
      'first.strategy as first_strategy',
      sql<string | null>`r.plan ->> 'cancelPrice'`.as('cancel_price'),
    ])
    .where('o.account_id', '=', accountId)
    .where('o.leg_count', '=', 1)
    .where('o.instruction', 'is not', null)
    .where(hasCode('o.symbol', code))
    .orderBy('o.entered_at')
    .orderBy('o.broker_id')
    .execute()

/** Returns fills that the brokerage has not booked yet, at the order's average price. */
function unbookedFills(orders: readonly StoredOrder[], trades: readonly Trade[]): Fill[] {
  return orders.flatMap((order): Fill[] => {
    const booked = trades
      .filter(({ order_id: id }) => id === order.broker_id)
      .reduce((sum, { quantity }) => sum.plus(new Decimal(quantity ?? 0).abs()), new Decimal(0))
    const open = new Decimal(order.filled_quantity).minus(booked)
    if (order.instruction === null || order.average_fill_price === null || !open.isPositive() || open.isZero())
      return []
    const time = (order.last_fill_at ?? order.closed_at ?? order.entered_at).getTime()
    return [
      {
        id: `order-${order.broker_id}`,
        time,
        day: newYorkDateAt(toEpochMs(time)),
        side: sideOf(order.instruction),
        quantity: open.toNumber(),
        price: figure(new Decimal(order.average_fill_price)),
      },
    ]
  })
}

function toOrder(order: StoredOrder, held: number): TradedOrder {
  const side = sideOf(order.instruction ?? '')
  const price = order.stop_price ?? order.price
  // A child of an entry closes what the entry opens.
  const closes = order.first_strategy === 'TRIGGER' || (held !== 0 && held > 0 === (side === 'SELL'))
  return {
    orderId: order.broker_id,
    parentOrderId: order.parent_id,
    side,
    orderType: order.order_type ?? '',
    role: closes ? (isStopType(order.order_type) ? 'STOP' : 'TARGET') : 'ENTRY',
    status: order.status,
    quantity: Number(order.remaining_quantity),
    price: price === null ? null : figure(new Decimal(price)),
    trail: trailOf(order),
    cancelPrice: order.cancel_price === null ? null : figure(new Decimal(order.cancel_price)),
  }
}

const figure = (price: Decimal): number => price.toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN).toNumber()

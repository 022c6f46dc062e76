// Reads an account as its limits see it: the positions as the brokerage has them, the stops that protect them, and
// everything that may still open one - orders that work at the brokerage, and requests that are recorded and not known
// to be there yet. Where two sources may overlap both count: a limit may be judged too strictly for a moment, never too
// loosely.
// Source: docs/decisions/0073-limits-that-hold.md.
import {
  contractTerms,
  isOpening,
  isOverOrder,
  type LimitBook,
  type LimitPosition,
  measureBook,
  openingOfOrder,
  type OrderOpening,
  priceOfValue,
  sideOf,
  stopTypes,
  totalHeat,
  trailDistance,
  trailStop,
  underlyingOf,
  unknownMarket,
  wholeValue,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql, type Selectable } from 'kysely'
import type { BrokerAccount, BrokerPosition } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import type { OrderRequestState } from '../../db/tables/order-tables.ts'
import type { Tables } from '../../db/tables.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { shownStatus } from '../broker-order/shown-status.ts'
import { trailOf } from '../broker-order/stored-trail.ts'
import { findWorkingStops, stopsOf, type StopOrder } from '../operation/working-stops.ts'
import { findUnenteredRests } from './entry-division.ts'
import type { OrderRequest } from './order-request.ts'

type StoredOrder = Selectable<Tables['broker_order']>

export interface ReadPositions {
  readonly positions: readonly BrokerPosition[]
  readonly valueCents: BrokerAccount['valueCents']
  /** The newest line of the orders' history before they were read: fills up to it are among the positions. */
  readonly historyId: bigint
  /** When their reading started. */
  readonly startedMs: number
}

export interface ReadLimitBookOptions extends ReadPositions {
  /** The last prices of codes that working orders name no price for. */
  readonly lastPrices: ReadonlyMap<string, Decimal>
  /** The request that is judged; it does not count as one of the others. */
  readonly requestId: string | null
  /** The order that is replaced: what is judged takes its place. */
  readonly replacesId: string | null
  /** The request of the divided entry whose rest is judged; it does not count as one of the others. */
  readonly restOf?: string | undefined
}

/** Returns the id of the newest line of the history of the account's orders. */
export async function newestHistoryId(db: Db | Trx, accountId: string): Promise<bigint> {
  const row = await db
    .selectFrom('broker_order_status')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return BigInt(row?.id ?? 0)
}

export interface ReadLimitBook extends LimitBook {
  /**
   * False while something may be counted twice or be over: an order was filled since the positions were read, or was
   * itself read before `startedMs`.
   */
  readonly isCertain: boolean
  /** What the replaced order still opens, which is not among the entries; null without one. */
  readonly replaced: OrderOpening | null
}

export async function readLimitBook(
  db: Db | Trx,
  accountId: string,
  { positions, valueCents, historyId, startedMs, lastPrices, requestId, replacesId, restOf }: ReadLimitBookOptions,
): Promise<ReadLimitBook> {
  // A transaction has one connection, so its queries follow each other.
  const orders = await findOpenOrders(db, accountId, historyId)
  const requests = await findUnread(db, accountId, requestId)
  const rests = (await findUnenteredRests(db, accountId)).filter((rest) => rest.requestId !== restOf)
  const stops = await findWorkingStops(db, accountId)
  const held = new Map(positions.map(({ symbol, quantity }) => [symbol, new Decimal(quantity)]))
  const working = orders.flatMap((order) => {
    // Of an order that is replaced, only what it filled since the reading stays.
    const isReplaced = order.broker_id === replacesId
    const opening = openingOfRow(order, orders, { held: held.get(order.symbol ?? ''), lastPrices, isReplaced })
    return opening === null ? [] : [{ order, id: order.broker_id, opening }]
  })
  const sent = requests.flatMap(({ plan, judged_price: judged, replaces_id: replaced }) => {
    const price = judged === null ? null : new Decimal(judged)
    const opening = openingOfOrder(plan.draft, price === null ? unknownMarket : { last: price, bid: price, ask: price })
    return opening === null ? [] : [{ replaced, opening }]
  })
  // Until it is known which of the two there is, the larger one counts.
  const entries = [
    ...working.flatMap(({ id, opening }) =>
      sent.some((one) => one.replaced === id && !isLarger(opening, one.opening)) ? [] : [opening],
    ),
    ...sent.flatMap(({ replaced, opening }) => {
      const old = replaced === null ? undefined : working.find(({ id }) => id === replaced)
      return old !== undefined && isLarger(old.opening, opening) ? [] : [opening]
    }),
    ...rests.flatMap(({ draft, judgedPrice }) => {
      const last = judgedPrice === null ? (lastPrices.get(draft.terms.symbol) ?? null) : new Decimal(judgedPrice)
      return openingOfOrder(draft, last === null ? unknownMarket : { last, bid: last, ask: last }) ?? []
    }),
  ]
  return {
    accountValue: new Decimal(valueCents.toString()).div(100),
    positions: positions.map((position) => limitPosition(position, [...stops, ...waitingStops(orders)])),
    entries,
    replaced: openingOfReplaced(orders, replacesId, lastPrices),
    isCertain: working.every(
      ({ order }) => order.read_at.getTime() >= startedMs && !new Decimal(order.filled_since).greaterThan(0),
    ),
  }
}

function openingOfReplaced(
  orders: readonly CountedOrder[],
  replacesId: string | null,
  lastPrices: ReadonlyMap<string, Decimal>,
): OrderOpening | null {
  const order = orders.find(({ broker_id: id }) => id === replacesId)
  if (order === undefined) return null
  return openingOfRow({ ...order, filled_since: '0' }, orders, { held: undefined, lastPrices, isReplaced: false })
}

/** Whether an entry counts more than another one, by what both of them tie up and risk. */
function isLarger(one: OrderOpening, other: OrderOpening): boolean {
  const weight = (entry: OrderOpening): Decimal => {
    const uses = measureBook({ accountValue: new Decimal(0), positions: [], entries: [entry] }, wholeValue)
    return [...uses.values()].reduce((sum, { size }) => sum.plus(size), totalHeat(uses))
  }
  return weight(one).greaterThan(weight(other))
}

function limitPosition(
  { symbol, quantity, averagePrice, multiplier, marketValueCents }: BrokerPosition,
  stops: readonly StopOrder[],
): LimitPosition {
  const signed = new Decimal(quantity)
  const lastPrice = priceOfValue({ marketValueCents, quantity: signed, multiplier })
  return {
    symbol,
    quantity: signed,
    averagePrice: new Decimal(averagePrice),
    lastPrice,
    multiplier,
    stops: stopsOf(stops, symbol, signed).map((stop) => ({
      ...stop,
      // Where the brokerage does not report it, a trailing stop is at least this near to the market.
      stopPrice: stop.stopPrice ?? (stop.trail === null ? null : trailStop(stop.trail, lastPrice, signed.isNegative())),
    })),
  }
}

/** An order of our copy, with the price at which it was judged and what it filled since the positions were read. */
interface CountedOrder extends StoredOrder {
  readonly shown: StoredOrder['status']
  readonly judged_price: string | null
  readonly filled_since: string
}

/** Returns the orders that may still open something, with their children, and those that filled since the reading. */
function findOpenOrders(db: Db | Trx, accountId: string, historyId: bigint): Promise<CountedOrder[]> {
  return db
    .selectFrom('broker_order as o')
    .leftJoin('order_request as r', (join) =>
      join.onRef('r.account_id', '=', 'o.account_id').onRef('r.broker_id', '=', 'o.broker_id'),
    )
    .selectAll('o')
    .select([shownStatus('o').as('shown'), 'r.judged_price'])
    .select(
      sql<string>`o.filled_quantity - coalesce((select s.filled_quantity from broker_order_status s
        where s.account_id = o.account_id and s.broker_id = o.broker_id and s.id <= ${historyId}
        order by s.id desc limit 1), 0)`.as('filled_since'),
    )
    .where('o.account_id', '=', accountId)
    .where(
      sql<boolean>`(o.status not in ('REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED')
        or o.broker_id in (select s.broker_id from broker_order_status s
          where s.account_id = ${accountId} and s.id > ${historyId})
        or o.parent_id in (select s.broker_id from broker_order_status s
          where s.account_id = ${accountId} and s.id > ${historyId}))`,
    )
    .orderBy('o.entered_at')
    .orderBy('o.broker_id')
    .execute()
}

/** States of requests that may be orders at the brokerage, or become one. */
const unread: readonly OrderRequestState[] = ['NEW', 'SENDING', 'UNKNOWN']

/** Returns the requests that our copy of the brokerage's orders does not show yet. */
function findUnread(
  db: Db | Trx,
  accountId: string,
  requestId: string | null,
): Promise<Pick<OrderRequest, 'plan' | 'judged_price' | 'replaces_id'>[]> {
  return db
    .selectFrom('order_request as r')
    .leftJoin('broker_order as o', (join) =>
      join.onRef('o.account_id', '=', 'r.account_id').onRef('o.broker_id', '=', 'r.broker_id'),
    )
    .select(['r.plan', 'r.judged_price', 'r.replaces_id'])
    .where('r.account_id', '=', accountId)
    .where((eb) =>
      eb.or([eb('r.state', 'in', unread), eb.and([eb('r.state', '=', 'PLACED'), eb('o.broker_id', 'is', null)])]),
    )
    .$if(requestId !== null, (query) => query.where('r.id', '!=', requestId!))
    .orderBy('r.id')
    .execute()
}

interface RowMarket {
  /** Signed; undefined where nothing is held. */
  readonly held: Decimal | undefined
  readonly lastPrices: ReadonlyMap<string, Decimal>
  readonly isReplaced: boolean
}

/** Returns what an order of our copy may still open, with what it opened since the positions were read. */
function openingOfRow(
  order: CountedOrder,
  all: readonly CountedOrder[],
  { held, lastPrices, isReplaced }: RowMarket,
): OrderOpening | null {
  const left = isReplaced || isOverOrder(order.shown) ? new Decimal(0) : new Decimal(order.remaining_quantity)
  const quantity = left.plus(Decimal.max(0, order.filled_since))
  if (!quantity.greaterThan(0) || order.symbol === null) return null
  const last = lastPrices.get(order.symbol) ?? null
  const own = order.price ?? order.stop_price ?? order.judged_price
  const price = own === null ? last : new Decimal(own)
  if (order.leg_count > 1) return openingOfLegs(order, quantity)
  const { instruction, symbol } = order
  if (instruction === null || !isOpening(instruction)) return null
  const isBuy = sideOf(instruction) === 'BUY'
  // A plain BUY placed elsewhere closes a short position where there is one.
  if (instruction === 'BUY' && held?.isNegative() && quantity.lessThanOrEqualTo(held.abs())) return null
  const stop = all.find((child) => isStopOf(child, order, all))
  return {
    underlying: underlyingOf(symbol),
    quantity,
    legs: [{ symbol, ratio: new Decimal(isBuy ? 1 : -1) }],
    price,
    stop: stop === undefined ? null : stopOfEntry(stop, price, isBuy),
  }
}

function openingOfLegs(order: CountedOrder, quantity: Decimal): OrderOpening | null {
  const units = new Decimal(order.quantity ?? 1)
  if (!order.legs.some((leg) => isOpening(leg.instruction)) || units.isZero()) return null
  const net = new Decimal(order.price ?? 0)
  return {
    underlying: underlyingOf(order.legs.find(({ symbol }) => contractTerms(symbol) !== null)?.symbol ?? order.symbol!),
    quantity,
    legs: order.legs.map(({ symbol, instruction, quantity: legQuantity }) => ({
      symbol,
      ratio: new Decimal(legQuantity ?? units).div(units).times(sideOf(instruction) === 'BUY' ? 1 : -1),
    })),
    price: order.order_type === 'NET_CREDIT' ? net.negated() : net,
    stop: null,
  }
}

/** Whether an order is the closing stop that starts when an entry is filled, alone or in a pair with a target. */
function isStopOf(child: CountedOrder, entry: CountedOrder, all: readonly CountedOrder[]): boolean {
  if (!stopTypes.some((type) => type === child.order_type)) return false
  if (child.instruction === null || isOpening(child.instruction) || child.parent_id === null) return false
  if (child.parent_id === entry.broker_id) return true
  return all.find(({ broker_id: id }) => id === child.parent_id)?.parent_id === entry.broker_id
}

function stopOfEntry(child: CountedOrder, price: Decimal | null, isBuy: boolean): OrderOpening['stop'] {
  const trail = trailOf(child)
  const distance = trail === null || price === null ? null : trailDistance(trail, price)
  const trailed = distance === null || price === null ? null : isBuy ? price.minus(distance) : price.plus(distance)
  const at = child.stop_price === null ? trailed : new Decimal(child.stop_price)
  return at === null ? null : { price: at, quantity: new Decimal(child.quantity ?? child.remaining_quantity) }
}

/** The stop of an entry that works on covers what the entry has filled: it starts when the rest is filled. */
function waitingStops(orders: readonly CountedOrder[]): StopOrder[] {
  return orders.flatMap((entry): StopOrder[] => {
    const filled = new Decimal(entry.filled_quantity)
    if (isOverOrder(entry.shown) || filled.isZero()) return []
    const child = orders.find((one) => isStopOf(one, entry, orders))
    if (child === undefined || child.symbol === null || child.instruction === null) return []
    return [
      {
        orderId: child.broker_id,
        groupId: child.broker_id,
        symbol: child.symbol,
        instruction: child.instruction,
        quantity: filled,
        stopPrice: child.stop_price === null ? null : new Decimal(child.stop_price),
        trail: trailOf(child),
      },
    ]
  })
}

/** Returns the codes of working entries that name no price, and were not judged at one here. */
export async function codesWithoutPrice(db: Db | Trx, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('broker_order as o')
    .leftJoin('order_request as r', (join) =>
      join.onRef('r.account_id', '=', 'o.account_id').onRef('r.broker_id', '=', 'o.broker_id'),
    )
    .select('o.symbol')
    .where('o.account_id', '=', accountId)
    .where('o.status', 'not in', ['REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED'])
    .where('o.leg_count', '=', 1)
    .where('o.price', 'is', null)
    .where('o.stop_price', 'is', null)
    .where('r.judged_price', 'is', null)
    .execute()
  return rows.flatMap(({ symbol }) => symbol ?? [])
}

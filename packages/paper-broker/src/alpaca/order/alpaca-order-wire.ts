// An order of the Alpaca wire. Fields that an order does not have are null, as there.

import { orderOfRow } from '../../engine/order-row.ts'
import type { OrderRow } from '../../engine/order-row.ts'
import type { OrderDuration, OrderStatus, OrderType } from '../../kind/order-kind.ts'
import { isBuyInstruction, isOpeningInstruction } from '../../kind/trade-instruction.ts'
import type { TradeInstruction } from '../../kind/trade-instruction.ts'
import { divideHalfUp } from '../../money/decimal.ts'
import { COST_SCALE, PRICE_SCALE, parsePrice } from '../../money/money.ts'
import { limitOf, stopOf } from '../../order/fill-rule.ts'
import type { OrderLeg } from '../../order/order-leg.ts'
import { shownLegs } from '../../order/order-leg.ts'
import { isTradable } from '../../order/order.ts'
import type { OrderTerms, TradableOrder } from '../../order/order.ts'
import type { ExecutionRow, ReadOrderTree } from '../../trader/read-orders.ts'
import { assetId, numberedId } from '../kernel/alpaca-id.ts'
import { priceText, priceTextOrNull, trimmedText } from '../kernel/amount-text.ts'
import { wireSymbol } from '../kernel/alpaca-symbol.ts'
import { instantText } from '../kernel/alpaca-time.ts'
import { assetClass } from '../market/asset-wire.ts'
import type { OrderClass } from './order-group.ts'

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  AWAITING_PARENT_ORDER: 'held',
  PENDING_ACTIVATION: 'accepted',
  QUEUED: 'pending_new',
  WORKING: 'new',
  PENDING_CANCEL: 'pending_cancel',
  FILLED: 'filled',
  CANCELED: 'canceled',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  REPLACED: 'replaced',
}

/** Returns the status of an order; a part that is traded shows only while the rest works. */
export function alpacaStatus({ status, filled }: Pick<OrderRow, 'status' | 'filled'>): string {
  return status === 'WORKING' && filled > 0n ? 'partially_filled' : STATUSES[status]
}

const TYPES: Readonly<Record<OrderType, string>> = {
  MARKET: 'market',
  LIMIT: 'limit',
  STOP: 'stop',
  STOP_LIMIT: 'stop_limit',
  TRAILING_STOP: 'trailing_stop',
  // The remaining types cannot be sent on this wire; they show the nearest one.
  TRAILING_STOP_LIMIT: 'trailing_stop',
  MARKET_ON_CLOSE: 'market',
  LIMIT_ON_CLOSE: 'limit',
  NET_DEBIT: 'limit',
  NET_CREDIT: 'limit',
  NET_ZERO: 'limit',
  CABINET: 'limit',
  NON_MARKETABLE: 'limit',
  EXERCISE: 'market',
}

const TIMES: Readonly<Record<OrderDuration, string>> = {
  DAY: 'day',
  GOOD_TILL_CANCEL: 'gtc',
  FILL_OR_KILL: 'fok',
  IMMEDIATE_OR_CANCEL: 'ioc',
  // These end with `expires_at`.
  END_OF_WEEK: 'gtc',
  END_OF_MONTH: 'gtc',
  NEXT_END_OF_MONTH: 'gtc',
}

const ON_CLOSE: ReadonlySet<OrderType> = new Set(['MARKET_ON_CLOSE', 'LIMIT_ON_CLOSE', 'EXERCISE'])

/** Returns `buy` or `sell`. */
export function sideOf(instruction: TradeInstruction): 'buy' | 'sell' {
  return isBuyInstruction(instruction) ? 'buy' : 'sell'
}

export function intentText(instruction: TradeInstruction): string {
  return `${sideOf(instruction)}_to_${isOpeningInstruction(instruction) ? 'open' : 'close'}`
}

/** Returns the average price of executions, or null when there are none. */
export function averageOf(executions: readonly ExecutionRow[]): string | null {
  let quantity = 0n
  let value = 0n
  for (const execution of executions) {
    quantity += execution.quantity
    value += execution.quantity * (parsePrice(execution.price) ?? 0n)
  }
  return quantity === 0n
    ? null
    : trimmedText(divideHalfUp(value * 10n ** BigInt(COST_SCALE - PRICE_SCALE), quantity), COST_SCALE)
}

/** Returns the net price of several legs: what was paid per share is positive, what was received negative. */
function netAverage(terms: OrderTerms, executions: readonly ExecutionRow[]): string | null {
  const legs = shownLegs(terms)
  let units = 0n
  let value = 0n
  for (const { leg, quantity, price: at } of executions) {
    const traded = legs[leg - 1]
    if (traded === undefined) continue
    if (leg === 1) units += quantity / traded.ratio
    const paid = quantity * traded.multiplier * (parsePrice(at) ?? 0n)
    value += isBuyInstruction(traded.instruction) ? paid : -paid
  }
  const shares = units * terms.multiplier
  return shares === 0n
    ? null
    : trimmedText(divideHalfUp(value * 10n ** BigInt(COST_SCALE - PRICE_SCALE), shares), COST_SCALE)
}

function limitText(order: TradableOrder): string | null {
  const { terms } = order
  const at = limitOf(order)
  if (terms.orderType === 'NET_ZERO') return '0'
  return terms.orderType === 'NET_CREDIT' && at !== null ? priceText(-at) : priceTextOrNull(at)
}

/** Returns the instant at which an order came to an end, if it is this one. */
function endedAt({ status, closed_at: closedAt }: OrderRow, end: OrderStatus): string | null {
  return status === end && closedAt !== null ? instantText(closedAt) : null
}

function lastChange({ row, executions }: ReadOrderTree): string {
  const times = [row.entered_at, ...executions.map((one) => one.occurred_at), row.closed_at ?? row.entered_at]
  return instantText(Math.max(...times.map((at) => at.getTime())))
}

function instrumentFields({ symbol, assetType }: Pick<OrderLeg, 'symbol' | 'assetType'>): object {
  return {
    asset_id: assetId(wireSymbol(symbol)),
    symbol: wireSymbol(symbol),
    asset_class: assetClass(assetType),
  }
}

/** Returns one leg of an order that trades several symbols together. */
function severalWire(tree: ReadOrderTree, leg: OrderLeg, n: number): object {
  const executions = tree.executions.filter((one) => one.leg === n + 1)
  const filled = executions.reduce((sum, one) => sum + one.quantity, 0n)
  const id = numberedId('order leg', tree.row.order_id * 8n + BigInt(n))
  return {
    ...sharedFields(tree),
    id,
    client_order_id: id,
    ...instrumentFields(leg),
    order_class: 'mleg',
    order_type: TYPES[tree.row.order_type ?? 'MARKET'],
    type: TYPES[tree.row.order_type ?? 'MARKET'],
    side: sideOf(leg.instruction),
    position_intent: intentText(leg.instruction),
    qty: String((tree.row.quantity ?? 0n) * leg.ratio),
    ratio_qty: String(leg.ratio),
    filled_qty: String(filled),
    filled_avg_price: averageOf(executions),
    limit_price: null,
    stop_price: null,
    trail_price: null,
    trail_percent: null,
    hwm: null,
    legs: null,
    replaced_by: null,
    replaces: null,
  }
}

/** Returns what an order shares with the legs that trade together in it. */
function sharedFields(tree: ReadOrderTree): object {
  const { row } = tree
  return {
    created_at: instantText(row.entered_at),
    submitted_at: instantText(row.entered_at),
    updated_at: lastChange(tree),
    filled_at: endedAt(row, 'FILLED'),
    expired_at: endedAt(row, 'EXPIRED'),
    canceled_at: endedAt(row, 'CANCELED'),
    failed_at: endedAt(row, 'REJECTED'),
    replaced_at: endedAt(row, 'REPLACED'),
    ...(row.expires_at === null ? {} : { expires_at: instantText(row.expires_at) }),
    notional: null,
    time_in_force: row.order_type !== null && ON_CLOSE.has(row.order_type) ? 'cls' : TIMES[row.duration ?? 'DAY'],
    status: alpacaStatus(row),
    extended_hours: row.session !== null && row.session !== 'NORMAL',
  }
}

/** Returns the id of an order on this wire. */
export function orderIdText(orderId: bigint): string {
  return numberedId('order', orderId)
}

export interface ShownOrder {
  readonly tree: ReadOrderTree
  readonly orderClass: OrderClass
  /** The orders below the head; null where they are not asked for, or where there are none. */
  readonly legs: readonly object[] | null
  readonly replacedBy: bigint | null
}

/** Returns one order. */
export function alpacaOrderWire({ tree, orderClass, legs, replacedBy }: ShownOrder): object {
  const { row, executions } = tree
  const order = orderOfRow(row)
  if (!isTradable(order)) throw new Error(`Order ${row.order_id} has no terms`)
  const { terms } = order
  const isSeveral = orderClass === 'mleg'
  const { trail } = terms
  const id = orderIdText(row.order_id)
  return {
    id,
    client_order_id: row.client_order_id ?? id,
    ...sharedFields(tree),
    replaced_by: replacedBy === null ? null : orderIdText(replacedBy),
    replaces: row.replaces_id === null ? null : orderIdText(row.replaces_id),
    ...(isSeveral
      ? {}
      : {
          ...instrumentFields(terms),
          side: sideOf(terms.instruction),
          position_intent: intentText(terms.instruction),
        }),
    qty: String(terms.quantity),
    filled_qty: String(row.filled),
    filled_avg_price: isSeveral ? netAverage(terms, executions) : averageOf(executions.filter(({ leg }) => leg === 1)),
    order_class: orderClass,
    order_type: TYPES[terms.orderType],
    type: TYPES[terms.orderType],
    limit_price: limitText(order),
    stop_price: priceTextOrNull(stopOf(order)),
    trail_price: trail === null || trail.isPercent ? null : priceText(trail.offset),
    trail_percent: trail === null || !trail.isPercent ? null : priceText(trail.offset),
    hwm: priceTextOrNull(order.best),
    legs: isSeveral ? shownLegs(terms).map((leg, n) => severalWire(tree, leg, n)) : legs,
  }
}

// Maps orders between their table and the engine's form.
import { type EpochMs, toEpochMs, toMarketDay } from '@clubfolio/domain'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { decimalText } from '../money/decimal.ts'
import { PRICE_SCALE, parsePrice, price } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { Order, OrderTerms } from '../order/order.ts'

export type OrderRow = Selectable<Tables['paper.account_order']>

function priceOf(text: string | null): Price | null {
  return text === null ? null : parsePrice(text)
}

function textOf(at: Price | null): string | null {
  return at === null ? null : decimalText(at, PRICE_SCALE)
}

function instantOf(at: Date | null): EpochMs | null {
  return at === null ? null : toEpochMs(at.getTime())
}

function dateOf(at: EpochMs | null): Date | null {
  return at === null ? null : new Date(at)
}

/** `DO_NOT_REDUCE` and `ALL_OR_NONE_DO_NOT_REDUCE`. */
function keepsPrice(specialInstruction: unknown): boolean {
  return typeof specialInstruction === 'string' && specialInstruction.includes('DO_NOT_REDUCE')
}

function termsOf(row: OrderRow): OrderTerms | null {
  const { symbol, instruction, quantity, order_type, session, duration } = row
  if (
    symbol === null ||
    instruction === null ||
    quantity === null ||
    order_type === null ||
    session === null ||
    duration === null
  )
    return null
  const offset = priceOf(row.trail_offset)
  return {
    symbol,
    assetType: row.asset_type ?? 'EQUITY',
    cusip: row.cusip,
    description: row.description ?? symbol,
    multiplier: BigInt(row.multiplier ?? 1),
    instruction,
    quantity,
    orderType: order_type,
    session,
    duration,
    goodTill: row.good_till === null ? null : toMarketDay(row.good_till),
    price: priceOf(row.price),
    stopPrice: priceOf(row.stop_price),
    trail: offset === null ? null : { offset, isPercent: row.trail_is_percent === true },
    limitOffset: priceOf(row.limit_offset),
    keepsPrice: keepsPrice(row.details['specialInstruction']),
    legs: row.legs?.map((leg) => ({ ...leg, multiplier: BigInt(leg.multiplier), ratio: BigInt(leg.ratio) })) ?? null,
  }
}

export function orderOfRow(row: OrderRow): Order {
  return {
    orderId: row.order_id,
    parentId: row.parent_id,
    strategy: row.strategy,
    terms: termsOf(row),
    status: row.status,
    statusDescription: row.status_description,
    filled: row.filled,
    isTriggered: row.is_triggered,
    best: priceOf(row.best_price),
    reservePrice: priceOf(row.reserve_price) ?? price(0n),
    enteredAt: toEpochMs(row.entered_at.getTime()),
    releaseAt: instantOf(row.release_at),
    expiresAt: instantOf(row.expires_at),
    closedAt: instantOf(row.closed_at),
  }
}

/** Returns the columns that change during an order's life. */
export function changesOf(order: Order): Updateable<Tables['paper.account_order']> {
  return {
    parent_id: order.parentId,
    status: order.status,
    status_description: order.statusDescription,
    quantity: order.terms?.quantity ?? null,
    price: textOf(order.terms?.price ?? null),
    stop_price: textOf(order.terms?.stopPrice ?? null),
    trail_offset: textOf(order.terms?.trail?.offset ?? null),
    limit_offset: textOf(order.terms?.limitOffset ?? null),
    filled: order.filled,
    is_triggered: order.isTriggered,
    best_price: textOf(order.best),
    reserve_price: decimalText(order.reservePrice, PRICE_SCALE),
    release_at: dateOf(order.releaseAt),
    expires_at: dateOf(order.expiresAt),
    closed_at: dateOf(order.closedAt),
  }
}

/** What a row has beyond the order: the client's own fields as sent, for reading back, and its number. */
interface MoreOfRow {
  readonly details: Readonly<Record<string, unknown>>
  readonly replacesId: bigint | null
  readonly clientOrderId: string | null
}

/** Returns the complete row of a new order. */
export function rowOf(
  accountId: string,
  rootId: bigint,
  order: Order,
  more: MoreOfRow,
): Insertable<Tables['paper.account_order']> {
  const { terms } = order
  return {
    account_id: accountId,
    order_id: order.orderId,
    root_id: rootId,
    parent_id: order.parentId,
    strategy: order.strategy,
    status: order.status,
    status_description: order.statusDescription,
    symbol: terms?.symbol ?? null,
    asset_type: terms?.assetType ?? null,
    cusip: terms?.cusip ?? null,
    description: terms?.description ?? null,
    multiplier: terms === null ? null : Number(terms.multiplier),
    instruction: terms?.instruction ?? null,
    legs:
      terms?.legs === null || terms === null
        ? null
        : JSON.stringify(
            terms.legs.map((leg) => ({ ...leg, multiplier: Number(leg.multiplier), ratio: Number(leg.ratio) })),
          ),
    quantity: terms?.quantity ?? null,
    order_type: terms?.orderType ?? null,
    session: terms?.session ?? null,
    duration: terms?.duration ?? null,
    good_till: terms?.goodTill ?? null,
    price: textOf(terms?.price ?? null),
    stop_price: textOf(terms?.stopPrice ?? null),
    trail_offset: textOf(terms?.trail?.offset ?? null),
    trail_is_percent: terms?.trail?.isPercent ?? null,
    limit_offset: textOf(terms?.limitOffset ?? null),
    filled: order.filled,
    is_triggered: order.isTriggered,
    best_price: textOf(order.best),
    reserve_price: decimalText(order.reservePrice, PRICE_SCALE),
    entered_at: new Date(order.enteredAt),
    release_at: dateOf(order.releaseAt),
    expires_at: dateOf(order.expiresAt),
    closed_at: dateOf(order.closedAt),
    replaces_id: more.replacesId,
    client_order_id: more.clientOrderId,
    details: JSON.stringify(more.details),
  }
}

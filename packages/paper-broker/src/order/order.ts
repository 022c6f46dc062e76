// The order model: its terms, its place in a TRIGGER or OCO tree, and its progress. The wire form is in `trader/`, the
// rules are in the other files of this folder.
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { isBuyInstruction, isOpeningInstruction } from '../kind/trade-instruction.ts'
import type { TradeInstruction } from '../kind/trade-instruction.ts'
import type { OrderDuration, OrderSession, OrderStatus, OrderType } from '../kind/order-kind.ts'
import type { Price } from '../money/money.ts'
import type { OrderLeg } from './order-leg.ts'

/** Distance of a trailing stop from the best price: dollars per share, or percent of the price. Both in price steps. */
export interface Trail {
  readonly offset: Price
  readonly isPercent: boolean
}

/** What to trade and how. An OCO wrapper has no terms. */
export interface OrderTerms {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly description: string
  readonly multiplier: bigint
  readonly instruction: TradeInstruction
  readonly quantity: bigint
  readonly orderType: OrderType
  readonly session: OrderSession
  readonly duration: OrderDuration
  /** The last day of an order that is good till a day; absent where it lasts as long as the brokerage lets it. */
  readonly goodTill?: MarketDay | null
  readonly price: Price | null
  readonly stopPrice: Price | null
  readonly trail: Trail | null
  /** Distance of a trailing stop-limit's limit beyond its stop, dollars per share; null when it has its own price. */
  readonly limitOffset: Price | null
  /**
   * Sent with a price finer than any tick, more than four decimals: the price here is rounded, and the order is
   * rejected at its entry like any other off its tick.
   */
  readonly isTooFine?: boolean
  /** Sent with DO_NOT_REDUCE: a cash dividend does not lower its prices. */
  readonly keepsPrice: boolean
  /**
   * Legs that trade together, all or none; null for an order in one symbol. With legs, symbol and instruction are those
   * of the first leg, `quantity` counts units, and `price` is the net price per share of a contract.
   */
  readonly legs: readonly OrderLeg[] | null
}

export interface Order {
  readonly orderId: bigint
  /** The TRIGGER order or OCO wrapper above this order. */
  readonly parentId: bigint | null
  readonly strategy: 'SINGLE' | 'TRIGGER' | 'OCO'
  readonly terms: OrderTerms | null
  readonly status: OrderStatus
  readonly statusDescription: string | null
  readonly filled: bigint
  /** The stop was touched: from then on a market order, or a limit order if it has a limit. */
  readonly isTriggered: boolean
  /** The best last price since a trailing stop became active. */
  readonly best: Price | null
  /** Buying power reserved for each share that is still open, in dollars. */
  readonly reservePrice: Price
  readonly enteredAt: EpochMs
  /** When the clock changes its state: session open, end of the queue, the close, or the end of a cancellation. */
  readonly releaseAt: EpochMs | null
  readonly expiresAt: EpochMs | null
  readonly closedAt: EpochMs | null
}

/** A single order or trigger parent, with terms: the orders that can fill. */
export type TradableOrder = Order & { readonly terms: OrderTerms }

/** Statuses of orders that wait for a price or the clock. */
export const ACTIVE_STATUSES = ['PENDING_ACTIVATION', 'QUEUED', 'WORKING', 'PENDING_CANCEL'] as const
export const OPEN_STATUSES = ['AWAITING_PARENT_ORDER', ...ACTIVE_STATUSES] as const

const OPEN: ReadonlySet<OrderStatus> = new Set(OPEN_STATUSES)

/** Returns whether an order can still change: be filled or end, and in most states be cancelled or replaced. */
export function isOpen(order: Pick<Order, 'status'>): boolean {
  return OPEN.has(order.status)
}

/**
 * Returns whether an order is open and no longer waits for a parent: it reserves buying power and counts against the
 * position.
 */
export function isActivated(order: Pick<Order, 'status'>): boolean {
  return isOpen(order) && order.status !== 'AWAITING_PARENT_ORDER'
}

/** Returns whether the owner may still cancel or replace it. */
export function isCancelable(order: Pick<Order, 'status'>): boolean {
  return isOpen(order) && order.status !== 'PENDING_CANCEL'
}

/** Returns whether prices can fill it; a fill can still overtake a pending cancellation. */
export function isInMarket(order: Pick<Order, 'status'>): boolean {
  return order.status === 'WORKING' || order.status === 'PENDING_CANCEL'
}

export function isTradable(order: Order): order is TradableOrder {
  return order.terms !== null
}

export function isBuy({ instruction }: Pick<OrderTerms, 'instruction'>): boolean {
  return isBuyInstruction(instruction)
}

/** Opening orders need buying power; closing ones need a position. One opening leg makes an opening order. */
export function isOpening({ instruction, legs }: Pick<OrderTerms, 'instruction' | 'legs'>): boolean {
  return legs === null ? isOpeningInstruction(instruction) : legs.some((leg) => isOpeningInstruction(leg.instruction))
}

/** Returns whether an order waits for the day's close: for its price, or because options are exercised after it. */
export function isOnClose({ orderType }: Pick<OrderTerms, 'orderType'>): boolean {
  return orderType === 'MARKET_ON_CLOSE' || orderType === 'LIMIT_ON_CLOSE' || orderType === 'EXERCISE'
}

/** Returns whether an order trades several symbols at one net price. */
export function isNet(terms: Pick<OrderTerms, 'legs' | 'orderType'>): boolean {
  return terms.legs !== null && terms.orderType !== 'EXERCISE'
}

/** Fill or kill, immediate or cancel: the first price decides. */
export function isAtOnce({ duration }: Pick<OrderTerms, 'duration'>): boolean {
  return duration === 'FILL_OR_KILL' || duration === 'IMMEDIATE_OR_CANCEL'
}

/** Returns the shares, contracts or units still to be traded. */
export function remainingOf(order: TradableOrder): bigint {
  return isOpen(order) ? order.terms.quantity - order.filled : 0n
}

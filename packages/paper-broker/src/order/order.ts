// What an order is inside the brokerage: its terms, its place in a TRIGGER or OCO tree, and how far it has come.
// The wire's spelling of it is in `trader/`, its rules are in the files beside this one.
import type { EpochMs } from '@clubfolio/domain'
import { isBuyInstruction, isOpeningInstruction } from '../kind/trade-instruction.ts'
import type { TradeInstruction } from '../kind/trade-instruction.ts'
import type { OrderDuration, OrderSession, OrderStatus, OrderType } from '../kind/order-kind.ts'
import type { Price } from '../money/money.ts'
import type { OrderLeg } from './order-leg.ts'

/** How far a trailing stop stays behind the best price: dollars a share, or percent of the price. Both in price steps. */
export interface Trail {
  readonly offset: Price
  readonly isPercent: boolean
}

/** What is to be traded and how. An OCO wrapper has none. */
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
  readonly price: Price | null
  readonly stopPrice: Price | null
  readonly trail: Trail | null
  /** How far the limit of a trailing stop-limit lies beyond its stop, dollars a share; null when it has a price of its own. */
  readonly limitOffset: Price | null
  /** Sent DO_NOT_REDUCE: a cash dividend leaves its prices as they are. */
  readonly keepsPrice: boolean
  /**
   * What is traded together, all of it or nothing; null for an order in one symbol. Then symbol and instruction are those of
   * the first leg, `quantity` counts units, and `price` is the net price for each share of a contract.
   */
  readonly legs: readonly OrderLeg[] | null
}

export interface Order {
  readonly orderId: bigint
  /** The TRIGGER order or OCO wrapper it hangs under. */
  readonly parentId: bigint | null
  readonly strategy: 'SINGLE' | 'TRIGGER' | 'OCO'
  readonly terms: OrderTerms | null
  readonly status: OrderStatus
  readonly statusDescription: string | null
  readonly filled: bigint
  /** A stop that was touched: from then on a market order, or a limit if it has one. */
  readonly isTriggered: boolean
  /** The best last price since a trailing stop became active. */
  readonly best: Price | null
  /** Buying-power dollars held back for each share that is still open. */
  readonly reservePrice: Price
  readonly enteredAt: EpochMs
  /** When the clock moves it on: into its session, out of the queue, to its close, or to the end of a cancellation. */
  readonly releaseAt: EpochMs | null
  readonly expiresAt: EpochMs | null
  readonly closedAt: EpochMs | null
}

/** A single order or trigger parent with terms: what can be filled. */
export type TradableOrder = Order & { readonly terms: OrderTerms }

/** What waits for a price or the clock. */
export const ACTIVE_STATUSES = ['PENDING_ACTIVATION', 'QUEUED', 'WORKING', 'PENDING_CANCEL'] as const
export const OPEN_STATUSES = ['AWAITING_PARENT_ORDER', ...ACTIVE_STATUSES] as const

const OPEN: ReadonlySet<OrderStatus> = new Set(OPEN_STATUSES)

/** Whether an order can still change: be filled, end, and mostly be cancelled and replaced. */
export function isOpen(order: Pick<Order, 'status'>): boolean {
  return OPEN.has(order.status)
}

/** Whether an order is open and no longer waits for a parent: it reserves and it counts against what is held. */
export function isActivated(order: Pick<Order, 'status'>): boolean {
  return isOpen(order) && order.status !== 'AWAITING_PARENT_ORDER'
}

/** Whether its owner may still cancel or replace it. */
export function isCancelable(order: Pick<Order, 'status'>): boolean {
  return isOpen(order) && order.status !== 'PENDING_CANCEL'
}

/** Whether prices work on it; a cancellation that is under way can still be overtaken by a fill. */
export function isInMarket(order: Pick<Order, 'status'>): boolean {
  return order.status === 'WORKING' || order.status === 'PENDING_CANCEL'
}

export function isTradable(order: Order): order is TradableOrder {
  return order.terms !== null
}

export function isBuy({ instruction }: Pick<OrderTerms, 'instruction'>): boolean {
  return isBuyInstruction(instruction)
}

/** Opening orders need buying power; closing ones need a position. One leg that opens makes an opening order. */
export function isOpening({ instruction, legs }: Pick<OrderTerms, 'instruction' | 'legs'>): boolean {
  return legs === null ? isOpeningInstruction(instruction) : legs.some((leg) => isOpeningInstruction(leg.instruction))
}

/** Orders that wait for the day's close: for its price, or because options are exercised after it. */
export function isOnClose({ orderType }: Pick<OrderTerms, 'orderType'>): boolean {
  return orderType === 'MARKET_ON_CLOSE' || orderType === 'LIMIT_ON_CLOSE' || orderType === 'EXERCISE'
}

/** Orders that trade several symbols at one net price. */
export function isNet(terms: Pick<OrderTerms, 'legs' | 'orderType'>): boolean {
  return terms.legs !== null && terms.orderType !== 'EXERCISE'
}

/** Fill or kill, immediate or cancel: the first price decides. */
export function isAtOnce({ duration }: Pick<OrderTerms, 'duration'>): boolean {
  return duration === 'FILL_OR_KILL' || duration === 'IMMEDIATE_OR_CANCEL'
}

/** Shares, contracts or units still to be traded. */
export function remainingOf(order: TradableOrder): bigint {
  return isOpen(order) ? order.terms.quantity - order.filled : 0n
}

// An account in the engine's form: cash, positions and open orders in memory, and the changes of a run. Loading and
// saving are in `engine/`; the rules are in the other files of this folder.
import type { Cents, EpochMs } from '@clubfolio/domain'
import type { AccountType } from '../kind/account-kind.ts'
import { rescale } from '../money/decimal.ts'
import { PRICE_SCALE, cents, cost, price } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { accountBalance } from '../valuation/account-balance.ts'
import type { AccountBalance } from '../valuation/account-balance.ts'
import type { Holding } from '../valuation/position-change.ts'
import { averagePriceOf } from '../valuation/position-value.ts'
import type { TouchQuote } from './fill-rule.ts'
import type { Order, TradableOrder } from './order.ts'
import { optionCover, writtenRisk } from '../valuation/option-cover.ts'
import { powerFactor } from '../valuation/option-rule.ts'
import type { OrderLeg } from './order-leg.ts'
import { isBuyLeg, isOpeningLeg, legsOf } from './order-leg.ts'
import { isActivated, isTradable, remainingOf } from './order.ts'
import { unsettledAt } from './unsettled.ts'
import type { Unsettled } from './unsettled.ts'

export interface BookHolding extends Holding {
  readonly multiplier: bigint
  readonly isOption: boolean
}

/** One execution of a leg; they are listed in the order in which they happened. */
export interface Execution {
  readonly orderId: bigint
  /** Counts the executions of this order from 1; the legs of one execution share it. */
  readonly line: number
  /** Counts the legs of the order from 1. */
  readonly leg: number
  readonly quantity: bigint
  readonly price: Price
  readonly fee: Cents
  readonly atMs: EpochMs
}

export interface AccountBook {
  readonly accountType: AccountType
  cash: Cents
  readonly positions: Map<string, BookHolding>
  /** Every open order, and the closed ones of the same trees. */
  readonly orders: Map<bigint, Order>
  /** Number of executions of each order before this run, from which numbering continues. */
  readonly executed: Map<bigint, number>
  readonly executions: Execution[]
  readonly changed: Set<bigint>
  /** Proceeds of sales in a cash account that cannot be spent yet. */
  readonly unsettled: Unsettled[]
}

/** The prices and rules of one instant. */
export interface Moment {
  readonly atMs: EpochMs
  /** Quotes of every symbol held or ordered, where the market has one. */
  readonly quotes: ReadonlyMap<string, TouchQuote>
  readonly isAlwaysOpen: boolean
}

export interface EngineSettings {
  /** What a market or stop order pays beyond the quote, per share. */
  readonly slippage: Price
  /** Charged once per execution. */
  readonly commission: Cents
  /** Charged for each option contract, in addition to the commission. */
  readonly contractFee: Cents
  /** Null: orders always fill in full. */
  readonly partialFills: { readonly seed: string; readonly percent: number } | null
  /**
   * How long an order is QUEUED before it works, and a cancellation PENDING_CANCEL before it takes effect; 0 disables
   * both.
   */
  readonly latencyMs: number
}

export const PLAIN_SETTINGS: EngineSettings = {
  slippage: price(0n),
  commission: cents(0n),
  contractFee: cents(0n),
  partialFills: null,
  latencyMs: 0,
}

export function emptyBook(accountType: AccountType, cash: Cents): AccountBook {
  return {
    accountType,
    cash,
    positions: new Map(),
    orders: new Map(),
    executed: new Map(),
    executions: [],
    changed: new Set(),
    unsettled: [],
  }
}

/** Puts an order's new state into the book and marks it as changed. */
export function setOrder(book: AccountBook, order: Order): void {
  book.orders.set(order.orderId, order)
  book.changed.add(order.orderId)
}

export function childrenOf(book: AccountBook, orderId: bigint): Order[] {
  return [...book.orders.values()]
    .filter((order) => order.parentId === orderId)
    .sort((one, other) => Number(one.orderId - other.orderId))
}

export function parentOf(book: AccountBook, order: Order): Order | null {
  return order.parentId === null ? null : (book.orders.get(order.parentId) ?? null)
}

/**
 * Returns the outermost OCO wrapper above an order that does not wait for a trigger, otherwise the order itself: the
 * group that counts once.
 */
export function groupOf(book: AccountBook, order: Order): bigint {
  let group = order
  for (let parent = parentOf(book, group); parent !== null; parent = parentOf(book, group)) {
    if (parent.strategy !== 'OCO') break
    group = parent
  }
  return group.orderId
}

/** Returns the orders of a group: what one of them trades is taken off the others, so none counts against another. */
export function ordersOfGroup(book: AccountBook, order: Order): ReadonlySet<bigint> {
  const group = groupOf(book, order)
  return new Set([...book.orders.values()].filter((one) => groupOf(book, one) === group).map(({ orderId }) => orderId))
}

/** Sums a figure over activated orders, counting only the largest of each OCO group. */
function sumByGroup(
  book: AccountBook,
  excluded: ReadonlySet<bigint>,
  figure: (order: TradableOrder) => bigint,
): bigint {
  const largest = new Map<bigint, bigint>()
  for (const order of book.orders.values()) {
    if (!isTradable(order) || !isActivated(order) || excluded.has(order.orderId)) continue
    const group = groupOf(book, order)
    const value = figure(order)
    const before = largest.get(group)
    if (before === undefined || value > before) largest.set(group, value)
  }
  return [...largest.values()].reduce((sum, value) => sum + value, 0n)
}

export const NONE: ReadonlySet<bigint> = new Set()

/**
 * Returns the buying power that an order reserves, in dollars: remaining shares x its reserve price, in cents, half-up;
 * options in full. The reserve price of a multi-leg order is already in buying power.
 */
export function reservationOf(order: TradableOrder, accountType: AccountType): Cents {
  const { multiplier, assetType, legs } = order.terms
  return cents(
    rescale(remainingOf(order) * order.reservePrice * multiplier, PRICE_SCALE, 2) *
      powerFactor(accountType, legs === null && assetType === 'OPTION'),
  )
}

/** Returns the buying power reserved for open orders: for an OCO group its largest leg, for a trigger its parent. */
export function reservedOf(book: AccountBook, excluded: ReadonlySet<bigint> = NONE): Cents {
  return cents(sumByGroup(book, excluded, (order) => reservationOf(order, book.accountType)))
}

/** Returns the shares of a symbol that open closing orders of one side already claim. */
export function committedOf(
  book: AccountBook,
  symbol: string,
  isBuySide: boolean,
  excluded: ReadonlySet<bigint> = NONE,
): bigint {
  return sumByGroup(book, excluded, (order) =>
    legsOf(order.terms).reduce(
      (sum, leg) =>
        leg.symbol === symbol && !isOpeningLeg(leg) && isBuyLeg(leg) === isBuySide
          ? sum + leg.ratio * remainingOf(order)
          : sum,
      0n,
    ),
  )
}

/** Computes the balances at a moment; a position without a quote counts at its cost. */
export function bookBalance(book: AccountBook, moment: Moment, excluded: ReadonlySet<bigint> = NONE): AccountBalance {
  const positions = [...book.positions].map(([symbol, held]) => {
    const last =
      moment.quotes.get(symbol)?.last ?? price(rescale(averagePriceOf(held, held.multiplier), 8, PRICE_SCALE))
    return { ...held, symbol, last }
  })
  return accountBalance({
    accountType: book.accountType,
    cash: book.cash,
    positions,
    reserved: reservedOf(book, excluded),
    unsettled: unsettledAt(book.unsettled, moment.atMs),
    written: writtenRisk(book.accountType, positions),
  })
}

/**
 * Returns the account as it would be after trading the legs `units` times and changing the cash; the cost of the
 * changes is ignored.
 */
export function bookAfter(
  book: AccountBook,
  legs: readonly OrderLeg[],
  units: bigint,
  cashChange: bigint,
): AccountBook {
  const positions = new Map(book.positions)
  for (const leg of legs) {
    const held = positions.get(leg.symbol)
    const quantity = (held?.quantity ?? 0n) + (isBuyLeg(leg) ? leg.ratio : -leg.ratio) * units
    if (quantity === 0n) positions.delete(leg.symbol)
    else
      positions.set(leg.symbol, {
        quantity,
        cost: held?.cost ?? cost(0n),
        multiplier: leg.multiplier,
        isOption: leg.assetType === 'OPTION',
      })
  }
  return { ...book, positions, cash: cents(book.cash + cashChange) }
}

/** Returns what covers the account's written options. */
export function coverOf(book: AccountBook): ReturnType<typeof optionCover> {
  return optionCover(book.accountType, book.positions)
}

/** Returns the signed quantity held. */
export function heldOf(book: AccountBook, symbol: string): bigint {
  return book.positions.get(symbol)?.quantity ?? 0n
}

/** Returns the symbols whose prices matter to an account: its positions and the symbols of its open orders. */
export function symbolsOf(book: AccountBook): string[] {
  const ordered = [...book.orders.values()].filter(isTradable).filter((order) => remainingOf(order) > 0n)
  return [
    ...new Set([
      ...book.positions.keys(),
      ...ordered.flatMap((order) => legsOf(order.terms).map(({ symbol }) => symbol)),
    ]),
  ].sort()
}

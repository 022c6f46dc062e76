// Trades multi-leg orders: all legs at one instant and in their ratio, each at its own side of the market, once their
// total is as good as the net price. Also exercises options. Every fill is checked again. Pure on the book.
import type { AccountBook, EngineSettings, Moment } from './account-book.ts'
import { heldOf, ordersOfGroup } from './account-book.ts'
import { applyFill, feesOf, nextLine, quantityNow } from './apply-fill.ts'
import { coverRefusal, powerNeeded, takesPower } from './cover-refusal.ts'
import type { LegPrice } from './net-price.ts'
import { exercisePrices, netFillPrices } from './net-price.ts'
import { isBuyLeg, isOpeningLeg, legsOf } from './order-leg.ts'
import { positionRefusal, powerRefusal } from './order-refusal.ts'
import type { TradableOrder } from './order.ts'
import { isAtOnce, isInMarket, isNet, isTradable } from './order.ts'
import { endOrder } from './order-tree.ts'
import { isInWindow } from './trading-window.ts'

export interface CoveredFillRefusalOptions {
  readonly quantity: bigint
  /** Price of each leg. */
  readonly at: LegPrice
  readonly moment: Moment
  readonly settings: EngineSettings
}

/**
 * Returns what forbids a multi-leg fill, or one that changes the cover of written options, at the moment it would
 * happen.
 */
export function coveredFillRefusal(
  book: AccountBook,
  order: TradableOrder,
  { quantity, at, moment, settings }: CoveredFillRefusalOptions,
): string | null {
  const { terms } = order
  const own = ordersOfGroup(book, order)
  for (const leg of legsOf(terms)) {
    if (isOpeningLeg(leg)) continue
    const held = heldOf(book, leg.symbol)
    const side = isBuyLeg(leg) ? -held : held
    if (quantity * leg.ratio > side)
      return `The order is for ${quantity * leg.ratio} of ${leg.symbol}, but only ${side > 0n ? side : 0n} is held.`
  }
  const refusal = legsOf(terms).some((leg) => isOpeningLeg(leg))
    ? positionRefusal(book, terms, quantity, own)
    : coverRefusal(book, terms, quantity, own)
  if (refusal !== null || !takesPower(book, terms, quantity)) return refusal
  const needed =
    powerNeeded(book, moment, { terms, units: quantity, excluded: own, at }) + feesOf(order, quantity, settings)
  return needed > 0n ? powerRefusal(book, moment, needed, own) : null
}

interface ExecuteOptions {
  readonly at: LegPrice
  readonly moment: Moment
  readonly settings: EngineSettings
}

function execute(book: AccountBook, order: TradableOrder, { at, moment, settings }: ExecuteOptions): void {
  const quantity = quantityNow(order, nextLine(book, order), settings)
  const refusal = coveredFillRefusal(book, order, { quantity, at, moment, settings })
  if (refusal !== null)
    return endOrder(book, order, { status: 'REJECTED', atMs: moment.atMs, description: refusal, startsAt: moment })
  applyFill(book, order, { quantity, priceOf: at, moment, settings })
}

/** Returns the net-price orders that may trade at an instant, by order number. */
export function workingNets(book: AccountBook, moment: Pick<Moment, 'atMs' | 'isAlwaysOpen'>): TradableOrder[] {
  return [...book.orders.values()]
    .filter(isTradable)
    .filter(
      (order) =>
        isNet(order.terms) && isInMarket(order) && isInWindow(order.terms.session, moment.atMs, moment.isAlwaysOpen),
    )
    .sort((one, other) => Number(one.orderId - other.orderId))
}

/** Returns whether the market would trade the order, or at least decides it. */
export function isNetReached(order: TradableOrder, quotes: Moment['quotes'], settings: EngineSettings): boolean {
  const legs = legsOf(order.terms)
  if (isAtOnce(order.terms)) return legs.every(({ symbol }) => quotes.has(symbol))
  return netFillPrices(order.terms, legs, quotes, settings.slippage) !== null
}

/**
 * Checks each multi-leg order once against the quotes of a moment. Orders that had to fill immediately and did not are
 * cancelled.
 */
export function matchNets(book: AccountBook, moment: Moment, settings: EngineSettings): void {
  for (const { orderId } of workingNets(book, moment)) {
    // Another order of its pair may have been filled before.
    const now = (): TradableOrder | undefined => workingNets(book, moment).find((one) => one.orderId === orderId)
    const order = now()
    if (order === undefined) continue
    const at = netFillPrices(order.terms, legsOf(order.terms), moment.quotes, settings.slippage)
    if (at !== null) execute(book, order, { at, moment, settings })
    const left = now()
    if (left !== undefined && isAtOnce(left.terms))
      endOrder(book, left, {
        status: 'CANCELED',
        atMs: moment.atMs,
        description: 'What could not be filled at once was cancelled.',
        startsAt: moment,
      })
  }
}

/** Executes an exercise requested for the close: the option is closed, its shares change hands at the strike. */
export function matchExercise(book: AccountBook, order: TradableOrder, moment: Moment, settings: EngineSettings): void {
  execute(book, order, { at: exercisePrices(order.terms), moment, settings })
}

// Matches one quote against the orders of its symbol: market orders, stops, limits, then the orders that those fills
// started. Every fill is checked again against position and buying power. Pure on the book. Source:
// docs/rules/paper-brokerage.md, "Fill rules".
import { amountOf } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { AccountBook, EngineSettings, Moment } from './account-book.ts'
import { coverOf, heldOf, setOrder } from './account-book.ts'
import { applyFill, feesOf, nextLine, quantityNow } from './apply-fill.ts'
import type { TouchQuote } from './fill-rule.ts'
import { closingPrice, fillPrice, isStopReached, rankOf, triggered, waitsFor } from './fill-rule.ts'
import { coveredFillRefusal } from './match-net.ts'
import { changesCover } from './order-leg.ts'
import type { TradableOrder } from './order.ts'
import { isAtOnce, isBuy, isInMarket, isOpening, isTradable, remainingOf } from './order.ts'
import { powerFactor } from '../valuation/option-rule.ts'
import { positionRefusal, powerRefusal } from './order-refusal.ts'
import { endOrder } from './order-tree.ts'
import { higher, lower } from './touch.ts'
import { isInWindow } from './trading-window.ts'

interface FillRefusalOptions {
  readonly quantity: bigint
  readonly at: Price
  readonly moment: Moment
  readonly settings: EngineSettings
}

/** Returns what forbids a fill at the moment it would happen. */
function fillRefusal(
  book: AccountBook,
  order: TradableOrder,
  { quantity, at, moment, settings }: FillRefusalOptions,
): string | null {
  const { terms } = order
  if (changesCover(terms)) return coveredFillRefusal(book, order, { quantity, at: () => at, moment, settings })
  if (!isOpening(terms)) {
    const held = heldOf(book, terms.symbol)
    const side = isBuy(terms) ? -held : held - (coverOf(book).pledged.get(terms.symbol) ?? 0n)
    return quantity <= side
      ? null
      : `The order is for ${quantity} of ${terms.symbol}, but only ${side > 0n ? side : 0n} is held.`
  }
  const own = new Set([order.orderId])
  const needed =
    amountOf(at, remainingOf(order), terms.multiplier) * powerFactor(book.accountType, terms.assetType === 'OPTION') +
    feesOf(order, remainingOf(order), settings)
  return positionRefusal(book, terms, quantity, own) ?? powerRefusal(book, moment, needed, own)
}

interface ExecuteOptions {
  readonly at: Price
  readonly moment: Moment
  readonly settings: EngineSettings
}

function execute(book: AccountBook, order: TradableOrder, { at, moment, settings }: ExecuteOptions): void {
  const quantity = quantityNow(order, nextLine(book, order), settings)
  const refusal = fillRefusal(book, order, { quantity, at, moment, settings })
  if (refusal !== null)
    return endOrder(book, order, { status: 'REJECTED', atMs: moment.atMs, description: refusal, startsAt: moment })
  applyFill(book, order, { quantity, priceOf: () => at, moment, settings })
}

function workingOn(book: AccountBook, symbol: string, moment: Moment): TradableOrder[] {
  return [...book.orders.values()]
    .filter(isTradable)
    .filter(
      (order) =>
        order.terms.legs === null &&
        isInMarket(order) &&
        order.terms.symbol === symbol &&
        isInWindow(order.terms.session, moment.atMs, moment.isAlwaysOpen),
    )
    .sort((one, other) => rankOf(one) - rankOf(other) || Number(one.orderId - other.orderId))
}

interface LookOptions {
  readonly quote: TouchQuote
  readonly moment: Moment
  readonly settings: EngineSettings
}

/** Checks one order once. An order that had to fill immediately and did not is cancelled. */
function look(book: AccountBook, order: TradableOrder, { quote, moment, settings }: LookOptions): void {
  const at = fillPrice(order, quote, settings.slippage)
  if (at !== null) execute(book, order, { at, moment, settings })
  else if (waitsFor(order) === 'STOP' && isStopReached(order, quote)) setOrder(book, triggered(order))
  const left = workingOn(book, order.terms.symbol, moment).find(({ orderId }) => orderId === order.orderId)
  if (left !== undefined && isAtOnce(left.terms))
    endOrder(book, left, {
      status: 'CANCELED',
      atMs: moment.atMs,
      description: 'What could not be filled at once was cancelled.',
      startsAt: moment,
    })
}

/** Moves trails to the extremes of the last price since the previous check. */
export function followTrails(book: AccountBook, symbol: string, high: Price, low: Price): void {
  for (const order of [...book.orders.values()].filter(isTradable)) {
    if (order.terms.trail === null || order.isTriggered || !isInMarket(order) || order.terms.symbol !== symbol) continue
    const best = order.best
    const next = isBuy(order.terms) ? lower(best, low) : higher(best, high)
    if (next !== best) setOrder(book, { ...order, best: next })
  }
}

export interface MatchQuoteOptions {
  readonly quote: TouchQuote
  readonly moment: Moment
  readonly settings: EngineSettings
}

/** Matches a symbol's quote against its orders until nothing more happens; each order is filled at most once. */
export function matchQuote(book: AccountBook, symbol: string, { quote, moment, settings }: MatchQuoteOptions): void {
  const seen = new Set<bigint>()
  for (;;) {
    const next = workingOn(book, symbol, moment).find((order) => !seen.has(order.orderId))
    if (next === undefined) return
    seen.add(next.orderId)
    const isFirst = next.terms.trail !== null && next.best === null
    const order = isFirst ? { ...next, best: quote.last } : next
    if (isFirst) setOrder(book, order)
    look(book, order, { quote, moment, settings })
  }
}

export interface MatchCloseOptions {
  /** Closing price of the day. */
  readonly close: Price
  readonly moment: Moment
  readonly settings: EngineSettings
}

/** Fills the on-close orders of a symbol at the day's closing price. */
export function matchClose(book: AccountBook, symbol: string, { close, moment, settings }: MatchCloseOptions): void {
  for (const { orderId } of workingOn(book, symbol, moment)) {
    // Another order of its pair may have been filled before.
    const order = workingOn(book, symbol, moment).find((one) => one.orderId === orderId)
    if (order === undefined || order.releaseAt === null || order.releaseAt > moment.atMs) continue
    const at = closingPrice(order, close)
    if (at !== null) execute(book, order, { at, moment, settings })
  }
}

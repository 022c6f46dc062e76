// Works one quote through the orders of its symbol: market orders, stops, limits, then whatever those fills started.
// Every fill is checked again against position and buying power. Pure on the book. Design: brokerage, Fill rules.
import { createHash } from 'node:crypto'
import { amountOf, cents, cost } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { FLAT, changeHolding } from '../valuation/position-change.ts'
import type { AccountBook, EngineSettings, Moment } from './account-book.ts'
import { heldOf, putOrder } from './account-book.ts'
import type { TouchQuote } from './fill-rule.ts'
import { closingPrice, fillPrice, isStopReached, rankOf, triggered, waitsFor } from './fill-rule.ts'
import type { TradableOrder } from './order.ts'
import { isAtOnce, isBuy, isInMarket, isOpening, isTradable, remainingOf } from './order.ts'
import { powerFactor } from './option-rule.ts'
import { pledgedOf, positionRefusal, powerRefusal } from './order-refusal.ts'
import { settlesMs } from './unsettled.ts'
import { cancelSiblings, endOrder, followFill } from './order-tree.ts'
import { isInWindow } from './trading-window.ts'

const APPROXIMATE = 'Filled on the bar of a whole day: the time, and the order of prices within the day, are a model.'
const TWO_TO_32 = 4_294_967_296

/** Two even draws from 0 to 1 that depend on nothing but the seed, the order and the number of its execution. */
function drawsOf(seed: string, orderId: bigint, line: number): readonly [number, number] {
  const bytes = createHash('sha256').update(`${seed}/${orderId}/${line}`).digest()
  return [bytes.readUInt32BE(0) / TWO_TO_32, bytes.readUInt32BE(4) / TWO_TO_32]
}

/** How much of what remains is executed now: all of it, or by the option's chance a part. */
function quantityNow(order: TradableOrder, line: number, settings: EngineSettings): bigint {
  const remaining = remainingOf(order)
  if (settings.partialFills === null || remaining < 2n || order.terms.duration === 'FILL_OR_KILL') return remaining
  const [chance, share] = drawsOf(settings.partialFills.seed, order.orderId, line)
  if (chance * 100 >= settings.partialFills.percent) return remaining
  return 1n + BigInt(Math.floor(share * Number(remaining - 1n)))
}

/** What forbids a fill at the moment it would happen. */
function fillRefusal(book: AccountBook, order: TradableOrder, quantity: bigint, at: Price, moment: Moment, settings: EngineSettings): string | null {
  const { terms } = order
  if (!isOpening(terms)) {
    const held = heldOf(book, terms.symbol)
    const side = isBuy(terms) ? -held : held - (terms.assetType === 'OPTION' ? 0n : pledgedOf(book, terms.symbol).held)
    return quantity <= side ? null : `The order is for ${quantity} of ${terms.symbol}, but only ${side > 0n ? side : 0n} is held.`
  }
  const own = new Set([order.orderId])
  // A written option brings its price in; what it may cost is held back as at its entry.
  const each = terms.instruction === 'SELL_TO_OPEN' ? order.reservePrice : at
  const needed = amountOf(each, remainingOf(order), terms.multiplier) * powerFactor(book.accountType, terms.assetType === 'OPTION') + settings.commission
  return positionRefusal(book, terms, quantity, own) ?? powerRefusal(book, moment, needed, own)
}

function execute(book: AccountBook, order: TradableOrder, at: Price, moment: Moment, settings: EngineSettings): void {
  const line = (book.executed.get(order.orderId) ?? 0) + 1
  const quantity = quantityNow(order, line, settings)
  const refusal = fillRefusal(book, order, quantity, at, moment, settings)
  if (refusal !== null) return endOrder(book, order, 'REJECTED', moment.atMs, refusal)
  const { terms } = order
  const gross = amountOf(at, quantity, terms.multiplier)
  const held = book.positions.get(terms.symbol)
  const change = changeHolding(held ?? FLAT, isBuy(terms) ? quantity : -quantity, gross)
  if (change === null) throw new Error(`A checked fill of order ${order.orderId} would cross zero`)
  const left = (held?.quantity ?? 0n) + change.quantityChange
  if (left === 0n) book.positions.delete(terms.symbol)
  else book.positions.set(terms.symbol, { quantity: left, cost: cost((held?.cost ?? 0n) + change.costChange), multiplier: terms.multiplier, isOption: terms.assetType === 'OPTION' })
  book.cash = cents(book.cash + (isBuy(terms) ? 0n - gross : gross) - settings.commission)
  if (book.accountType === 'CASH' && !isBuy(terms)) book.unsettled.push({ amount: cents(gross - settings.commission), settlesMs: settlesMs(moment.atMs) })
  book.executed.set(order.orderId, line)
  book.executions.push({ orderId: order.orderId, line, quantity, price: at, fee: settings.commission, atMs: moment.atMs })
  const filled = order.filled + quantity
  const isWhole = filled === terms.quantity
  const statusDescription = moment.quotes.get(terms.symbol)?.isApproximate === true ? APPROXIMATE : order.statusDescription
  const after = { ...triggered(order), filled, statusDescription, ...(isWhole ? { status: 'FILLED' as const, closedAt: moment.atMs, releaseAt: null } : {}) }
  putOrder(book, after)
  cancelSiblings(book, after, moment)
  if (isWhole) followFill(book, after, moment)
}

function workingOn(book: AccountBook, symbol: string, moment: Moment): TradableOrder[] {
  return [...book.orders.values()]
    .filter(isTradable)
    .filter((order) => isInMarket(order) && order.terms.symbol === symbol && isInWindow(order.terms.session, moment.atMs, moment.isAlwaysOpen))
    .sort((one, other) => rankOf(one) - rankOf(other) || (one.orderId < other.orderId ? -1 : 1))
}

/** Looks at one order once. What must happen at once and did not is cancelled. */
function look(book: AccountBook, order: TradableOrder, quote: TouchQuote, moment: Moment, settings: EngineSettings): void {
  const at = fillPrice(order, quote, settings.slippage)
  if (at !== null) execute(book, order, at, moment, settings)
  else if (waitsFor(order) === 'STOP' && isStopReached(order, quote)) putOrder(book, triggered(order))
  const now = book.orders.get(order.orderId)
  if (isAtOnce(order.terms) && now !== undefined && isInMarket(now)) endOrder(book, now, 'CANCELED', moment.atMs, 'What could not be filled at once was cancelled.')
}

/** Trails follow the extremes of the last price since they were last looked at. */
export function followTrails(book: AccountBook, symbol: string, high: Price, low: Price): void {
  for (const order of [...book.orders.values()].filter(isTradable)) {
    if (order.terms.trail === null || order.isTriggered || !isInMarket(order) || order.terms.symbol !== symbol) continue
    const best = order.best
    const next = isBuy(order.terms) ? (best === null || low < best ? low : best) : best === null || high > best ? high : best
    if (next !== best) putOrder(book, { ...order, best: next })
  }
}

/** Works a quote of a symbol at a moment through its orders until nothing more happens; each order is filled at most once. */
export function matchQuote(book: AccountBook, symbol: string, quote: TouchQuote, moment: Moment, settings: EngineSettings): void {
  const seen = new Set<bigint>()
  for (;;) {
    const next = workingOn(book, symbol, moment).find((order) => !seen.has(order.orderId))
    if (next === undefined) return
    seen.add(next.orderId)
    if (next.terms.trail !== null && next.best === null) putOrder(book, { ...next, best: quote.last })
    const order = book.orders.get(next.orderId)
    if (order !== undefined && isTradable(order)) look(book, order, quote, moment, settings)
  }
}

/** Fills the on-close orders of a symbol at the day's closing price. */
export function matchClose(book: AccountBook, symbol: string, close: Price, moment: Moment, settings: EngineSettings): void {
  for (const order of workingOn(book, symbol, moment)) {
    if (order.releaseAt === null || order.releaseAt > moment.atMs) continue
    const at = closingPrice(order, close)
    if (at !== null) execute(book, order, at, moment, settings)
  }
}

// Applies an execution to the book: each leg's position, cash and proceeds, then the order's progress and its effects
// on the tree. Whether the fill is allowed is decided before. Pure on the book.
import type { Cents } from '@clubfolio/domain'
import { createHash } from 'node:crypto'
import { amountOf, cents, cost } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { FLAT, changeHolding } from '../valuation/position-change.ts'
import type { AccountBook, EngineSettings, Moment } from './account-book.ts'
import { setOrder } from './account-book.ts'
import { triggered } from './fill-rule.ts'
import type { OrderLeg } from './order-leg.ts'
import { isBuyLeg, isOptionLeg, legsOf } from './order-leg.ts'
import type { TradableOrder } from './order.ts'
import { remainingOf } from './order.ts'
import { followFill, reduceSiblings } from './order-tree.ts'
import { settlesMs } from './unsettled.ts'

const APPROXIMATE = 'Filled on the bar of a whole day: the time, and the order of prices within the day, are a model.'
const TWO_TO_32 = 4_294_967_296

/** Returns two uniform draws from 0 to 1 that depend only on the seed, the order and the number of its execution. */
function drawsOf(seed: string, orderId: bigint, line: number): readonly [number, number] {
  const bytes = createHash('sha256').update(`${seed}/${orderId}/${line}`).digest()
  return [bytes.readUInt32BE(0) / TWO_TO_32, bytes.readUInt32BE(4) / TWO_TO_32]
}

/** Returns the number of the order's next execution. */
export function nextLine(book: AccountBook, order: TradableOrder): number {
  return (book.executed.get(order.orderId) ?? 0) + 1
}

/**
 * Returns how much of the remainder is executed now: all of it, or with the configured probability a part; multi-leg
 * orders fill in whole units.
 */
export function quantityNow(order: TradableOrder, line: number, settings: EngineSettings): bigint {
  const remaining = remainingOf(order)
  if (settings.partialFills === null || order.terms.duration === 'FILL_OR_KILL' || order.terms.orderType === 'EXERCISE')
    return remaining
  const [chance, share] = drawsOf(settings.partialFills.seed, order.orderId, line)
  if (chance * 100 >= settings.partialFills.percent) return remaining
  return 1n + BigInt(Math.floor(share * Number(remaining - 1n)))
}

export interface FeeOfOptions {
  /** Number of the leg, counted from 1. */
  readonly number: number
  readonly quantity: bigint
  readonly settings: EngineSettings
}

/**
 * Returns the fee of a leg: the commission once per execution, on its first leg, plus the fee per contract. Exercise is
 * free.
 */
export function feeOf(order: TradableOrder, leg: OrderLeg, { number, quantity, settings }: FeeOfOptions): Cents {
  if (order.terms.orderType === 'EXERCISE') return cents(0n)
  return cents((number === 1 ? settings.commission : 0n) + (isOptionLeg(leg) ? settings.contractFee * quantity : 0n))
}

/** Returns the total fees of an execution of all legs. */
export function feesOf(order: TradableOrder, units: bigint, settings: EngineSettings): Cents {
  return cents(
    legsOf(order.terms).reduce(
      (sum, leg, n) => sum + feeOf(order, leg, { number: n + 1, quantity: leg.ratio * units, settings }),
      0n,
    ),
  )
}

interface ApplyLegOptions {
  readonly leg: OrderLeg
  readonly quantity: bigint
  readonly at: Price
  readonly fee: Cents
  readonly atMs: Moment['atMs']
}

function applyLeg(book: AccountBook, order: TradableOrder, { leg, quantity, at, fee, atMs }: ApplyLegOptions): void {
  const gross = amountOf(at, quantity, leg.multiplier)
  const held = book.positions.get(leg.symbol)
  const change = changeHolding(held ?? FLAT, isBuyLeg(leg) ? quantity : -quantity, gross)
  if (change === null) throw new Error(`A checked fill of order ${order.orderId} would cross zero`)
  const left = (held?.quantity ?? 0n) + change.quantityChange
  if (left === 0n) book.positions.delete(leg.symbol)
  else
    book.positions.set(leg.symbol, {
      quantity: left,
      cost: cost((held?.cost ?? 0n) + change.costChange),
      multiplier: leg.multiplier,
      isOption: isOptionLeg(leg),
    })
  book.cash = cents(book.cash + (isBuyLeg(leg) ? 0n - gross : gross) - fee)
  if (book.accountType === 'CASH' && !isBuyLeg(leg) && gross > fee)
    book.unsettled.push({ amount: cents(gross - fee), settlesMs: settlesMs(atMs) })
}

export interface ApplyFillOptions {
  readonly quantity: bigint
  readonly priceOf: (leg: OrderLeg) => Price
  readonly moment: Moment
  readonly settings: EngineSettings
}

/** Executes a quantity of an order, every leg at its price, and updates its tree. */
export function applyFill(
  book: AccountBook,
  order: TradableOrder,
  { quantity, priceOf, moment, settings }: ApplyFillOptions,
): void {
  const line = nextLine(book, order)
  const legs = legsOf(order.terms)
  legs.forEach((leg, n) => {
    const [at, size] = [priceOf(leg), leg.ratio * quantity]
    const fee = feeOf(order, leg, { number: n + 1, quantity: size, settings })
    applyLeg(book, order, { leg, quantity: size, at, fee, atMs: moment.atMs })
    book.executions.push({
      orderId: order.orderId,
      line,
      leg: n + 1,
      quantity: size,
      price: at,
      fee,
      atMs: moment.atMs,
    })
  })
  book.executed.set(order.orderId, line)
  const filled = order.filled + quantity
  const isWhole = filled === order.terms.quantity
  const isApproximate = legs.some(({ symbol }) => moment.quotes.get(symbol)?.isApproximate === true)
  const statusDescription = isApproximate ? APPROXIMATE : order.statusDescription
  const after = {
    ...triggered(order),
    filled,
    statusDescription,
    ...(isWhole ? { status: 'FILLED' as const, closedAt: moment.atMs, releaseAt: null } : {}),
  }
  setOrder(book, after)
  reduceSiblings(book, after, quantity, moment)
  if (isWhole) followFill(book, after, moment)
}

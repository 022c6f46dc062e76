// Computes a position's value, profit and maintenance requirement. Pure arithmetic on exact steps.

import type { Cents } from '@clubfolio/domain'
import { absolute, divideHalfUp, larger, rescale } from '../money/decimal.ts'
import { COST_SCALE, PRICE_SCALE, amountOf, cents, centsOfCost, cost } from '../money/money.ts'
import type { Cost, Price } from '../money/money.ts'
import type { Holding } from './position-change.ts'
import { isShort } from './position-change.ts'

/** A position with its current price and previous close, and its changes since then. */
export interface PricedPosition extends Holding {
  readonly multiplier: bigint
  readonly isOption?: boolean
  readonly last: Price
  readonly previousClose: Price
  /** Signed quantity held at the previous close. */
  readonly previousQuantity: bigint
  /** Net cash paid for the symbol today; negative when more was received than paid. */
  readonly paidToday: Cents
}

export interface PositionValue {
  /** Average price per share (or per share of a contract) in cost steps. */
  readonly averagePrice: Cost
  /** +last x Q for long, negative for short. */
  readonly marketValue: Cents
  readonly openProfit: Cents
  readonly dayProfit: Cents
  /** Percent of the value at the previous close, or of what was paid today when nothing was held then; scale 2. */
  readonly dayProfitPercent: bigint
  readonly maintenanceRequirement: Cents
}

/**
 * Returns the cost per share: cost / (quantity x multiplier), rounded half-up to a hundred-millionth; zero when flat.
 */
export function averagePriceOf(held: Holding, multiplier: bigint): Cost {
  const shares = absolute(held.quantity) * multiplier
  return cost(shares === 0n ? 0n : divideHalfUp(held.cost, shares))
}

const FIVE_DOLLARS = 50_000n
const SHORT_FLOOR_CHEAP = 25_000n

/**
 * Returns the equity a position requires: 30 percent of a long value; for a short below $5 the larger of $2.50 a share
 * and 100 percent, from $5 up the larger of $5 a share and 30 percent; options their whole value, written ones being
 * covered. Example: short 100 at $40 needs $1,200. Source: docs/rules/paper-brokerage.md, "Money".
 */
export function maintenanceOf(position: Pick<PricedPosition, 'quantity' | 'multiplier' | 'last' | 'isOption'>): Cents {
  const shares = absolute(position.quantity) * position.multiplier
  const value = shares * position.last
  if (position.isOption === true) return cents(rescale(value, PRICE_SCALE, 2))
  const thirtyPercent = divideHalfUp(value * 30n, 100n)
  if (!isShort(position)) return cents(rescale(thirtyPercent, PRICE_SCALE, 2))
  const isCheap = position.last < FIVE_DOLLARS
  const floor = shares * (isCheap ? SHORT_FLOOR_CHEAP : FIVE_DOLLARS)
  return cents(rescale(larger(isCheap ? value : thirtyPercent, floor), PRICE_SCALE, 2))
}

/**
 * Values a position. Market value is last x quantity x multiplier with the quantity's sign; open profit is that minus
 * the cost (long) or plus the proceeds (short); day profit is the value now - the value at the previous close of the
 * quantity held then - the net cash paid today. Example: short 100 at $40, last $38: value -3,800.00, open profit
 * +200.00. Source: docs/rules/paper-brokerage.md, "Money".
 */
export function valuePosition(position: PricedPosition): PositionValue {
  const marketValue = amountOf(position.last, position.quantity, position.multiplier)
  const exactValue = rescale(position.last * position.quantity * position.multiplier, PRICE_SCALE, COST_SCALE)
  const exactOpen = isShort(position) ? exactValue + position.cost : exactValue - position.cost
  const previousValue = amountOf(position.previousClose, position.previousQuantity, position.multiplier)
  const dayProfit = marketValue - previousValue - position.paidToday
  const basis = previousValue === 0n ? absolute(position.paidToday) : absolute(previousValue)
  return {
    averagePrice: averagePriceOf(position, position.multiplier),
    marketValue,
    openProfit: centsOfCost(exactOpen),
    dayProfit: cents(dayProfit),
    dayProfitPercent: basis === 0n ? 0n : divideHalfUp(dayProfit * 10_000n, basis),
    maintenanceRequirement: maintenanceOf(position),
  }
}

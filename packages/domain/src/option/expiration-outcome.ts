// Profit and loss of legs that expire together, exactly: between two strikes the profit is a straight line, so its
// break-evens and extremes follow from the strikes alone.
import { Decimal } from 'decimal.js'
import type { PositionLeg } from './position-leg.ts'

/** Underlying prices from `from` up to `to`; `to` is null without an upper end. */
export interface ProfitRange {
  readonly from: Decimal
  readonly to: Decimal | null
}

export interface Outcome {
  /** In dollars. */
  readonly greatestProfit: Decimal | 'UNLIMITED'
  /** In dollars, as a positive amount; 0 for a position that cannot lose. */
  readonly greatestLoss: Decimal | 'UNLIMITED'
  /** Prices of the underlying, lowest first. */
  readonly breakEvens: readonly Decimal[]
  /** Where the position makes money. */
  readonly profitRanges: readonly ProfitRange[]
}

const zero = new Decimal(0)

function legAtExpiration({ contract, quantity, multiplier }: PositionLeg, at: Decimal): Decimal {
  const each =
    contract === null
      ? at
      : Decimal.max(0, contract.right === 'CALL' ? at.minus(contract.strike) : at.negated().plus(contract.strike))
  return each.times(quantity).times(multiplier)
}

/**
 * Returns what one unit has gained at expiration with the underlying at a price; `cost` is what it cost in dollars,
 * negative for a credit. Example: a call 100 bought for 250, at 104: 150.
 */
export const profitAtExpiration = (legs: readonly PositionLeg[], cost: Decimal, at: Decimal): Decimal =>
  legs.reduce((sum, leg) => sum.plus(legAtExpiration(leg, at)), zero).minus(cost)

/** Returns the strikes of legs from low to high, each once. */
export function strikesOf(legs: readonly PositionLeg[]): Decimal[] {
  const strikes = new Set(legs.flatMap(({ contract }) => (contract === null ? [] : [contract.strike])))
  return [...strikes].toSorted((one, other) => one - other).map((strike) => new Decimal(strike))
}

/** Returns what a dollar of the underlying is worth above all strikes: shares and calls. */
export const slopeAbove = (legs: readonly PositionLeg[]): number =>
  legs.reduce(
    (sum, { contract, quantity, multiplier }) => sum + (contract?.right === 'PUT' ? 0 : quantity * multiplier),
    0,
  )

/** Returns the ranges between break-evens on which a probe of the profit is positive. */
export function rangesOf(breakEvens: readonly Decimal[], profitAt: (at: Decimal) => Decimal): ProfitRange[] {
  const edges = [zero, ...breakEvens]
  const ranges: ProfitRange[] = []
  for (const [index, from] of edges.entries()) {
    const to = edges[index + 1] ?? null
    const probe = to === null ? from.times(2).plus(1) : from.plus(to).dividedBy(2)
    if (!profitAt(probe).greaterThan(0)) continue
    const before = ranges.at(-1)
    if (before?.to?.equals(from) === true) ranges.splice(-1, 1, { from: before.from, to })
    else ranges.push({ from, to })
  }
  return ranges
}

/**
 * Returns the outcome of legs that expire on one day. The underlying cannot fall below 0, so only shares and calls can
 * make a result unlimited. Example: put 95 bought, put 100 sold for a credit of 1.20: profit at most 120, loss at most
 * 380, break-even 98.80.
 */
export function expirationOutcome(legs: readonly PositionLeg[], cost: Decimal): Outcome {
  const profitAt = (at: Decimal): Decimal => profitAtExpiration(legs, cost, at)
  const corners = [zero, ...strikesOf(legs)].map((at) => ({ at, profit: profitAt(at) }))
  const slope = slopeAbove(legs)
  const profits = corners.map(({ profit }) => profit)
  const breakEvens: Decimal[] = []
  const add = (at: Decimal): void => {
    if (at.greaterThan(0) && breakEvens.at(-1)?.equals(at) !== true) breakEvens.push(at)
  }
  for (const [index, { at, profit }] of corners.entries()) {
    if (profit.isZero()) add(at)
    const next = corners[index + 1]
    if (next === undefined) {
      if (slope !== 0 && profit.isNegative() !== slope < 0 && !profit.isZero()) add(at.minus(profit.dividedBy(slope)))
    } else if (profit.times(next.profit).isNegative() && !profit.times(next.profit).isZero()) {
      const width = next.at.minus(at)
      add(at.plus(profit.abs().times(width).dividedBy(profit.abs().plus(next.profit.abs()))))
    }
  }
  return {
    greatestProfit: slope > 0 ? 'UNLIMITED' : Decimal.max(zero, ...profits),
    greatestLoss: slope < 0 ? 'UNLIMITED' : Decimal.min(zero, ...profits).abs(),
    breakEvens,
    profitRanges: rangesOf(breakEvens, profitAt),
  }
}

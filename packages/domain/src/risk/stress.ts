// A move of the benchmark played through positions: each share moves by its beta times the move, and an option is
// priced again with its underlying there. Values of models are plain numbers, what a position gains is whole cents, and
// a total is the sum of what the positions gain.
// Source: docs/rules/trading.md, "Portfolio risk".
import { Decimal } from 'decimal.js'
import { type Cents, toCents } from '../kind.ts'
import { roundToCents } from '../money/round-to-cents.ts'
import type { ModelInput } from '../option/option-model.ts'
import { limitVolatility, priceOption } from './repriced-option.ts'

export interface StressedPosition {
  /** Negative for a short position. */
  readonly quantity: Decimal
  readonly multiplier: number
  /** The price of one share, of the underlying for an option. */
  readonly sharePrice: Decimal
  readonly beta: number
  /** Null for shares. */
  readonly option: Omit<ModelInput, 'spot'> | null
}

export interface StressMove {
  /** Of the benchmark, as a fraction: -0.1 is 10 % down. */
  readonly move: number
  /** Added to every volatility, as a fraction: 0.05 makes 30 % of 25 %. */
  readonly volatilityShift: number
}

/** A share cannot fall below zero, and a model needs a price. */
const leastOfPrice = 0.0001

/**
 * Returns what a position gains at a move. Examples: 100 shares at 50.00 with a beta of 1.2 lose 600.00 when the
 * benchmark falls by 10 %; a bought put on them gains what the model adds at 44.00. Without a move and without a shift
 * it is exactly zero.
 */
export function stressPosition(position: StressedPosition, { move, volatilityShift }: StressMove): Cents {
  const { quantity, multiplier, sharePrice, beta, option } = position
  const factor = Math.max(leastOfPrice, 1 + beta * move)
  if (option === null)
    return roundToCents(quantity.times(multiplier).times(sharePrice).times(new Decimal(factor).minus(1)))
  const spot = sharePrice.toNumber()
  const before = priceOption({ ...option, spot }).value
  const volatility = volatilityShift === 0 ? option.volatility : limitVolatility(option.volatility + volatilityShift)
  const after = priceOption({ ...option, spot: spot * factor, volatility }).value
  return roundToCents(quantity.times(multiplier).times(new Decimal(after).minus(before)))
}

/** Returns the sum of what positions gain. */
export const totalGain = (gains: readonly Cents[]): Cents => toCents(gains.reduce((sum: bigint, one) => sum + one, 0n))

/**
 * Returns the moves from the greatest fall to the greatest rise in percent, zero among them.
 * Example: 20 in steps of 5 are -20, -15, -10, -5, 0, 5, 10, 15 and 20.
 */
export function stressMoves(most: number, step: number): number[] {
  const steps = Math.floor(most / step + 1e-9)
  return Array.from({ length: 2 * steps + 1 }, (_, index) => (index - steps) * step + 0)
}

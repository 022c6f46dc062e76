// Computes the effect of a fill or a share movement on a position at average cost. Pure; the books are written
// elsewhere.

import { absolute, divideHalfUp } from '../money/decimal.ts'
import { cost, costOfCents } from '../money/money.ts'
import type { Cost } from '../money/money.ts'
import type { Cents } from '@clubfolio/domain'

/** Shares (or contracts) with their total cost; short positions have a negative quantity and the proceeds as cost. */
export interface Holding {
  readonly quantity: bigint
  readonly cost: Cost
}

export const FLAT: Holding = { quantity: 0n, cost: cost(0n) }

export function isShort({ quantity }: Pick<Holding, 'quantity'>): boolean {
  return quantity < 0n
}

/** The effect of one fill, added to a holding and to the realised profit before fees. */
export interface PositionChange {
  readonly quantityChange: bigint
  readonly costChange: Cost
  readonly realised: Cost
}

/**
 * Computes the effect of buying (positive quantity) or selling (negative) for `gross` cents, fees not included.
 * Adding to the same side adds the gross to the cost, so the average becomes (Q x avg + q x p) / (Q + q).
 * Reducing removes the cost in proportion, so the average stays; realised is gross - cost removed for a long position
 * and the reverse for a short one. Returns null when the quantity crosses zero: the brokerage requires two orders for
 * that.
 * Example: 100 shares for $5,100.00, sold for $4,700.00: cost change -5100, realised -400.
 * Source: docs/rules/paper-brokerage.md, "Money".
 */
export function changeHolding(held: Holding, quantityChange: bigint, gross: Cents): PositionChange | null {
  const isAdding = held.quantity * quantityChange >= 0n
  if (isAdding) return { quantityChange, costChange: costOfCents(gross), realised: cost(0n) }
  const size = absolute(held.quantity)
  const reduced = absolute(quantityChange)
  if (reduced > size) return null
  const taken = divideHalfUp(held.cost * reduced, size)
  const grossCost = costOfCents(gross)
  const realised = isShort(held) ? taken - grossCost : grossCost - taken
  return { quantityChange, costChange: cost(-taken), realised: cost(realised) }
}

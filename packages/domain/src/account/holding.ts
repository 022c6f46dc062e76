// Applies a booked change to a position at average cost, and unwinds it. Quantities and costs have the same sign: a
// short position has a negative quantity and a negative cost, its proceeds.
import { Decimal } from 'decimal.js'

export interface Holding {
  readonly quantity: Decimal
  /** Dollars. */
  readonly cost: Decimal
  readonly multiplier: number
}

export interface HoldingChange {
  readonly quantity: Decimal
  /**
   * price x quantity x multiplier, signed like the quantity; null for a corporate action such as a split, which leaves
   * the cost of the position unchanged.
   */
  readonly grossCost: Decimal | null
}

const zero = new Decimal(0)

/**
 * Returns a holding after a change. Adding to the same side adds the gross cost; reducing removes cost in proportion,
 * so the average stays; crossing zero closes everything and opens the rest at the change's price. A corporate action
 * leaves the cost. Examples: 100 for 5,000, 40 sold: 60 for 3,000; after a split of 1 for 20: 3 for 3,000.
 */
export function changeHolding(held: Holding, quantity: Decimal, grossCost: Decimal | null): Holding {
  const after = held.quantity.plus(quantity)
  if (after.isZero()) return { ...held, quantity: zero, cost: zero }
  if (grossCost === null) return { ...held, quantity: after }
  const isAdding = held.quantity.isZero() || held.quantity.isPositive() === quantity.isPositive()
  if (isAdding) return { ...held, quantity: after, cost: held.cost.plus(grossCost) }
  const hasCrossed = after.isPositive() !== held.quantity.isPositive()
  if (hasCrossed) return { ...held, quantity: after, cost: grossCost.times(after).div(quantity) }
  return { ...held, quantity: after, cost: held.cost.times(after).div(held.quantity) }
}

/**
 * Returns the cost before `changes` (oldest first) that led to `present`, or undefined if the position was flat in
 * between or changed sides, because the present cost then contains no trace of the earlier one.
 */
export function unwindCost(present: Holding, changes: readonly HoldingChange[]): Decimal | undefined {
  let { quantity, cost } = present
  for (const change of changes.toReversed()) {
    const before = quantity.minus(change.quantity)
    if (quantity.isZero() || before.isPositive() !== quantity.isPositive()) return undefined
    if (change.grossCost !== null) {
      const wasAdding = before.isPositive() === change.quantity.isPositive()
      cost = wasAdding ? cost.minus(change.grossCost) : cost.times(before).div(quantity)
    }
    quantity = before
  }
  return quantity.isZero() ? undefined : cost
}

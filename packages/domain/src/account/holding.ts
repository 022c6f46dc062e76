// What a booked change does to a position at average cost, and how to undo it. Quantities and costs are signed alike:
// a short position has a negative quantity and a negative cost, its proceeds.
import { Decimal } from 'decimal.js'

export interface Holding {
  readonly quantity: Decimal
  /** Dollars. */
  readonly cost: Decimal
  readonly multiplier: number
}

export interface HoldingChange {
  readonly quantity: Decimal
  /** price x quantity x multiplier, signed like the quantity. */
  readonly grossCost: Decimal
}

const zero = new Decimal(0)

/**
 * Adding to the same side adds the gross; reducing takes cost out in proportion, so the average stays; crossing zero closes
 * all and opens the rest at the change's price. Example: 100 for 5,000, 40 sold: 60 for 3,000.
 */
export function changeHolding(held: Holding, quantity: Decimal, grossCost: Decimal): Holding {
  const after = held.quantity.plus(quantity)
  if (after.isZero()) return { ...held, quantity: zero, cost: zero }
  const isAdding = held.quantity.isZero() || held.quantity.isPositive() === quantity.isPositive()
  if (isAdding) return { ...held, quantity: after, cost: held.cost.plus(grossCost) }
  const hasCrossed = after.isPositive() !== held.quantity.isPositive()
  if (hasCrossed) return { ...held, quantity: after, cost: quantity.isZero() ? zero : grossCost.times(after).div(quantity) }
  return { ...held, quantity: after, cost: held.cost.times(after).div(held.quantity) }
}

/**
 * The cost before `changes` (oldest first) that led to `present`, or undefined when the position was flat in between or
 * changed sides: then nothing of the present tells it.
 */
export function unwindCost(present: Holding, changes: readonly HoldingChange[]): Decimal | undefined {
  let { quantity, cost } = present
  for (const change of changes.toReversed()) {
    const before = quantity.minus(change.quantity)
    if (quantity.isZero() || before.isZero() || before.isPositive() !== quantity.isPositive()) return undefined
    const wasAdding = before.isPositive() === change.quantity.isPositive()
    cost = wasAdding ? cost.minus(change.grossCost) : cost.times(before).div(quantity)
    quantity = before
  }
  return quantity.isZero() ? undefined : cost
}

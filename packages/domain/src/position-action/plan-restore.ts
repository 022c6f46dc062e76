// Plans how a position gets back the protection that it had before an action ended halfway: one more stop for what is
// without. Nothing else is touched, so restoring can never make it worse, and doing it twice places nothing twice.
import { Decimal } from 'decimal.js'
import type { OrderMarket } from '../order/order-fault.ts'
import { restingTime, singleOrder } from '../order/order-draft.ts'
import { pricePartsOf } from '../order/order-price.ts'
import { isStopPassed } from '../order/stop-passed.ts'
import { type ActedPosition, type ActionStep } from './action-step.ts'
import { followSteps } from './follow-steps.ts'
import { freeOf, marketTerms } from './plan-close.ts'
import { nearestStop } from './plan-position-action.ts'

/**
 * Returns the step that restores the protection; empty when nothing is missing. A stop that the market has passed by
 * now would have been filled, so that much is closed at the market instead. Example: 100 long had a stop for 100 at 48,
 * which was made smaller to 50 before the sale of the other 50 was refused: a stop for 50 at 48 is placed.
 */
export function planRestore(before: ActedPosition, now: ActedPosition, market: OrderMarket): ActionStep[] {
  const isLong = before.held.isPositive()
  const terms = nearestStop(before)
  if (terms === null || now.held.isZero() || now.held.isPositive() !== isLong) return []
  const coveredOf = (position: ActedPosition): Decimal => followSteps(position, [])[0]?.covered ?? new Decimal(0)
  const wanted = Decimal.min(coveredOf(before), now.held.abs())
  const missing = Decimal.min(wanted.minus(coveredOf(now)), freeOf(now)).floor()
  if (!missing.greaterThan(0)) return []
  const { stopPrice } = pricePartsOf(terms.price)
  const isPassed = stopPrice !== null && isStopPassed(stopPrice, market, isLong)
  const restored = isPassed ? marketTerms(now, missing) : { ...terms, quantity: missing.toFixed(), ...restingTime }
  return [
    {
      kind: 'PLACE',
      symbol: before.symbol,
      order: singleOrder(restored),
      waitsForFlat: false,
    },
  ]
}

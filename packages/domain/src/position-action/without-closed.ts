// Makes the steps behind a cancelled exit smaller by what it closed before its cancellation arrived: what is closed
// already is neither sold nor protected once more.
import { Decimal } from 'decimal.js'
import { isOpening } from '../order/order-draft.ts'
import type { ActionOrder, ActionStep } from './action-step.ts'

/**
 * Returns the steps without what was closed, null in the place of one of which nothing is left. Example: 30 of a stop
 * for 100 were filled before it was cancelled, so the market order for 100 behind it becomes one for 70.
 */
export function withoutClosed(steps: readonly ActionStep[], closed: Decimal): (ActionStep | null)[] {
  let left = closed
  return steps.map((step) => {
    if (step.kind === 'CANCEL' || !closesShares(step)) return step
    const [terms] = termsOf(step.order)
    const own = Decimal.min(terms.quantity, left)
    if (own.isZero()) return step
    left = left.minus(own)
    const rest = new Decimal(terms.quantity).minus(own)
    return rest.isZero() ? null : { ...step, order: withQuantity(step.order, rest.toFixed()) }
  })
}

/** A stop that is made smaller is for what stays, so only a market order in its place counts. */
function closesShares({ kind, order }: Exclude<ActionStep, { kind: 'CANCEL' }>): boolean {
  const [{ instruction, price }] = termsOf(order)
  return !isOpening(instruction) && (kind === 'PLACE' || price.type === 'MARKET')
}

const termsOf = (order: ActionOrder) => (order.kind === 'PAIR' ? order.orders : ([order.terms] as const))

function withQuantity(order: ActionOrder, quantity: string): ActionOrder {
  if (order.kind === 'ENTRY') return { ...order, terms: { ...order.terms, quantity } }
  const [first, second] = order.orders
  return {
    ...order,
    orders: [
      { ...first, quantity },
      { ...second, quantity },
    ],
  }
}

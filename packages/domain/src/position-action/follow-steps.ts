// Follows the steps of an action: what is claimed by closing orders and what is protected after each of them. The
// preview shows it, and the property tests check it.
import { Decimal } from 'decimal.js'
import { isStopType } from '../order/order-draft.ts'
import { isOpening } from '../order/order-draft.ts'
import type { ActedPosition, ActionOrder, ActionStep, PositionExit } from './action-step.ts'

/** The position after a step, as if nothing were filled. */
export interface AfterStep {
  /** What all working closing orders together may close; never more than is held. */
  readonly claimed: Decimal
  /** What a stop protects, or a market order closes at once. */
  readonly covered: Decimal
}

interface Claim {
  readonly orderId: string
  readonly groupId: string
  readonly quantity: Decimal
  /** It ends the risk of its quantity: a stop, or a market order. */
  readonly covers: boolean
}

const zero = new Decimal(0)

/** Returns the state before the first step, and after each one. */
export function followSteps(position: ActedPosition, steps: readonly ActionStep[]): AfterStep[] {
  let claims: readonly Claim[] = position.exits.map(claimOf)
  const states = [stateOf(position, claims)]
  for (const [index, step] of steps.entries()) {
    claims = [...afterStep(claims, step, index), ...startedBy(position, step)]
    states.push(stateOf(position, claims))
  }
  return states
}

const claimOf = (exit: PositionExit): Claim => ({
  orderId: exit.orderId,
  groupId: exit.groupId,
  quantity: exit.quantity,
  covers: exit.isStop || exit.terms?.price.type === 'MARKET',
})

/** The exits of an entry that is cancelled after a part of it start for that part. */
const startedBy = ({ entries = [] }: ActedPosition, step: ActionStep): Claim[] =>
  entries
    .filter(({ orderId }) => step.kind === 'CANCEL' && step.orderId === orderId)
    .flatMap(({ exits }) => exits.map(claimOf))

function afterStep(claims: readonly Claim[], step: ActionStep, index: number): readonly Claim[] {
  if (step.kind === 'PLACE') return [...claims, ...claimsOf(step.order, `step-${index}`, undefined)]
  const rest = claims.filter(({ orderId }) => orderId !== step.orderId)
  if (step.kind === 'CANCEL') return rest
  const old = claims.find(({ orderId }) => orderId === step.orderId)
  // What takes the place of one order of a pair stays in the pair.
  const isOfPair = old !== undefined && old.groupId !== old.orderId
  return [...rest, ...claimsOf(step.order, `step-${index}`, isOfPair ? old.groupId : undefined)]
}

function claimsOf(order: ActionOrder, orderId: string, groupId: string | undefined): Claim[] {
  const terms = order.kind === 'ENTRY' ? [order.terms] : order.orders
  return terms
    .filter(({ instruction }) => !isOpening(instruction))
    .map(({ quantity, price: { type } }, place) => ({
      orderId: `${orderId}-${place}`,
      groupId: groupId ?? orderId,
      quantity: new Decimal(quantity),
      covers: isStopType(type) || type === 'MARKET',
    }))
}

function stateOf({ held }: ActedPosition, claims: readonly Claim[]): AfterStep {
  return {
    claimed: largestOfGroups(claims),
    covered: Decimal.min(held.abs(), largestOfGroups(claims.filter(({ covers }) => covers))),
  }
}

function largestOfGroups(claims: readonly Claim[]): Decimal {
  const largest = new Map<string, Decimal>()
  for (const { groupId, quantity } of claims) largest.set(groupId, Decimal.max(largest.get(groupId) ?? zero, quantity))
  return [...largest.values()].reduce((sum, one) => sum.plus(one), zero)
}

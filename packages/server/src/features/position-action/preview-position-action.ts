// Previews an action: exactly the orders that it sends, what stays protected at each step, and what speaks against it.
import type { AskedPositionAction, PlannedActionStep, PositionActionPreview } from '@clubfolio/contract'
import {
  type ActedPosition,
  type ActionOrder,
  type ActionStep,
  followSteps,
  isOpening,
  isStopType,
  pricesNow,
  roundToCents,
  sideOf,
  type Cents,
  type OrderTerms,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { draftToSend, withExitHolder } from '../order/exit-holder.ts'
import { warnHeldHere } from '../order/preview-order.ts'
import { accessOf, type TradedAccount } from '../order/traded-account.ts'
import { describeStep } from './action-words.ts'
import type { OpenOrder } from './find-exits.ts'
import { isMarketOrder } from './judge-action.ts'
import type { PositionLook } from './look-at-position.ts'
import { planAction } from './plan-action.ts'

export async function previewPositionAction(
  services: Services,
  account: TradedAccount,
  { ticket, action }: AskedPositionAction,
): Promise<PositionActionPreview> {
  const { look, steps, faults, judgement } = await planAction(services, account, { ticket, action })
  const { position, market, averagePrice } = look
  const after = followSteps(position, steps)
  // What the plan says already is not repeated in the brokerage's name.
  const rejects = (await findRejects(services, account, steps)).filter((text) => !faults.includes(text))
  return {
    code: position.symbol,
    held: position.held.toFixed(),
    averagePrice: averagePrice.toFixed(),
    lastPrice: market.last?.toFixed() ?? null,
    steps: presentSteps(position, steps, look.orders),
    heldAfter: heldAfter(position, steps).toFixed(),
    coveredBefore: (after[0]?.covered ?? new Decimal(0)).toFixed(),
    coveredAfter: coveredAfter(position, steps).toFixed(),
    resultAtStop: resultAtStop(look, steps),
    value: valueOf(look, steps),
    warnings: [...judgement.warnings, ...exitsHeldHere(services, account, steps)],
    faults: [...faults],
    questions: [...judgement.questions],
    breaches: [...judgement.breaches],
    rejects,
  }
}

/** Returns the steps in words, each with what has no stop until the next one. */
export function presentSteps(
  position: ActedPosition,
  steps: readonly ActionStep[],
  orders: readonly OpenOrder[],
): PlannedActionStep[] {
  const states = followSteps(position, steps)
  const before = states[0]?.covered ?? new Decimal(0)
  return steps.map((step, index) => ({
    code: step.symbol,
    kind: step.kind,
    orderId: step.kind === 'PLACE' ? null : step.orderId,
    text: describeStep(step, orders),
    uncovered: Decimal.max(0, before.minus(states[index + 1]?.covered ?? before)).toFixed(),
    waitsForFill: step.kind === 'PLACE' && step.waitsForFlat,
  }))
}

const planOf = (services: Services, account: TradedAccount, draft: ActionOrder): OrderPlan =>
  withExitHolder(services, account, { draft, cancelPrice: null })

/** Says who places the exits of what is added, where it is not the brokerage. */
const exitsHeldHere = (services: Services, account: TradedAccount, steps: readonly ActionStep[]) =>
  ordersOf(steps).flatMap((order) => warnHeldHere(services, account, planOf(services, account, order)))

const ordersOf = (steps: readonly ActionStep[]): ActionOrder[] =>
  steps.flatMap((step) => (step.kind === 'CANCEL' ? [] : [step.order]))

/** Orders at the market count as filled, and so does an addition at a limit. */
function heldAfter({ held }: ActedPosition, steps: readonly ActionStep[]): Decimal {
  return ordersOf(steps)
    .flatMap((order) => (order.kind === 'ENTRY' ? [order.terms] : []))
    .filter(({ instruction, price }) => price.type === 'MARKET' || isOpening(instruction))
    .reduce(
      (sum, { instruction, quantity }) => (sideOf(instruction) === 'BUY' ? sum.plus(quantity) : sum.minus(quantity)),
      held,
    )
}

function coveredAfter(position: ActedPosition, steps: readonly ActionStep[]): Decimal {
  const closed = ordersOf(steps)
    .filter((order) => isMarketOrder(order))
    .flatMap((order) => (order.kind === 'ENTRY' && !isOpening(order.terms.instruction) ? [order.terms] : []))
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0))
  const added = ordersOf(steps)
    .flatMap((order) => (order.kind === 'ENTRY' ? order.exits : []))
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0))
  const last = followSteps(position, steps).at(-1)?.covered ?? new Decimal(0)
  return Decimal.max(0, last.minus(closed)).plus(added)
}

/** The stops that the action places, against the average price of what is held or the market price of what is new. */
function resultAtStop({ position, averagePrice, multiplier, market }: PositionLook, steps: readonly ActionStep[]) {
  const results = ordersOf(steps).flatMap((order): Decimal[] => {
    if (order.kind === 'PAIR') return order.orders.flatMap((terms) => resultOf(terms, averagePrice))
    const { terms, exits } = order
    if (!isOpening(terms.instruction)) return resultOf(terms, averagePrice)
    const isBuy = sideOf(terms.instruction) === 'BUY'
    const entry = pricesNow(terms.price, { isBuy, last: market.last }).limit ?? (isBuy ? market.ask : market.bid)
    return entry === null ? [] : exits.flatMap((exit) => resultOf(exit, entry))
  })
  if (results.length === 0 || position.held.isZero()) return null
  return roundToCents(results.reduce((sum, one) => sum.plus(one)).times(multiplier))

  function resultOf({ instruction, price, quantity }: OrderTerms, from: Decimal): Decimal[] {
    if (!isStopType(price.type)) return []
    const isBuy = sideOf(instruction) === 'BUY'
    const { stop, limit } = pricesNow(price, { isBuy, last: market.last })
    const at = limit ?? stop
    if (at === null) return []
    return [(isBuy ? from.minus(at) : at.minus(from)).times(quantity)]
  }
}

function valueOf({ market, multiplier }: PositionLook, steps: readonly ActionStep[]): Cents | null {
  const values = ordersOf(steps).flatMap((order): (Decimal | null)[] => {
    if (order.kind !== 'ENTRY' || (order.terms.price.type !== 'MARKET' && !isOpening(order.terms.instruction)))
      return []
    const { instruction, quantity, price } = order.terms
    const at =
      price.type === 'LIMIT'
        ? new Decimal(price.limitPrice)
        : ((sideOf(instruction) === 'BUY' ? market.ask : market.bid) ?? market.last)
    return [at === null ? null : at.times(quantity).times(multiplier)]
  })
  const known = values.filter((value) => value !== null)
  if (values.length === 0 || known.length < values.length) return null
  return roundToCents(known.reduce((sum, one) => sum.plus(one)))
}

/** The brokerage is asked about what it can judge on its own: a first step that depends on no other order. */
async function findRejects(
  services: Services,
  account: TradedAccount,
  steps: readonly ActionStep[],
): Promise<string[]> {
  const [first] = steps
  if (first === undefined || first.kind !== 'PLACE' || first.waitsForFlat) return []
  const broker = services.brokers.brokerOf(account)
  try {
    const draft = draftToSend(planOf(services, account, first.order))
    const told = await broker.previewOrder(accessOf(services, account), account.hash_value, draft)
    return [...told.rejects]
  } catch (error) {
    if (!(error instanceof BrokerFailure)) throw error
    if (error.kind === 'REFUSED') return [error.message]
    throw brokerRefusalOf(error, account.number)
  }
}

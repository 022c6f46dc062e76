// Plans how everything that is open in an account is cancelled and every position is closed.
//
// The order of steps, and why:
// 1. Orders that open a position are cancelled, so that nothing comes in while the rest is closed. One that cannot be
//    cancelled keeps no position open.
// 2. Written options are bought back before what covers them is sold, or they would be without cover. The sale waits
//    for their fill: until then the brokerage rejects it. It is sent after a failed one too, because it may not be
//    cover.
// 3. Each position is closed like any other: what is in the way of its market order is released first.
// Source: docs/rules/trading.md, "Acting on a position".
import {
  type ActedPosition,
  type ActionStep,
  isOpening,
  isOptionCode,
  leftOf,
  planPositionAction,
  underlyingOf,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Services } from '../../services.ts'
import { lookAtAccount } from '../order/look-at-account.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import { describeStep } from './action-words.ts'
import { findExits, findFillingEntries, type OpenOrder } from './find-exits.ts'
import { readOrdersFirst, wireOf } from './look-at-position.ts'
import type { NewStep } from './record-action.ts'

export interface FlattenPlan {
  readonly steps: readonly NewStep[]
  readonly orders: readonly OpenOrder[]
  readonly positions: readonly ActedPosition[]
  readonly valueCents: bigint
  readonly isMarketOpen: boolean
  /** Positions that cannot be closed from here, and why. */
  readonly faults: readonly string[]
}

/** Throws BrokerFailure. */
export async function planFlatten(services: Services, account: TradedAccount): Promise<FlattenPlan> {
  const { orders, values } = await readOrdersFirst(services, account)
  const held = values.positions
    .map(({ symbol, quantity }) => ({ symbol, held: new Decimal(quantity) }))
    .filter((position) => !position.held.isZero())
    .map((position): ActedPosition => ({
      ...position,
      exits: findExits(orders, position),
      entries: findFillingEntries(orders, position),
    }))
    .toSorted((a, b) => Number(isWritten(b)) - Number(isWritten(a)))
  const [first] = held
  const look = first === undefined ? undefined : await lookAtAccount(services, account, [first.symbol], values)
  const isMarketOpen = look?.isMarketOpen ?? true
  const faults: string[] = []
  const closed = held.flatMap((position): NewStep[] => {
    if (leftOf(position).isZero()) return []
    const plan = planPositionAction({
      position,
      action: { kind: 'CLOSE', quantity: null },
      market: { last: null, bid: null, ask: null, isOpen: isMarketOpen },
      wire: wireOf(services, account),
      accountType: values.type,
    })
    faults.push(...plan.faults.map((fault) => `${position.symbol}: ${fault}`))
    const after = isWritten(position)
      ? []
      : held.filter((other) => isWritten(other) && isOfOneUnderlying(other, position)).map(({ symbol }) => symbol)
    return plan.steps.map((planned) => {
      const step: ActionStep = after.length === 0 ? planned : { ...planned, after }
      return { track: position.symbol, step, text: describeStep(step, orders) }
    })
  })
  const claimed = new Set(held.flatMap(({ exits }) => exits.map(({ orderId }) => orderId)))
  // An entry whose part is closed goes first on the track of its position, and its exits with it.
  const ownEntries = held.flatMap(({ entries = [] }) =>
    entries.filter(({ orderId }) => closed.some(({ step }) => step.kind === 'CANCEL' && step.orderId === orderId)),
  )
  for (const { orderId, exits } of ownEntries)
    for (const id of [orderId, ...exits.map((exit) => exit.orderId)]) claimed.add(id)
  const cancelled = outermost(orders.filter(({ broker_id: id }) => !claimed.has(id))).map((order): NewStep => {
    const step: ActionStep = { kind: 'CANCEL', symbol: order.symbol ?? '', orderId: order.broker_id }
    return { track: `order ${order.broker_id}`, step, text: describeStep(step, orders) }
  })
  return {
    steps: [...cancelled, ...closed],
    orders,
    positions: held,
    valueCents: values.positions.reduce(
      (sum, { marketValueCents: value }) => sum + (value < 0n ? -value : BigInt(value)),
      0n,
    ),
    isMarketOpen,
    faults,
  }
}

const isWritten = ({ symbol, held }: ActedPosition): boolean => isOptionCode(symbol) && held.isNegative()

const isOfOneUnderlying = (one: ActedPosition, other: ActedPosition): boolean =>
  underlyingOf(one.symbol) === underlyingOf(other.symbol)

/** Cancelling an order ends those that wait for it. */
function outermost(orders: readonly OpenOrder[]): OpenOrder[] {
  const ids = new Set(orders.map(({ broker_id: id }) => id))
  return orders
    .filter(({ parent_id: parent }) => parent === null || !ids.has(parent))
    .toSorted((a, b) => Number(isOpeningOrder(b)) - Number(isOpeningOrder(a)))
}

const isOpeningOrder = ({ instruction }: OpenOrder): boolean => instruction !== null && isOpening(instruction)

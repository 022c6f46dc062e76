// Actions and their steps in plain words: "Close 50 of 100 ACME"; "Replace order 1007 (sell 100 ACME at a stop of
// $48.00) by: sell 100 ACME at the market".
import {
  type ActedPosition,
  type ActionOnPosition,
  type ActionStep,
  formatCode,
  formatOrderPrice,
  formatQuantity,
  formatTrail,
  singleOrder,
} from '@clubfolio/domain'
import { describeOrder } from '../order/order-words.ts'
import type { OpenOrder } from './find-exits.ts'
import { termsOfStored } from '../order/stored-draft.ts'

export function describeAction(
  action: ActionOnPosition,
  { symbol, held }: Pick<ActedPosition, 'symbol' | 'held'>,
): string {
  const whole = `${formatQuantity(held.abs().toFixed())} ${formatCode(symbol)}`
  switch (action.kind) {
    case 'CLOSE':
      return action.quantity === null ? `Close ${whole}` : `Close ${formatQuantity(action.quantity)} of ${whole}`
    case 'REVERSE':
      return `Reverse ${whole} to ${held.isPositive() ? 'short' : 'long'}`
    case 'ADD':
      return `Add ${formatQuantity(action.quantity)} to ${whole}`
    case 'MOVE_STOP':
      return `Move the stop of ${whole} to ${formatOrderPrice(action.stopPrice)}`
    case 'TRAIL_STOP':
      return `Trail the stop of ${whole} by ${formatTrail(action.trail)}`
    case 'SET_TARGET':
      return `Set the target of ${whole} to ${formatOrderPrice(action.targetPrice)}`
  }
}

/** `orders` are those that are open, to describe what is cancelled or replaced. */
export function describeStep(step: ActionStep, orders: readonly OpenOrder[]): string {
  if (step.kind === 'PLACE') {
    const text = describeOrder(step.order)
    return step.waitsForFlat ? `Once nothing is left: ${text}` : sentence(text)
  }
  const old = orders.find(({ broker_id: id }) => id === step.orderId)
  const named = `order ${step.orderId}${old === undefined ? '' : describeOld(old)}`
  if (step.kind === 'CANCEL') return `Cancel ${named}`
  return `Replace ${named} by: ${describeOrder(step.order)}`
}

function describeOld(order: OpenOrder): string {
  const terms = order.leg_count === 1 ? termsOfStored(order) : null
  if (terms === null) return ''
  // How long it lasts is said of the order that follows.
  const left = { ...terms, quantity: order.remaining_quantity, goodTill: null }
  return ` (${describeOrder(singleOrder(left))})`
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

// What became of a proposed order: the newest order for the same instrument and side since the proposal. A part of a
// position is closed at the market, and the stops that are made smaller for it are orders of the same side. Pure.
import type { Order, ProposedOrder } from '@clubfolio/contract'
import { codeKey } from '@clubfolio/domain'
import { trimDecimals } from './format-points.ts'

export function sentOrderOf(
  { code, directionality, closesPart }: Pick<ProposedOrder, 'code' | 'directionality' | 'closesPart'>,
  orders: readonly Order[],
  sinceMs: number,
): Order | undefined {
  return orders
    .filter(
      (order) =>
        order.code !== null &&
        codeKey(order.code) === codeKey(code) &&
        order.instruction === directionality &&
        (!closesPart || isAtMarket(order)) &&
        order.enteredTime >= sinceMs,
    )
    .toSorted((one, other) => other.enteredTime - one.enteredTime)[0]
}

const isAtMarket = ({ price, stopPrice }: Order): boolean => price === null && stopPrice === null

const ended: readonly Order['status'][] = ['REJECTED', 'CANCELED', 'EXPIRED']

/** Its ticket can be opened again: nothing of it is at work at the brokerage. */
export const isToSend = (sent: Order | undefined): boolean => sent === undefined || ended.includes(sent.status)

/** What its status does not say: `40 of 100 filled`, or why it was rejected. Empty where there is nothing to add. */
export function describeProgress({ status, filledQuantity, quantity, description }: Order): string {
  const isPart = Number(filledQuantity) > 0 && quantity !== null && Number(filledQuantity) < Number(quantity)
  return [
    ...(isPart ? [`${trimDecimals(filledQuantity)} of ${trimDecimals(quantity)} filled`] : []),
    ...(ended.includes(status) && description !== null ? [description] : []),
  ].join('. ')
}

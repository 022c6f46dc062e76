// Which orders "Cancel all" covers, which of them are stops that protect positions, and its progress.
import type { CancelOutcome, Order } from '@clubfolio/contract'
import { isClosingStop, isOverOrder, type OrderStatus, orderStatuses } from '@clubfolio/domain'

export const openStatuses: OrderStatus[] = orderStatuses.filter((status) => !isOverOrder(status))

/**
 * Returns the orders to cancel individually: an order that waits for another is cancelled with it, and a pair is
 * cancelled leg by leg.
 */
export function cancellableAlone(orders: readonly Order[]): Order[] {
  const open = orders.filter(
    ({ status, code, candidates }) =>
      !isOverOrder(status) &&
      status !== 'UNKNOWN' &&
      status !== 'PENDING_CANCEL' &&
      code !== null &&
      candidates.length === 0,
  )
  const ids = new Set(open.map(({ orderId }) => orderId))
  return open.filter(({ parentOrderId }) => parentOrderId === null || !ids.has(parentOrderId))
}

export const isProtectingStop = ({ orderType, brokerInstruction, children }: Order): boolean =>
  children.length === 0 && isClosingStop(orderType, brokerInstruction)

/** `5 orders will be cancelled. 2 of them are stops that protect positions. Positions stay open without a stop.` */
export function describeCancelAll(orders: readonly Order[], isKeepingStops: boolean): string {
  const stops = orders.filter(isProtectingStop).length
  const count = isKeepingStops ? orders.length - stops : orders.length
  const cancelled = `${count} ${count === 1 ? 'order' : 'orders'} will be cancelled.`
  if (stops === 0) return `${cancelled} None of them is a stop that protects a position.`
  if (isKeepingStops) return `${cancelled} ${stops} ${stops === 1 ? 'stop keeps' : 'stops keep'} working.`
  if (stops === count)
    return (
      `${cancelled} ` +
      `${stops === 1 ? 'It is a stop that protects a position' : 'All of them are stops that protect positions'}. ` +
      'Positions stay open without a stop.'
    )
  return (
    `${cancelled} ${stops} of them ` +
    `${stops === 1 ? 'is a stop that protects a position' : 'are stops that protect positions'}. Positions stay ` +
    'open without a stop.'
  )
}

/** `CLOSED`: no longer open, and the answer does not say yet whether it was cancelled or filled. */
export type CancelStep = 'WAITING' | 'CANCELLING' | 'CLOSED' | 'CANCELLED' | 'OVER' | 'FAILED' | 'UNKNOWN'

export interface CancelProgress {
  readonly step: CancelStep
  readonly words: string
}

const outcomeWords: Readonly<Record<CancelOutcome['outcome'], string>> = {
  CANCELLED: 'Cancelled',
  OVER: 'Over already',
  FAILED: 'Not cancelled',
  UNKNOWN: 'Not known yet',
}

export const isProgressOver = ({ step }: CancelProgress): boolean => step !== 'WAITING' && step !== 'CANCELLING'

/**
 * Reads the progress from the answer once it is there; until then from the list of open orders, where `status` is that
 * of the order and undefined once it has left the list.
 */
export function cancelProgress(
  orderId: string,
  status: OrderStatus | undefined,
  outcomes: readonly CancelOutcome[] | undefined,
): CancelProgress {
  const told = outcomes?.find((one) => one.orderId === orderId)
  if (told)
    return {
      step: told.outcome,
      words: told.outcome === 'CANCELLED' ? outcomeWords.CANCELLED : `${outcomeWords[told.outcome]}: ${told.message}`,
    }
  if (status === undefined || isOverOrder(status)) return { step: 'CLOSED', words: 'No longer open' }
  return status === 'PENDING_CANCEL'
    ? { step: 'CANCELLING', words: 'Being cancelled…' }
    : { step: 'WAITING', words: 'Cancelling…' }
}

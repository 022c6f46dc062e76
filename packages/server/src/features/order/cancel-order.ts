// Cancels orders. Sending a cancellation twice does no harm, so after a lost response the order itself is read.
import { type CancelOutcome, Refusal } from '@clubfolio/contract'
import { isClosingStop, isOverOrder, type OrderStatus } from '@clubfolio/domain'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { scheduleSync } from '../account/store-authorisation.ts'
import { inWords, orderNotOpen } from './order-state.ts'
import { findLastPart, isBetween, refuseRests } from './entry-division.ts'
import { lookAtOrder } from './look-at-order.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

/** Statuses in which the owner's cancel button works. Source: docs/rules/trading.md, "Order statuses". */
const cancellable: ReadonlySet<OrderStatus> = new Set(['QUEUED', 'WORKING'])
const dying: ReadonlySet<OrderStatus> = new Set(['CANCELED', 'PENDING_CANCEL'])

export interface Canceller {
  /** Null when the server itself cancels. */
  readonly actorId: string | null
  readonly requestId?: string
  readonly address?: string
  /** The caller's Idempotency-Key, under which the cancellation is recorded before it is sent. */
  readonly requestKey?: string | undefined
  /** The order is cancelled to be divided: what is left of it is entered again. */
  readonly divides?: true
}

/**
 * Cancels an order at its owner's request: only from QUEUED or WORKING. An order that is over is refused with its
 * state, unless this very request cancelled it and its answer was lost.
 */
export async function cancelOrder(
  services: Services,
  account: TradedAccount,
  asked: string,
  by: Canceller,
): Promise<string> {
  const { orderId, isBetweenParts } = await endParts(services, account, asked)
  const status = await findStatus(services, account, orderId)
  if (isBetweenParts || (await isCancelledBy(services, account, orderId, { status, by })))
    return describeCancelled(orderId, status)
  if (isOverOrder(status)) throw orderNotOpen(status)
  if (!cancellable.has(status)) throw new Refusal('orderNotCancellable', { status: inWords(status) })
  return sendCancellation(services, account, orderId, by)
}

/**
 * Cancels an order that is waiting: for the market to open, for its parent, for a condition. As with `cancelOrder`, one
 * that is over is refused with its state. Source: `docs/api-additions.md`.
 */
export async function withdrawOrder(
  services: Services,
  account: TradedAccount,
  asked: string,
  by: Canceller,
): Promise<string> {
  const { orderId, isBetweenParts } = await endParts(services, account, asked)
  const status = await findStatus(services, account, orderId)
  if (isBetweenParts || (await isCancelledBy(services, account, orderId, { status, by })))
    return describeCancelled(orderId, status)
  if (isOverOrder(status)) throw orderNotOpen(status)
  return sendCancellation(services, account, orderId, by)
}

/**
 * Cancels an order in whatever open status it is, and returns its status then: one that is over already, in whatever
 * way, needs no cancellation.
 */
export async function cancelOpenOrder(
  services: Services,
  account: TradedAccount,
  asked: string,
  by: Canceller,
): Promise<OrderStatus> {
  const { orderId } = await endParts(services, account, asked)
  const status = await findStatus(services, account, orderId)
  if (isOverOrder(status) || status === 'PENDING_CANCEL') return status
  try {
    await sendCancellation(services, account, orderId, by)
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'orderNotOpen') throw error
  }
  return findStatus(services, account, orderId)
}

/**
 * Returns the order that is meant: an entry may have been divided since its caller looked at it, and then its rest is.
 * From here on nothing of it is entered again. `isBetweenParts`: it is over, and its rest is no order yet.
 */
async function endParts(
  { db, clock }: Services,
  account: TradedAccount,
  asked: string,
): Promise<{ readonly orderId: string; readonly isBetweenParts: boolean }> {
  await refuseRests(db, clock, { accountId: account.id, orderId: (await findLastPart(db, account.id, asked)).orderId })
  const { orderId, division } = await findLastPart(db, account.id, asked)
  const isCancelled = division !== undefined && division.cancelled_at !== null
  return { orderId, isBetweenParts: isBetween(division) && isCancelled }
}

/** Returns the present status at the brokerage of an order of this account. Throws `notFound` for any other. */
async function findStatus(services: Services, account: TradedAccount, orderId: string): Promise<OrderStatus> {
  const stored = await services.db
    .selectFrom('broker_order')
    .select('status')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', orderId)
    .executeTakeFirst()
  if (!stored) throw new Refusal('notFound')
  return (await lookAtOrder(services, account, orderId)).status
}

const describeCancelled = (orderId: string, status: OrderStatus): string =>
  status === 'CANCELED' ? `Order ${orderId} is cancelled.` : `Order ${orderId} is being cancelled.`

/** Whether its cancellation is on the way, or this very request has cancelled it and its answer was lost. */
const isCancelledBy = async (
  services: Services,
  account: TradedAccount,
  orderId: string,
  { status, by }: { readonly status: OrderStatus; readonly by: Canceller },
): Promise<boolean> =>
  status === 'PENDING_CANCEL' || (status === 'CANCELED' && (await wasSent(services, account, orderId, by)))

/** Whether the caller's key has sent the cancellation of this order before. */
async function wasSent(
  { db }: Services,
  account: TradedAccount,
  orderId: string,
  { requestKey }: Canceller,
): Promise<boolean> {
  if (requestKey === undefined) return false
  const sent = await db
    .selectFrom('order_cancellation')
    .select('order_id')
    .where('account_id', '=', account.id)
    .where('request_key', '=', requestKey)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return sent !== undefined
}

/** Sends the cancellation of an open order in any status, and reads the order back. */
export async function sendCancellation(
  services: Services,
  account: TradedAccount,
  orderId: string,
  by: Canceller,
): Promise<string> {
  const { db, brokers, clock } = services
  const broker = brokers.brokerOf(account)
  if (by.divides === undefined) await refuseRests(db, clock, { accountId: account.id, orderId })
  await writeAudit(db, clock, {
    actorId: by.actorId,
    action: 'order.cancel',
    objectType: 'account',
    objectId: account.id,
    after: { orderId },
    ...(by.requestId ? { requestId: by.requestId } : {}),
    ...(by.address ? { address: by.address } : {}),
  })
  if (by.requestKey !== undefined) await writeCancellation(services, account, orderId, by.requestKey)
  const sent = await broker.cancelOrder(accessOf(services, account), account.hash_value, orderId)
  if (sent.outcome === 'NOT_SENT') throw brokerRefusalOf(sent.failure, account.number)
  const after = await lookAtOrder(services, account, orderId).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  await inTransaction(db, (trx) => scheduleSync(trx, account.id, clock.nowMs()))
  if (after && dying.has(after.status)) return describeCancelled(orderId, after.status)
  // Filled just before, or finished in another way.
  if (after && isOverOrder(after.status)) throw orderNotOpen(after.status)
  if (sent.outcome === 'REFUSED') throw new Refusal('brokerRefused', { reason: sent.reason })
  if (sent.outcome === 'LOST' || !after) throw new Refusal('orderCancelUnknown')
  return `The brokerage has the cancellation of order ${orderId}.`
}

async function writeCancellation(
  { db, clock }: Services,
  account: TradedAccount,
  orderId: string,
  requestKey: string,
): Promise<void> {
  const sentAt = new Date(clock.nowMs())
  await db
    .insertInto('order_cancellation')
    .values({ account_id: account.id, request_key: requestKey, order_id: orderId, sent_at: sentAt })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'request_key', 'order_id']).doUpdateSet({ sent_at: sentAt }),
    )
    .execute()
}

export interface CancelAllOrdersOptions {
  readonly orders: readonly BrokerOrder[]
  readonly by: Canceller
  readonly only?: readonly string[] | undefined
}

/**
 * Cancels every open tree of the account, or the named ones; children go with their parents. Stops that protect
 * positions are cancelled last, so that an early failure leaves them in place.
 */
export async function cancelAllOrders(
  services: Services,
  account: TradedAccount,
  { orders, by, only }: CancelAllOrdersOptions,
): Promise<CancelOutcome[]> {
  // Of an entry that is being divided, there may be no order to cancel at this moment.
  if (only === undefined) await refuseRests(services.db, services.clock, { accountId: account.id })
  const wanted: string[] = []
  // oxlint-disable-next-line no-await-in-loop
  for (const id of only ?? []) wanted.push((await endParts(services, account, id)).orderId)
  const open = orders.flatMap(openOrders)
  const named = only === undefined ? open : open.filter(({ brokerId }) => wanted.includes(brokerId))
  const outcomes: CancelOutcome[] = []
  for (const { brokerId: orderId } of [
    ...named.filter((order) => !isProtection(order)),
    ...named.filter(isProtection),
  ]) {
    try {
      outcomes.push({ orderId, outcome: 'CANCELLED', message: await sendCancellation(services, account, orderId, by) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outcomes.push({ orderId, outcome: outcomeOf(error), message: error.message })
    }
  }
  const gone = wanted.filter((id) => !open.some(({ brokerId }) => brokerId === id))
  return [
    ...outcomes,
    ...gone.map((orderId) => ({ orderId, outcome: 'OVER' as const, message: `Order ${orderId} was no longer open.` })),
  ]
}

const outcomeOf = ({ refusal }: Refusal): CancelOutcome['outcome'] =>
  refusal === 'orderNotOpen' ? 'OVER' : refusal === 'orderCancelUnknown' ? 'UNKNOWN' : 'FAILED'

const isProtection = ({ orderType, instruction, children }: BrokerOrder): boolean =>
  isClosingStop(textOrNull(orderType), textOrNull(instruction)) && children.length === 0

/** Returns the outermost open orders of a tree: a wrapper whose legs are working is cancelled leg by leg. */
function openOrders(order: BrokerOrder): BrokerOrder[] {
  if (!isOverOrder(order.status) && order.symbol !== null) return [order]
  return order.children.flatMap(openOrders)
}

/** Returns the reply to a cancellation of all orders. */
export function cancelledReply(orders: CancelOutcome[]): {
  message: string
  cancelled: number
  failed: number
  orders: CancelOutcome[]
} {
  const cancelled = orders.filter(({ outcome }) => outcome === 'CANCELLED').length
  const failed = orders.filter(({ outcome }) => outcome === 'FAILED' || outcome === 'UNKNOWN').length
  return { message: describeCancellation(cancelled, failed), cancelled, failed, orders }
}

function describeCancellation(cancelled: number, failed: number): string {
  if (cancelled === 0 && failed === 0) return 'There is no open order to cancel.'
  const done = `${cancelled} ${cancelled === 1 ? 'order' : 'orders'} cancelled.`
  return failed === 0 ? done : `${done} ${failed} could not be cancelled; look at them below.`
}

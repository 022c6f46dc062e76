// Determines the outcome of a cancellation whose response was lost, from the orders as the brokerage reports them now.
import { type CancelOutcome, Refusal, type RequestOutcome } from '@clubfolio/contract'
import { isOverOrder } from '@clubfolio/domain'
import type { KeyOwner } from '../../kernel/request-key.ts'
import type { Services } from '../../services.ts'
import { cancelledReply } from './cancel-order.ts'
import { inWords } from './order-state.ts'
import { lookAtOrder } from './look-at-order.ts'
import { tradedAccountOf } from './traded-account.ts'

/** A cancellation without an effect after this long had none. */
const patienceMs = 60_000
const routes: ReadonlySet<string> = new Set(['order.cancelOrder', 'order.withdrawOrder', 'order.cancelAllOrders'])

interface Sent {
  readonly account_id: string
  readonly order_id: string
  readonly sent_at: Date
}

type End = 'cancelled' | 'open' | 'waiting' | { readonly over: string }

/** Returns the outcome; undefined for a route that cancels nothing. */
export async function settleCancellation(
  services: Services,
  { ownerId, key }: KeyOwner,
  routeName: string,
): Promise<RequestOutcome | undefined> {
  if (!routes.has(routeName)) return undefined
  const sent = await services.db
    .selectFrom('order_cancellation')
    .innerJoin('account', 'account.id', 'order_cancellation.account_id')
    .select(['account_id', 'order_id', 'sent_at'])
    .where('request_key', '=', key)
    .where('account.owner_id', '=', ownerId)
    .orderBy('order_id')
    .execute()
  if (sent.length === 0) return { fate: 'NOT_DONE', reason: 'No cancellation was sent to the brokerage.', reply: null }
  const ends: End[] = []
  // Sequential, because the brokerage limits requests.
  // oxlint-disable-next-line no-await-in-loop
  for (const one of sent) ends.push(await endOf(services, one))
  if (ends.includes('waiting'))
    return {
      fate: 'LOOKING',
      reason: 'The answer of the brokerage was lost; the order is being looked at.',
      reply: null,
    }
  return routeName === 'order.cancelAllOrders' ? allOf(sent, ends) : oneOf(sent[0]!.order_id, ends[0]!)
}

async function endOf(services: Services, { account_id, order_id, sent_at }: Sent): Promise<End> {
  const account = await tradedAccountOf(services.db, account_id)
  try {
    if (!account) return 'waiting'
    const { status } = await lookAtOrder(services, account, order_id)
    if (status === 'CANCELED') return 'cancelled'
    if (isOverOrder(status)) return { over: inWords(status) }
    return services.clock.nowMs() - sent_at.getTime() >= patienceMs ? 'open' : 'waiting'
  } catch (error) {
    if (error instanceof Refusal) return 'waiting'
    throw error
  }
}

function oneOf(orderId: string, end: End): RequestOutcome {
  if (end === 'cancelled') return { fate: 'DONE', reason: null, reply: { message: `Order ${orderId} is cancelled.` } }
  const status = typeof end === 'object' ? end.over : 'still open'
  return { fate: 'NOT_DONE', reason: `Order ${orderId} was not cancelled: it is ${status}.`, reply: null }
}

function allOf(sent: readonly Sent[], ends: readonly End[]): RequestOutcome {
  const orders = sent.map(({ order_id: orderId }, index) => outcomeOf(orderId, ends[index]!))
  return { fate: 'DONE', reason: null, reply: cancelledReply(orders) }
}

function outcomeOf(orderId: string, end: End): CancelOutcome {
  if (end === 'cancelled') return { orderId, outcome: 'CANCELLED', message: `Order ${orderId} is cancelled.` }
  if (typeof end === 'object')
    return { orderId, outcome: 'OVER', message: `Order ${orderId} was not cancelled: it is ${end.over}.` }
  return { orderId, outcome: 'FAILED', message: `Order ${orderId} was not cancelled: it is still open.` }
}

// Puts another quantity or price in the place of an open order of ours or of anybody's; what hangs under it and the price at which it
// is given up move along. The guard rails judge it like a new order.
import { isOptionCode, isOverOrder, judgeOrder, type OrderDraft, roundToTick } from '@clubfolio/domain'
import { Refusal } from '@clubfolio/contract'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import { refusalOf } from '../account/broker-refusal.ts'
import { lookAtAccount } from './look-at-account.ts'
import { lookAtOrder } from './look-at-order.ts'
import type { Asker } from './order-request.ts'
import { answerPlaced, type PlacedAnswer, refuseOrder } from './put-order.ts'
import { settleOverlap } from './settle-overlap.ts'
import { draftOfStored } from './stored-draft.ts'
import { refuseOtherFill, submitOrder } from './submit-order.ts'
import type { TradedAccount } from './traded-account.ts'

export interface Replacement {
  readonly orderId: string
  /** What is to be traded from now on. */
  readonly quantity: string
  /** What was filled when the change was made. */
  readonly filledQuantity: string
  /** The limit or the stop, of a stop-limit the stop. */
  readonly price: string
  /** Of a stop-limit; without one it keeps its limit. */
  readonly limitPrice?: string | null | undefined
  /** Of the stop loss that hangs under it; without one it keeps its price. */
  readonly childPrice?: string | null | undefined
}

export async function replaceOrder(services: Services, account: TradedAccount, asked: Replacement, asker: Asker): Promise<PlacedAnswer> {
  const { orderId: replacesId, filledQuantity: filledBefore } = asked
  const request = await submitOrder(services, account, { content: asked, replacesId, filledBefore, plan: () => planReplacement(services, account, asked) }, asker)
  const { last, words } = await settleOverlap(services, account, request, asker)
  const answer = await answerPlaced(services, account, last)
  return { ...answer, message: [answer.message, ...words].join(' ') }
}

async function planReplacement(services: Services, account: TradedAccount, asked: Replacement): Promise<OrderPlan> {
  const { db } = services
  const { orderId, quantity, price, limitPrice, childPrice } = asked
  const known = await db.selectFrom('broker_order').select('broker_id').where('account_id', '=', account.id).where('broker_id', '=', orderId).executeTakeFirst()
  if (!known) throw new Refusal('notFound')
  const now = await lookAtOrder(services, account, orderId)
  if (!isOverOrder(now.status)) refuseOtherFill(now, asked.filledQuantity)
  const rows = await db.selectFrom('broker_order').selectAll().where('account_id', '=', account.id).where((eb) => eb.or([eb('broker_id', '=', orderId), eb('parent_id', '=', orderId)])).execute()
  const order = rows.find((row) => row.broker_id === orderId)
  if (!order) throw new Refusal('notFound')
  if (isOverOrder(order.status)) throw new Refusal('orderNotOpen', { status: order.status })
  const stored = draftOfStored(order, rows.filter((row) => row.parent_id === orderId))
  if (stored === null) throw new Refusal('orderNotEditable')
  const { terms, child } = stored
  const onTick = (text: string): string => roundToTick(text, isOptionCode(terms.symbol))
  const draft: OrderDraft = {
    terms: { ...terms, quantity, price: onTick(price), ...(terms.orderType === 'STOP_LIMIT' && limitPrice ? { limitPrice: onTick(limitPrice) } : {}) },
    // What is filled of the entry already is protected with the rest.
    child: child === null ? null : { ...child, quantity: new Decimal(quantity).plus(order.filled_quantity).toFixed(), ...(childPrice ? { price: onTick(childPrice) } : {}) },
  }
  const earlier = await db.selectFrom('order_request').select('plan').where('account_id', '=', account.id).where('broker_id', '=', orderId).executeTakeFirst()
  const plan = { draft, cancelPrice: earlier?.plan.cancelPrice ?? null }
  await refuseBeyondGuardRails(services, account, plan)
  return plan
}

async function refuseBeyondGuardRails(services: Services, account: TradedAccount, { draft, cancelPrice }: OrderPlan): Promise<void> {
  try {
    // The stop also covers what is filled of the entry already; it is judged for what is still to come.
    const judged = { ...draft, child: draft.child && { ...draft.child, quantity: draft.terms.quantity } }
    refuseOrder(judgeOrder(judged, cancelPrice, await lookAtAccount(services, account, draft.terms.symbol)))
  } catch (error) {
    if (error instanceof BrokerFailure) throw refusalOf(error, account.number)
    throw error
  }
}

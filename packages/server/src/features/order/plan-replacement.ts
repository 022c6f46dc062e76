// The order that a change of an open one makes, and what it is judged and asked about like a new one: faults, guard rails, questions.
import { type OrderQuestion, Refusal } from '@clubfolio/contract'
import { isOptionCode, isOverOrder, judgeOrder, type OrderDraft, type OrderJudgement, roundToTick } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import { refusalOf } from '../account/broker-refusal.ts'
import { askQuestions } from './ask-questions.ts'
import { lookAtAccount } from './look-at-account.ts'
import { lookAtOrder } from './look-at-order.ts'
import { draftOfStored } from './stored-draft.ts'
import { refuseOtherFill } from './submit-order.ts'
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

export interface JudgedReplacement {
  readonly plan: OrderPlan
  readonly judged: OrderJudgement
  readonly questions: readonly OrderQuestion[]
}

/** Throws a refusal for an order that is over, that is not changed here, or of which more is filled than the change was made for. */
export async function judgeReplacement(services: Services, account: TradedAccount, asked: Replacement, requestKey: string | undefined): Promise<JudgedReplacement> {
  const { replaced, plan } = await planReplacement(services, account, asked)
  const { draft, cancelPrice } = plan
  try {
    const look = await lookAtAccount(services, account, draft.terms.symbol)
    // What the old order holds back is free for the new one.
    const { reserved } = judgeOrder(replaced, null, look)
    const freed = { ...look, buyingPower: look.buyingPower.plus(reserved) }
    // The stop also covers what is filled of the entry already; it is judged for what is still to come.
    const judged = judgeOrder({ ...draft, child: draft.child && { ...draft.child, quantity: draft.terms.quantity } }, cancelPrice, freed)
    const replaces = { brokerId: asked.orderId, quantity: new Decimal(replaced.terms.quantity), reserved }
    return { plan, judged, questions: await askQuestions(services, account, { draft, look: freed, judged, requestKey, replaces }) }
  } catch (error) {
    if (error instanceof BrokerFailure) throw refusalOf(error, account.number)
    throw error
  }
}

interface PlannedReplacement {
  /** What is left of the old order. */
  readonly replaced: OrderDraft
  readonly plan: OrderPlan
}

async function planReplacement(services: Services, account: TradedAccount, asked: Replacement): Promise<PlannedReplacement> {
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
  const left = new Decimal(terms.quantity).minus(order.filled_quantity).toFixed()
  return { replaced: { ...stored, terms: { ...terms, quantity: left } }, plan: { draft, cancelPrice: earlier?.plan.cancelPrice ?? null } }
}

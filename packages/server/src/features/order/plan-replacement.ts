// Plans the order that replaces an open one, and judges and questions it like a new one: faults, guard rails,
// questions.
import {
  type AskedPrices,
  findTickFaults,
  type OrderQuestion,
  Refusal,
  type ReplacementToPreview,
} from '@clubfolio/contract'
import { isOverOrder, judgeOrder, type OrderDraft, type OrderJudgement, type OrderStatus } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { askQuestions } from './ask-questions.ts'
import { type AccountLook, lookAtAccount } from './look-at-account.ts'
import { lookAtOrder } from './look-at-order.ts'
import { changedPrice } from './order-price.ts'
import { orderNotOpen } from './order-state.ts'
import { draftOfStored } from './stored-draft.ts'
import { refuseOtherFill } from './submit-order.ts'
import type { TradedAccount } from './traded-account.ts'

export interface JudgedReplacement {
  readonly plan: OrderPlan
  /** The order that was judged: its stop is for the part that is not filled yet. */
  readonly draft: OrderDraft
  /** The status of the old order. */
  readonly status: OrderStatus
  /** The account at present, with what the old order reserves. */
  readonly look: AccountLook
  readonly judged: OrderJudgement
  readonly questions: readonly OrderQuestion[]
}

/**
 * Returns the judged plan. Throws a refusal for an order that is over, that cannot be changed here, or whose filled
 * quantity differs from the one the change was made for.
 */
export async function judgeReplacement(
  services: Services,
  account: TradedAccount,
  asked: ReplacementToPreview,
  requestKey: string | undefined,
): Promise<JudgedReplacement> {
  const { replaced, status, plan } = await planReplacement(services, account, asked)
  const { draft, cancelPrice } = plan
  try {
    const look = await lookAtAccount(services, account, draft.terms.symbol)
    // The buying power reserved by the old order is available to the new one.
    const { reserved } = judgeOrder(replaced, null, look)
    const freed = { ...look, buyingPower: look.buyingPower.plus(reserved) }
    // The stop also covers the part of the entry that is already filled; it is judged for the remaining part.
    const open = { ...draft, child: draft.child && { ...draft.child, quantity: draft.terms.quantity } }
    const judged = judgeOrder(open, cancelPrice, freed)
    const replaces = { brokerId: asked.orderId, quantity: new Decimal(replaced.terms.quantity), reserved }
    return {
      plan,
      draft: open,
      status,
      look,
      judged,
      questions: await askQuestions(services, account, { draft, look: freed, judged, requestKey, replaces }),
    }
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

interface PlannedReplacement {
  /** The rest of the old order. */
  readonly replaced: OrderDraft
  readonly status: OrderStatus
  readonly plan: OrderPlan
}

async function planReplacement(
  services: Services,
  account: TradedAccount,
  asked: ReplacementToPreview,
): Promise<PlannedReplacement> {
  const { db } = services
  const { orderId, quantity, childPrice } = asked
  const known = await db
    .selectFrom('broker_order')
    .select('broker_id')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', orderId)
    .executeTakeFirst()
  if (!known) throw new Refusal('notFound')
  const now = await lookAtOrder(services, account, orderId)
  if (!isOverOrder(now.status)) refuseOtherFill(now, asked.filledQuantity)
  const rows = await db
    .selectFrom('broker_order')
    .selectAll()
    .where('account_id', '=', account.id)
    .where((eb) => eb.or([eb('broker_id', '=', orderId), eb('parent_id', '=', orderId)]))
    .execute()
  const order = rows.find((row) => row.broker_id === orderId)
  if (!order) throw new Refusal('notFound')
  if (isOverOrder(order.status)) throw orderNotOpen(order.status)
  const stored = draftOfStored(
    order,
    rows.filter((row) => row.parent_id === orderId),
  )
  if (stored === null) throw new Refusal('orderNotEditable')
  const { terms, child } = stored
  refuseFinePrices(terms.symbol, asked)
  const draft: OrderDraft = {
    terms: { ...terms, quantity, price: changedPrice(terms.price, asked) },
    // The filled part of the entry is protected with the rest.
    child:
      child === null
        ? null
        : {
            ...child,
            quantity: new Decimal(quantity).plus(order.filled_quantity).toFixed(),
            price: changedPrice(child.price, { price: childPrice ?? null }),
          },
  }
  const earlier = await db
    .selectFrom('order_request')
    .select('plan')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', orderId)
    .executeTakeFirst()
  const left = new Decimal(terms.quantity).minus(order.filled_quantity).toFixed()
  return {
    replaced: { ...stored, terms: { ...terms, quantity: left } },
    status: order.status,
    plan: { draft, cancelPrice: earlier?.plan.cancelPrice ?? null },
  }
}

/** The body of a change does not name the code, on which the tick depends. */
function refuseFinePrices(code: string, asked: AskedPrices): void {
  const faults = findTickFaults(code, asked).map(({ path, message }) => ({ field: path.join('.'), message }))
  if (faults.length > 0) throw new Refusal('invalid', {}, faults)
}

// Places an order, or an entry with its protecting stop: judged by the guard rails, written down, sent once, read back.
import { type OrderToPreview, Refusal } from '@clubfolio/contract'
import { judgeOrder } from '@clubfolio/domain'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { refusalOf } from '../account/broker-refusal.ts'
import { scheduleSync } from '../account/store-authorisation.ts'
import { lookAtAccount } from './look-at-account.ts'
import type { Asker, OrderRequest } from './order-request.ts'
import { describeOrder } from './order-words.ts'
import { planOrder } from './plan-order.ts'
import { submitOrder } from './submit-order.ts'
import type { TradedAccount } from './traded-account.ts'

export interface PlacedAnswer {
  readonly message: string
  readonly orderId: string
}

export async function putOrder(services: Services, account: TradedAccount, asked: OrderToPreview, asker: Asker): Promise<PlacedAnswer> {
  const placed = await submitOrder(services, account, { content: asked, replacesId: null, plan: () => planToSend(services, account, asked) }, asker)
  return answerPlaced(services, account, placed)
}

async function planToSend(services: Services, account: TradedAccount, asked: OrderToPreview): Promise<OrderPlan> {
  try {
    const look = await lookAtAccount(services, account, asked.ticket)
    const { plan } = planOrder(asked, look.held)
    const { breaches } = judgeOrder(plan.draft, plan.cancelPrice, look)
    if (breaches.length > 0) throw new Refusal('orderGuarded', { reason: breaches.join(' ') })
    return plan
  } catch (error) {
    if (error instanceof BrokerFailure) throw refusalOf(error, account.number)
    throw error
  }
}

/** A broker takes an order first and rejects it then: that reads as REJECTED in our copy, and is no success. */
export async function answerPlaced(services: Services, account: TradedAccount, request: OrderRequest): Promise<PlacedAnswer> {
  const orderId = request.broker_id!
  const order = await services.db.selectFrom('broker_order').select(['status', 'description']).where('account_id', '=', account.id).where('broker_id', '=', orderId).executeTakeFirst()
  if (order?.status === 'REJECTED') throw new Refusal('orderRejected', { reason: order.description ?? 'no reason was given.' })
  // Buying power has changed; the account is read again now instead of at its turn.
  await inTransaction(services.db, (trx) => scheduleSync(trx, account.id, services.clock.nowMs()))
  const status = order === undefined ? 'sent; its status follows' : order.status.replaceAll('_', ' ').toLowerCase()
  return { orderId, message: `Order ${orderId} to ${describeOrder(request.plan.draft)} is ${status}.` }
}

// Places an order of any kind: judged by the guard rails, with its questions answered,
// recorded, sent once, read back.
import { type OrderQuestion, Refusal } from '@clubfolio/contract'
import { judgeOrder, sentenceCase, type OrderJudgement } from '@clubfolio/domain'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { scheduleSync } from '../account/store-authorisation.ts'
import { questionEqualOrders, askQuestions } from './ask-questions.ts'
import { withExitHolder } from './exit-holder.ts'
import { lookAtAccount } from './look-at-account.ts'
import type { Requester, OrderRequest, OrderIntent } from './order-request.ts'
import { describeOrder, describeTraded } from './order-words.ts'
import { placeHeldExits } from './place-held-exits.ts'
import { type OrderWish, codesOfWish, planOrder } from './plan-order.ts'
import { submitOrder } from './submit-order.ts'
import type { TradedAccount } from './traded-account.ts'

export interface PlacedAnswer {
  readonly message: string
  readonly orderId: string
  readonly stopRejected: string | null
}

export async function putOrder(
  services: Services,
  account: TradedAccount,
  asked: OrderWish,
  { answered = [], ...asker }: Requester & { readonly answered?: readonly string[] | undefined },
): Promise<PlacedAnswer> {
  const wish: OrderIntent = {
    content: asked.body,
    replacesId: null,
    plan: () => planToSend(services, account, asked, { answered, requestKey: asker.requestKey }),
    ask: async (trx, { draft }) =>
      requireAnswers(
        await questionEqualOrders(trx, services.clock, {
          account,
          draft,
          own: { requestKey: asker.requestKey, replacesId: null },
        }),
        answered,
      ),
  }
  const request = await submitOrder(services, account, wish, asker)
  // An entry may be filled at once.
  if (request.plan.exitHolder === 'SERVER') await placeHeldExits(services, request.id)
  return answerPlaced(services, account, request)
}

interface Answers {
  readonly answered: readonly string[]
  readonly requestKey: string | undefined
}

async function planToSend(
  services: Services,
  account: TradedAccount,
  asked: OrderWish,
  { answered, requestKey }: Answers,
): Promise<OrderPlan> {
  try {
    const look = await lookAtAccount(services, account, codesOfWish(asked))
    const plan = withExitHolder(services, account, planOrder(asked, look.held))
    const judged = judgeOrder(plan.draft, plan.cancelPrice, look)
    refuseOrder(judged)
    requireAnswers(await askQuestions(services, account, { draft: plan.draft, look, judged, requestKey }), answered)
    return plan
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

/** Throws `orderQuestioned` while a question is unconfirmed. */
export function requireAnswers(questions: readonly OrderQuestion[], answered: readonly string[]): void {
  const open = questions.filter(({ id }) => !answered.includes(id))
  if (open.length > 0) throw new Refusal('orderQuestioned', { reason: open.map(({ text }) => text).join(' ') })
}

/** Throws for orders that are never sent: those with a fault, and those that break a guard rail. */
export function refuseOrder({ faults, breaches }: OrderJudgement): void {
  if (faults.length > 0) throw new Refusal('orderFaulty', { reason: faults.map(({ text }) => text).join(' ') })
  if (breaches.length > 0) throw new Refusal('orderGuarded', { reason: breaches.join(' ') })
}

/**
 * Returns the answer for a placed request. A broker accepts an order first and may then reject it: that appears as
 * REJECTED in our copy, and is not a success.
 */
export async function answerPlaced(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
): Promise<PlacedAnswer> {
  const orderId = request.broker_id!
  const order = await services.db
    .selectFrom('broker_order')
    .select(['status', 'description'])
    .where('account_id', '=', account.id)
    .where('broker_id', '=', orderId)
    .executeTakeFirst()
  if (order?.status === 'REJECTED')
    throw new Refusal('orderRejected', { reason: order.description ?? 'no reason was given.' })
  // Buying power has changed, so the account is read now instead of at its scheduled time. After a fill it just was.
  if (order?.status !== 'FILLED')
    await inTransaction(services.db, (trx) => scheduleSync(trx, account.id, services.clock.nowMs()))
  const stopRejected = order?.status === 'FILLED' ? await findRejectedStop(services.db, account.id, orderId) : null
  if (stopRejected !== null)
    return {
      orderId,
      stopRejected,
      message:
        `Order ${orderId} to ${describeOrder(request.plan.draft)} is filled, but its stop was rejected: ` +
        `${stopRejected} It leaves ${describeTraded(request.plan.draft)} without a stop.`,
    }
  const status = order === undefined ? 'sent; its status follows' : sentenceCase(order.status).toLowerCase()
  return { orderId, stopRejected, message: `Order ${orderId} to ${describeOrder(request.plan.draft)} is ${status}.` }
}

/** The stop is a child of the entry, or beside a target in the pair that is its child. */
async function findRejectedStop(db: Db, accountId: string, entryId: string): Promise<string | null> {
  const child = await db
    .selectFrom('broker_order')
    .select('description')
    .where('account_id', '=', accountId)
    .where('root_id', '=', entryId)
    .where('broker_id', '!=', entryId)
    .where('symbol', 'is not', null)
    .where('status', '=', 'REJECTED')
    .executeTakeFirst()
  return child === undefined ? null : (child.description ?? 'no reason was given.')
}

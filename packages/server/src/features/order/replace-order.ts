// Replaces the quantity or price of an open order, whether placed here or elsewhere; its children carry over, and its
// cancel price while nothing of it is filled. The new order is judged and questioned like any other.
import type { BodyOf } from '@clubfolio/contract'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import { questionEqualOrders } from './ask-questions.ts'
import type { Requester, OrderIntent } from './order-request.ts'
import { judgeReplacement } from './plan-replacement.ts'
import { answerPlaced, type PlacedAnswer, requireAnswers, refuseOrder } from './put-order.ts'
import { settleOverlap } from './settle-overlap.ts'
import { submitOrder } from './submit-order.ts'
import type { TradedAccount } from './traded-account.ts'

export async function replaceOrder(
  services: Services,
  account: TradedAccount,
  { answered = [], ...asked }: BodyOf<'order', 'replaceOrder'>,
  asker: Requester,
): Promise<PlacedAnswer> {
  const { requestKey } = asker
  const { orderId: replacesId, filledQuantity: filledBefore } = asked
  const plan = async (): Promise<OrderPlan> => {
    const { plan: planned, judged, questions } = await judgeReplacement(services, account, asked, requestKey)
    refuseOrder(judged)
    requireAnswers(questions, answered)
    return planned
  }
  // Answering a question does not make it a different order.
  const wish: OrderIntent = {
    content: asked,
    replacesId,
    filledBefore,
    plan,
    ask: async (trx, { draft }) =>
      requireAnswers(
        await questionEqualOrders(trx, services.clock, {
          account,
          draft,
          own: { requestKey, replacesId },
        }),
        answered,
      ),
  }
  const request = await submitOrder(services, account, wish, asker)
  const { last, words } = await settleOverlap(services, account, request, asker)
  const answer = await answerPlaced(services, account, last)
  return { ...answer, message: [answer.message, ...words].join(' ') }
}

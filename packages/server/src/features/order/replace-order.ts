// Puts another quantity or price in the place of an open order of ours or of anybody's; what hangs under it and the price at which it
// is given up move along. It is judged and asked about like a new order.
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import { askAboutEqual } from './ask-questions.ts'
import type { Asker, OrderWish } from './order-request.ts'
import { judgeReplacement, type Replacement } from './plan-replacement.ts'
import { answerPlaced, type PlacedAnswer, refuseOpen, refuseOrder } from './put-order.ts'
import { settleOverlap } from './settle-overlap.ts'
import { submitOrder } from './submit-order.ts'
import type { TradedAccount } from './traded-account.ts'

/** With the ids of the questions that were answered with yes. */
export interface AnsweredReplacement extends Replacement {
  readonly answered?: readonly string[] | undefined
}

export async function replaceOrder(services: Services, account: TradedAccount, { answered = [], ...asked }: AnsweredReplacement, asker: Asker): Promise<PlacedAnswer> {
  const { requestKey } = asker
  const { orderId: replacesId, filledQuantity: filledBefore } = asked
  const plan = async (): Promise<OrderPlan> => {
    const { plan: planned, judged, questions } = await judgeReplacement(services, account, asked, requestKey)
    refuseOrder(judged)
    refuseOpen(questions, answered)
    return planned
  }
  // Answering a question does not make it another order.
  const wish: OrderWish = {
    content: asked,
    replacesId,
    filledBefore,
    plan,
    ask: async (trx, { draft }) => refuseOpen(await askAboutEqual(trx, services.clock, account, draft.terms, { requestKey, replacesId }), answered),
  }
  const request = await submitOrder(services, account, wish, asker)
  const { last, words } = await settleOverlap(services, account, request, asker)
  const answer = await answerPlaced(services, account, last)
  return { ...answer, message: [answer.message, ...words].join(' ') }
}

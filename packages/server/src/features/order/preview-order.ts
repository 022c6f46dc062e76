// Previews an order for its ticket: our own figures and warnings, and the brokerage's response.
import type { OrderPreview } from '@clubfolio/contract'
import { judgeOrder, type OrderDraft, protectionOf, targetOf } from '@clubfolio/domain'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { askQuestions } from './ask-questions.ts'
import { previewLimits } from './hold-limits.ts'
import { draftToSend, withExitHolder } from './exit-holder.ts'
import { lookAtAccount } from './look-at-account.ts'
import { type OrderWish, codesOfWish, planOrder } from './plan-order.ts'
import { presentPreview } from './present-preview.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

export async function previewOrder(
  services: Services,
  account: TradedAccount,
  asked: OrderWish,
): Promise<OrderPreview> {
  try {
    const look = await lookAtAccount(services, account, codesOfWish(asked))
    const plan = withExitHolder(services, account, planOrder(asked, look.held))
    const judged = judgeOrder(plan.draft, plan.cancelPrice, look)
    const [told, questions, previewed] = await Promise.all([
      askBroker(services, account, draftToSend(plan)),
      askQuestions(services, account, { draft: plan.draft, look, judged }),
      previewLimits(services, account, { draft: plan.draft, replacesId: null }),
    ])
    return {
      ...(await presentPreview(services, { draft: plan.draft, look, judged, questions, previewed })),
      commission: told.commissionCents,
      warnings: [
        ...judged.warnings,
        ...warnHeldHere(services, account, plan),
        ...told.warnings.map((text) => ({ kind: 'broker', text })),
      ],
      rejects: [...told.rejects],
    }
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

/** Says who places the exits where it is not the brokerage. */
export function warnHeldHere({ brokers }: Services, account: TradedAccount, plan: OrderPlan): OrderPreview['warnings'] {
  if (plan.exitHolder !== 'SERVER' || plan.draft.kind !== 'ENTRY') return []
  const [stop, target] = [protectionOf(plan.draft.exits), targetOf(plan.draft.exits)]
  const what = stop === null ? 'target' : target === null ? 'stop loss' : 'stop loss and the target'
  const them = stop !== null && target !== null ? 'them' : 'it'
  return [
    {
      kind: 'exitsHeldHere',
      text:
        `Clubfolio places the ${what} as soon as it reads the fill, because ${brokers.brokerOf(account).title} does ` +
        `not attach ${them} to this entry.`,
    },
  ]
}

/** Asks the brokerage. An outright refusal, such as for an unknown symbol, is returned as a reject like any other. */
async function askBroker(services: Services, account: TradedAccount, draft: OrderDraft) {
  try {
    return await services.brokers.brokerOf(account).previewOrder(accessOf(services, account), account.hash_value, draft)
  } catch (error) {
    if (!(error instanceof BrokerFailure) || error.kind !== 'REFUSED') throw error
    return { rejects: [error.message], warnings: [], commissionCents: null }
  }
}

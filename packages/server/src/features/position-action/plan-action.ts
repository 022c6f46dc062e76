// Plans an action from the position as the brokerage has it now, and judges its orders.
import { Refusal, type AskedPositionAction } from '@clubfolio/contract'
import { type ActionStep, planPositionAction } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { draftToSend, withExitHolder } from '../order/exit-holder.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import { type ActionJudgement, judgeAction } from './judge-action.ts'
import { lookAtPosition, type PositionLook } from './look-at-position.ts'

export interface JudgedPlan {
  readonly look: PositionLook
  readonly steps: readonly ActionStep[]
  readonly faults: readonly string[]
  readonly judgement: ActionJudgement
}

/** Returns the plan with everything that speaks against it. Throws a refusal when the brokerage cannot be asked. */
export async function planAction(
  services: Services,
  account: TradedAccount,
  { ticket, action }: Pick<AskedPositionAction, 'ticket' | 'action'>,
  requestKey?: string,
): Promise<JudgedPlan> {
  try {
    const look = await lookAtPosition(services, account, ticket)
    const { position, market, wire } = look
    const { steps, faults } = planPositionAction({
      position,
      action,
      market,
      wire,
      accountType: look.account.accountType,
    })
    const judgement = await judgeAction(services, account, { look, steps, requestKey })
    return {
      look,
      steps,
      faults: [...faults, ...findUnsendable(services, account, steps), ...judgement.faults],
      judgement,
    }
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

/**
 * Returns why the brokerage never takes orders of these steps. Told before the first one is sent, because a
 * cancellation may come before the order that is refused. What changes an open order is judged when it is sent: a
 * refusal leaves that order as it is.
 */
function findUnsendable(services: Services, account: TradedAccount, steps: readonly ActionStep[]): string[] {
  const broker = services.brokers.brokerOf(account)
  const found = steps.flatMap((step): string[] => {
    if (step.kind !== 'PLACE') return []
    const plan = withExitHolder(services, account, { draft: step.order, cancelPrice: null })
    const fault = broker.describeUnsendable?.(draftToSend(plan)) ?? null
    return fault === null ? [] : [fault]
  })
  return [...new Set(found)]
}

/** Throws for a plan that is never sent, and while one of its questions is not answered. */
export function refusePlan(
  { look, faults, judgement }: JudgedPlan,
  { held, answered = [] }: { readonly held: string; readonly answered?: readonly string[] | undefined },
): void {
  const now = look.position.held
  if (!now.equals(held))
    throw new Refusal('positionChanged', { held: now.toFixed(), expected: new Decimal(held).toFixed() })
  if (faults.length > 0) throw new Refusal('orderFaulty', { reason: faults.join(' ') })
  if (judgement.breaches.length > 0) throw new Refusal('orderGuarded', { reason: judgement.breaches.join(' ') })
  const open = judgement.questions.filter(({ id }) => !answered.includes(id))
  if (open.length > 0) throw new Refusal('orderQuestioned', { reason: open.map(({ text }) => text).join(' ') })
}

// Acts on a position: plans and judges it as the brokerage has it now, records all steps, and runs them.
import type { AskedPositionAction, PositionAction } from '@clubfolio/contract'
import type { ActionStep } from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import type { Requester } from '../order/order-request.ts'
import { requireTradable, type TradedAccount } from '../order/traded-account.ts'
import { findAction, presentAction } from './action-row.ts'
import { describeAction, describeStep } from './action-words.ts'
import { planAction, refusePlan } from './plan-action.ts'
import { findActionByKey, hashAsked, recordAction } from './record-action.ts'
import { runAction } from './run-action.ts'

/** Returns the action as it is once everything is sent, waited for, or stopped. */
export async function actOnPosition(
  services: Services,
  account: TradedAccount,
  { answered, ...asked }: AskedPositionAction,
  asker: Requester,
): Promise<PositionAction> {
  const bodyHash = hashAsked(asked)
  const earlier = await findActionByKey(services.db, account.id, asker.requestKey, bodyHash)
  if (earlier) return presentAction(services.db, earlier)
  await requireTradable(services.db, account)
  const planned = await planAction(services, account, asked, asker.requestKey)
  refusePlan(planned, { held: asked.held, answered })
  const { look, steps } = planned
  const { row, isNew } = await recordAction(services, {
    account,
    asker,
    bodyHash,
    action: {
      kind: asked.action.kind,
      symbol: look.position.symbol,
      title: describeAction(asked.action, look.position),
      asked: asked.action,
      before: [look.position],
      steps: steps.map((step) => ({ track: trackOf(step), step, text: describeStep(step, look.orders) })),
    },
  })
  if (isNew) await runAction(services, account, row, asker)
  return presentAction(services.db, await findAction(services.db, account.id, row.id))
}

/** Every step of one position depends on the one before it. */
export const trackOf = ({ symbol }: ActionStep): string => symbol

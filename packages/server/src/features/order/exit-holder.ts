// Who holds the exits of an entry until it is filled: the brokerage, which gets them with the entry, or this server,
// which places them once the fill is read. Source: docs/decisions/0066-exits-that-we-hold.md.
import { type OrderDraft, singleOrder } from '@clubfolio/domain'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Services } from '../../services.ts'
import type { TradedAccount } from './traded-account.ts'

/** Returns the plan with the holder of its exits. */
export function withExitHolder({ brokers }: Services, account: TradedAccount, plan: OrderPlan): OrderPlan {
  const { draft } = plan
  if (draft.kind !== 'ENTRY' || draft.exits.length === 0) return plan
  const isHeldThere = brokers.brokerOf(account).holdsExits?.(draft) ?? true
  return isHeldThere ? plan : { ...plan, exitHolder: 'SERVER' }
}

/** Returns what the brokerage gets of a plan: of an entry whose exits we hold the entry alone. */
export const draftToSend = ({ draft, exitHolder }: OrderPlan): OrderDraft =>
  draft.kind === 'ENTRY' && exitHolder === 'SERVER' ? singleOrder(draft.terms) : draft

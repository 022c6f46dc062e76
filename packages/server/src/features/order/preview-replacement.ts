// Previews a change of an open order: what the new order would do without the old one, and what speaks against it. The
// brokerage is asked for its commission only: it would count the old order in addition to the new one, so its reasons
// to reject the new one are foreseen from the account's figures.
// Source: docs/decisions/0054-judged-before-it-is-sent.md.
import type { OrderPreview, ReplacementToPreview } from '@clubfolio/contract'
import {
  type Cents,
  type ForeseenReject,
  foreseePowerShort,
  foreseeRejects,
  isOpening,
  type OrderDraft,
  type OrderFaultKind,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { findClaimedQuantity } from './claimed-quantity.ts'
import { previewLimits } from './hold-limits.ts'
import { judgeReplacement, type JudgedReplacement } from './plan-replacement.ts'
import { presentPreview } from './present-preview.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

/** The fields of a change that a fault is about. The cancel price is not one of them. */
const fieldOfFault: Partial<Record<OrderFaultKind, string>> = {
  trailTooWide: 'trail',
  stopWrongSide: 'childPrice',
  targetWrongSide: 'targetPrice',
}

const isOfMarket = (kind: string): boolean => kind === 'entryWrongSide' || kind === 'notHeld'

export async function previewReplacement(
  services: Services,
  account: TradedAccount,
  asked: ReplacementToPreview,
): Promise<OrderPreview> {
  const { draft, status, look, judged, questions } = await judgeReplacement(services, account, asked, undefined)
  // The brokerage judges a child when its parent is filled: until then it closes nothing, and no market is near it.
  const isWaiting = status === 'AWAITING_PARENT_ORDER'
  const previewed = await previewLimits(services, account, { draft, replacesId: asked.orderId })
  const [shown, commission, rejects] = await Promise.all([
    presentPreview(services, { draft, look, judged, questions, previewed }),
    askCommission(services, account, draft),
    isWaiting ? [] : findRejects(services, account, asked.orderId, { draft, look, judged }),
  ])
  const stopField = draft.kind === 'ENTRY' && draft.terms.price.type === 'TRAILING_STOP' ? 'trail' : 'price'
  return {
    ...shown,
    commission,
    warnings: isWaiting ? shown.warnings.filter(({ kind }) => !isOfMarket(kind)) : shown.warnings,
    rejects: rejects.map(({ text }) => text),
    wrongFields: [
      ...judged.faults.flatMap(({ kind, text }) => {
        const field = fieldOfFault[kind]
        return field === undefined ? [] : [{ field, message: text }]
      }),
      ...rejects.map(({ part, text }) => ({ field: part === 'stop' ? stopField : part, message: text })),
    ],
  }
}

async function findRejects(
  { db }: Services,
  account: TradedAccount,
  orderId: string,
  { draft, look, judged }: Pick<JudgedReplacement, 'draft' | 'look' | 'judged'>,
): Promise<readonly ForeseenReject[]> {
  if (draft.kind !== 'ENTRY') return foreseePowerShort(draft, judged.buyingPowerAfter)
  const { terms } = draft
  const { symbol, instruction } = terms
  const claimed = isOpening(instruction)
    ? new Decimal(0)
    : await findClaimedQuantity(db, account.id, { orderId, symbol, instruction })
  return foreseeRejects({ terms, market: look, held: look.held, claimed, powerAfter: judged.buyingPowerAfter })
}

/** Returns the commission in cents; null where the brokerage does not say. */
async function askCommission(services: Services, account: TradedAccount, draft: OrderDraft): Promise<Cents | null> {
  try {
    const broker = services.brokers.brokerOf(account)
    return (await broker.previewOrder(accessOf(services, account), account.hash_value, draft)).commissionCents
  } catch (error) {
    if (error instanceof BrokerFailure) return null
    throw error
  }
}

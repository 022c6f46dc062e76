// The figures of a judged order as its preview shows them; what the brokerage says of it is not known here.
import { type OrderPreview, type OrderQuestion, writePrice } from '@clubfolio/contract'
import {
  type Cents,
  codeOfDraft,
  type OrderDraft,
  type OrderJudgement,
  type OrderTerms,
  protectionOf,
  roundToCents,
  targetOf,
} from '@clubfolio/domain'
import type { Decimal } from 'decimal.js'
import type { Services } from '../../services.ts'
import { findCompany } from '../stock/find-company.ts'
import type { PreviewedLimits } from './hold-limits.ts'
import type { AccountLook } from './look-at-account.ts'

export interface PresentedOrder {
  readonly draft: OrderDraft
  /** The account at present, with the order that this one replaces. */
  readonly look: AccountLook
  readonly judged: OrderJudgement
  readonly questions: readonly OrderQuestion[]
  readonly previewed: PreviewedLimits
}

export async function presentPreview(
  { db }: Services,
  { draft, look, judged, questions, previewed }: PresentedOrder,
): Promise<OrderPreview> {
  const code = codeOfDraft(draft)
  const company = await findCompany(db, code)
  return {
    code,
    name: company?.name ?? null,
    price: judged.price?.toDecimalPlaces(4).toFixed() ?? null,
    ...termsOf(draft),
    lastPrice: look.last?.toFixed() ?? null,
    inversion: centsOf(judged.inversion),
    accountValue: centsOf(look.accountValue)!,
    buyingPowerBefore: look.buyingPowerCents,
    buyingPowerAfter: centsOf(judged.buyingPowerAfter)!,
    shareOfCapital: judged.shareOfCapital?.toFixed(2) ?? null,
    lossAtStop: centsOf(judged.lossAtStop),
    lossPercent: judged.lossPercent?.toFixed(2) ?? null,
    reward: centsOf(judged.rewardAtTarget),
    rewardToRisk: judged.rewardToRisk?.toFixed(2) ?? null,
    greatestLoss: centsOf(judged.greatestLoss),
    commission: null,
    warnings: [...judged.warnings],
    faults: judged.faults.map(({ text }) => text),
    questions: [...questions],
    breaches: [...judged.breaches, ...previewed.breaches],
    rejects: [],
    limits: previewed.limits,
  }
}

type ShownTerms = Pick<
  OrderPreview,
  'limitPrice' | 'trail' | 'stopPrice' | 'stopLimitPrice' | 'stopTrail' | 'targetPrice' | 'brokerInstruction'
>

/** The terms of each kind in the fields of a preview. */
function termsOf(draft: OrderDraft): ShownTerms {
  switch (draft.kind) {
    case 'ENTRY': {
      const { limitPrice, trail } = writePrice(draft.terms.price)
      return { limitPrice, trail, ...exitTermsOf(draft.exits), brokerInstruction: draft.terms.instruction }
    }
    case 'PAIR':
      return {
        limitPrice: null,
        trail: null,
        ...exitTermsOf(draft.orders),
        brokerInstruction: draft.orders[0].instruction,
      }
    case 'LEGS':
      return { limitPrice: null, trail: null, ...exitTermsOf([]), brokerInstruction: null }
  }
}

function exitTermsOf(
  exits: readonly OrderTerms[],
): Pick<ShownTerms, 'stopPrice' | 'stopLimitPrice' | 'stopTrail' | 'targetPrice'> {
  const [stop, target] = [protectionOf(exits), targetOf(exits)]
  const { price, limitPrice, trail } = stop === null ? noPrice : writePrice(stop.price)
  return {
    stopPrice: price,
    stopLimitPrice: limitPrice,
    stopTrail: trail,
    targetPrice: target && writePrice(target.price).price,
  }
}

const noPrice = { price: null, limitPrice: null, trail: null } as const

function centsOf(dollars: Decimal | null): Cents | null {
  return dollars === null ? null : roundToCents(dollars)
}

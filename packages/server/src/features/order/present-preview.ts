// The figures of a judged order as its preview shows them; what the brokerage says of it is not known here.
import { type OrderPreview, type OrderQuestion, writePrice } from '@clubfolio/contract'
import { type Cents, type OrderDraft, type OrderJudgement, roundToCents } from '@clubfolio/domain'
import type { Decimal } from 'decimal.js'
import type { Services } from '../../services.ts'
import { findCompany } from '../stock/find-company.ts'
import type { AccountLook } from './look-at-account.ts'

export interface PresentedOrder {
  readonly draft: OrderDraft
  /** The account at present, with the order that this one replaces. */
  readonly look: AccountLook
  readonly judged: OrderJudgement
  readonly questions: readonly OrderQuestion[]
}

export async function presentPreview(
  { db }: Services,
  { draft: { terms, child }, look, judged, questions }: PresentedOrder,
): Promise<OrderPreview> {
  const company = await findCompany(db, terms.symbol)
  const { limitPrice, trail } = writePrice(terms.price)
  return {
    code: terms.symbol,
    name: company?.name ?? null,
    price: judged.price?.toFixed() ?? null,
    limitPrice,
    trail,
    stopPrice: child && writePrice(child.price).price,
    lastPrice: look.last?.toFixed() ?? null,
    brokerInstruction: terms.instruction,
    inversion: centsOf(judged.inversion),
    accountValue: centsOf(look.accountValue)!,
    buyingPowerBefore: look.buyingPowerCents,
    buyingPowerAfter: centsOf(judged.buyingPowerAfter)!,
    shareOfCapital: judged.shareOfCapital?.toFixed(2) ?? null,
    lossAtStop: centsOf(judged.lossAtStop),
    lossPercent: judged.lossPercent?.toFixed(2) ?? null,
    commission: null,
    warnings: [...judged.warnings],
    faults: judged.faults.map(({ text }) => text),
    questions: [...questions],
    breaches: [...judged.breaches],
    rejects: [],
  }
}

function centsOf(dollars: Decimal | null): Cents | null {
  return dollars === null ? null : roundToCents(dollars)
}

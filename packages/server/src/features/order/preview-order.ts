// Previews an order for its ticket: our own figures and warnings, and the brokerage's response.
import { type OrderPreview, type OrderToPreview, writePrice } from '@clubfolio/contract'
import { type Cents, judgeOrder, roundToCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { findCompany } from '../stock/find-company.ts'
import { askQuestions } from './ask-questions.ts'
import { lookAtAccount } from './look-at-account.ts'
import { planOrder } from './plan-order.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

export async function previewOrder(
  services: Services,
  account: TradedAccount,
  asked: OrderToPreview,
): Promise<OrderPreview> {
  try {
    const look = await lookAtAccount(services, account, asked.ticket)
    const plan = planOrder(asked, look.held)
    const judged = judgeOrder(plan.draft, plan.cancelPrice, look)
    const [told, company, questions] = await Promise.all([
      askBroker(services, account, plan.draft),
      findCompany(services.db, asked.ticket),
      askQuestions(services, account, { draft: plan.draft, look, judged }),
    ])
    return {
      code: asked.ticket,
      name: company?.name ?? null,
      price: judged.price?.toFixed() ?? null,
      limitPrice: writePrice(plan.draft.terms.price).limitPrice,
      trail: writePrice(plan.draft.terms.price).trail,
      stopPrice: plan.draft.child && writePrice(plan.draft.child.price).price,
      lastPrice: look.last?.toFixed() ?? null,
      brokerInstruction: plan.draft.terms.instruction,
      inversion: centsOf(judged.inversion),
      accountValue: centsOf(look.accountValue)!,
      buyingPowerBefore: look.buyingPowerCents,
      buyingPowerAfter: centsOf(judged.buyingPowerAfter)!,
      shareOfCapital: judged.shareOfCapital?.toFixed(2) ?? null,
      lossAtStop: centsOf(judged.lossAtStop),
      lossPercent: judged.lossPercent?.toFixed(2) ?? null,
      commission: told.commissionCents,
      warnings: [...judged.warnings, ...told.warnings.map((text) => ({ kind: 'broker', text }))],
      faults: judged.faults.map(({ text }) => text),
      questions,
      breaches: [...judged.breaches],
      rejects: [...told.rejects],
    }
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

/** Asks the brokerage. An outright refusal, such as for an unknown symbol, is returned as a reject like any other. */
async function askBroker(services: Services, account: TradedAccount, draft: Parameters<typeof judgeOrder>[0]) {
  try {
    return await services.brokers.brokerOf(account).previewOrder(accessOf(services, account), account.hash_value, draft)
  } catch (error) {
    if (!(error instanceof BrokerFailure) || error.kind !== 'REFUSED') throw error
    return { rejects: [error.message], warnings: [], commissionCents: null }
  }
}

function centsOf(dollars: Decimal | null): Cents | null {
  return dollars === null ? null : roundToCents(dollars)
}

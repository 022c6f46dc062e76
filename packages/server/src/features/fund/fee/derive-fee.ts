// The days behind a holder's management fee of a period, so that anybody can recompute it (docs/rules/fund-fees.md,
// "Management fee").
import type { FeeDerivation, ParamsOf } from '@clubfolio/contract'
import { formatUnits, managementDays, toMarketDay, unitValueText } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { attoDollars, ratePercent } from '../book/describe-charge.ts'
import { readFund } from '../book/load-fund.ts'
import { requireFundMember } from '../member/store.ts'

export async function deriveFee(
  services: Services,
  { userId }: Session,
  { accountId, endDay, memberId }: ParamsOf<'fund', 'deriveFee'>,
): Promise<FeeDerivation> {
  const { account, replay } = await readFund(services, userId, accountId)
  await requireFundMember(services.db, { account, userId }, memberId)
  const { spans, paidCents, sumAtto } = managementDays(replay, toMarketDay(endDay), memberId)
  return {
    days: spans.map((span) => ({
      from: span.from,
      to: span.to,
      count: span.days,
      units: formatUnits(span.units),
      unitValue: unitValueText(span.rate),
      rate: ratePercent(span.rateMillionths),
      fee: attoDollars(span.atto),
    })),
    paid: paidCents,
    sum: attoDollars(sumAtto),
  }
}

// Reads what a fund charges: its policies, the period ends without a charge, its charges, and the net value of every
// holder (docs/rules/fund-fees.md).
import { Refusal, type ChargeCalculation, type FeePolicyLine, type FundFees } from '@clubfolio/contract'
import { endsToCharge, listNetValues, liveness, toCents, toMarketDay } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { readFund, toMemberId } from '../book/load-fund.ts'
import { holderNames } from '../book/member-names.ts'
import { ratePercent, toChargeCalculation } from '../book/describe-charge.ts'

export async function findFees(services: Services, session: Session, accountId: string): Promise<FundFees> {
  const fund = await readFund(services, session.userId, accountId)
  const { records, replay, account } = fund
  const { day } = await accountMarketTime(services.db, services.clock, account.marketSource)
  const nameOf = holderNames(fund)
  const net = records.feePolicies.length === 0 ? undefined : listNetValues(replay, day)
  const isLive = liveness({ reversals: records.reversals, statusChanges: [] })
  return {
    policies: records.feePolicies
      .map((policy): FeePolicyLine => ({
        id: policy.id,
        kind: policy.kind,
        rate: ratePercent(policy.rateMillionths),
        hurdle: ratePercent(policy.hurdleMillionths),
        receiverId: toMemberId(accountId, policy.receiverId),
        receiver: nameOf(policy.receiverId),
        period: policy.period,
        ownRates: policy.ownRates.map((own) => ({
          memberId: own.holderId,
          name: nameOf(own.holderId),
          rate: ratePercent(own.rateMillionths),
        })),
        firstDay: policy.firstDay,
        chargesByItself: policy.chargesByItself ?? false,
      }))
      .sort((a, b) => (`${a.firstDay} ${a.id}` < `${b.firstDay} ${b.id}` ? 1 : -1)),
    open: endsToCharge(replay).map((end) => end.endDay),
    charges: records.feeCharges
      .map((charge) => ({
        id: charge.id,
        endDay: charge.endDay,
        total: toCents(charge.lines.reduce((sum, line) => sum + line.amountCents, 0n)),
        isWaived: charge.isWaived,
        isPart: charge.isPart,
        isReversed: !isLive(charge.id),
      }))
      .sort((a, b) => (`${a.endDay} ${a.id}` < `${b.endDay} ${b.id}` ? 1 : -1)),
    netValues: [...(net?.byId ?? [])].map(([holderId, own]) => ({
      memberId: toMemberId(accountId, holderId),
      name: nameOf(holderId),
      value: own.valueCents,
      management: own.managementCents,
      performance: own.performanceCents,
      net: own.netCents,
    })),
    isNetExact: net?.isExact ?? true,
  }
}

/** Returns the calculation that a charge was made with, as it was stored. */
export async function findCharge(
  services: Services,
  session: Session,
  { accountId, chargeId }: { readonly accountId: string; readonly chargeId: string },
): Promise<ChargeCalculation> {
  const fund = await readFund(services, session.userId, accountId)
  const row = await services.db
    .selectFrom('fund_fee_charge')
    .select(['end_day', 'calculation'])
    .where('account_id', '=', accountId)
    .where('id', '=', chargeId)
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return toChargeCalculation(row.calculation, holderNames(fund), toMarketDay(row.end_day))
}

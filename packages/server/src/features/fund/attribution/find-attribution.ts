// What earned the money over a period: of an account or its fund for those who may read it, and a member's own part of
// it, with nothing of any other member (docs/rules/attribution.md).
import type { Attribution, ParamsOf } from '@clubfolio/contract'
import {
  attributedDays,
  type DaySpan,
  fractionToNumber,
  holderDays,
  holderFlows,
  type HolderId,
  holderLines,
  holderValueAt,
  timeWeightedReturn,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readAnyFund, readFund, type CurrentFund } from '../book/load-fund.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { dayBefore, spanOf } from './attribution-span.ts'
import { presentAttribution } from './present-attribution.ts'

interface Beside {
  readonly benchmark?: string | undefined
}

/** Throws `notFound`, and `statementPeriod` for a span that ends before it starts. */
export async function findAttribution(
  services: Services,
  session: Session,
  { accountId, grouping, benchmark, ...span }: ParamsOf<'fund', 'findAttribution'> & Beside,
): Promise<Attribution> {
  const fund = await readFund(services, session.userId, accountId)
  const { replay, records } = fund
  const within = spanOf(span, fund)
  const days = attributedDays(replay, within)
  return presentAttribution(services, fund, {
    grouping,
    benchmark,
    userId: session.userId,
    span: within,
    firstDay: records.opening.day,
    days,
    total: timeWeightedReturn(replay.valuations, dayBefore(within.from, records.opening.day), within.to)?.total,
    profitCents: days.reduce((sum, { profitCents }) => sum + profitCents, 0n),
    fees: [],
  })
}

/** The same for a member's own part; throws `notFound`, also for anybody else's place. */
export async function findMyAttribution(
  services: Services,
  session: Session,
  { accountId, memberId, grouping, benchmark, ...span }: ParamsOf<'fund', 'findMyAttribution'> & Beside,
): Promise<Attribution> {
  const { holderId } = await requireMyParticipation(services.db, session, { accountId, memberId })
  const fund = await readAnyFund(services, accountId)
  const { replay, records } = fund
  const within = spanOf(span, fund)
  const { days, fees, total } = holderDays(replay, holderId, within)
  const own = holderLines(replay, holderId)
  return presentAttribution(services, fund, {
    grouping,
    benchmark,
    userId: session.userId,
    span: within,
    firstDay: own[0]?.day ?? records.opening.day,
    days,
    total: total && fractionToNumber(total),
    profitCents: profitOfHolder(fund, holderId, within),
    fees,
  })
}

/** What the holder's value grew by beyond what they paid in, as their statement of the period has it. */
export function profitOfHolder(
  { replay, records }: Pick<CurrentFund, 'replay' | 'records'>,
  holderId: HolderId,
  { from, to }: DaySpan,
): bigint {
  const paid = holderFlows(replay, holderId)
    .filter(({ day }) => day >= from && day <= to)
    .reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const start = holderValueAt(replay, holderId, dayBefore(from, records.opening.day))
  return holderValueAt(replay, holderId, to) - start - paid
}

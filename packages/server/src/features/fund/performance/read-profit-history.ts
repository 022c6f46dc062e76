// A holder's floating or real profit at the opening and at every close, as points for the chart.
import { formatCents, holderHistory, sessionHours, type MarketDay } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { requireFundMember } from '../member/store.ts'
import { readFund, toHolderId } from '../book/load-fund.ts'

export interface ReadProfitHistoryOptions {
  readonly accountId: string
  readonly memberId: string
  readonly part: 'floating' | 'real'
}

/** Returns points `[epoch ms of the close, dollars]`, oldest first, from the holder's first units on. */
export async function readProfitHistory(
  services: Services,
  session: Session,
  { accountId, memberId, part }: ReadProfitHistoryOptions,
): Promise<[number, number][]> {
  const { account, replay } = await readFund(services, session.userId, accountId)
  if (memberId !== accountId) await requireFundMember(services.db, { account, userId: session.userId }, memberId)
  return holderHistory(replay, toHolderId(accountId, memberId)).map((point) => [
    closeMs(point.day),
    Number(formatCents(part === 'real' ? point.realCents : point.floatingCents)),
  ])
}

/** Returns the instant of a point: the session's close, or midnight UTC of a day without session. */
export const closeMs = (day: MarketDay): number => sessionHours(day)?.closeMs ?? Date.parse(`${day}T00:00:00Z`)

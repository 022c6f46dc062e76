// Returns and risk of a member's own part of a fund; nothing of another member is in them.
import type { BodyOf, ReturnsAndRisk } from '@clubfolio/contract'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readAnyFund } from '../book/load-fund.ts'
import { measureReturns } from '../performance/find-returns.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'

/** Throws `notFound`, also for anybody else's place. */
export async function findMyReturns(
  services: Services,
  session: Session,
  { accountId, memberId, benchmark }: BodyOf<'fund', 'findMyReturns'>,
): Promise<ReturnsAndRisk> {
  const { holderId } = await requireMyParticipation(services.db, session, { accountId, memberId })
  const { replay } = await readAnyFund(services, accountId)
  return measureReturns(services, { replay, holderId, benchmark })
}

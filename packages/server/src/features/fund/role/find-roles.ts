// The roles in a fund and the invitations to them that are open, newest first.
import type { FundRole } from '@clubfolio/contract'
import { newYorkDateAt } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { requireFund } from '../book/load-fund.ts'

export async function findRoles(services: Services, session: Session, accountId: string): Promise<FundRole[]> {
  const { db, clock } = services
  await requireFund(services, session.userId, accountId)
  const rows = await db
    .selectFrom('fund_role as r')
    .innerJoin('app_user as giver', 'giver.id', 'r.invited_by')
    .leftJoin('app_user as holder', 'holder.id', 'r.user_id')
    .selectAll('r')
    .select([
      'giver.first_name as giver_first',
      'giver.last_name as giver_last',
      'holder.first_name as holder_first',
      'holder.last_name as holder_last',
    ])
    .where('r.account_id', '=', accountId)
    .where('r.ended_at', 'is', null)
    .orderBy('r.invited_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  const today = newYorkDateAt(clock.nowMs())
  return rows.map((row) => {
    const isOver =
      (row.last_day !== null && row.last_day < today) ||
      (row.accepted_at === null && row.link_expires_at.getTime() <= clock.nowMs())
    return {
      id: row.id,
      role: row.role,
      email: row.email,
      name: row.holder_first === null ? null : `${row.holder_first} ${row.holder_last ?? ''}`,
      state: isOver ? 'LAPSED' : row.accepted_at === null ? 'INVITED' : 'IN_FORCE',
      lastDay: row.last_day,
      invitedBy: `${row.giver_first} ${row.giver_last}`,
      invitedAt: row.invited_at.getTime(),
      acceptedAt: row.accepted_at?.getTime() ?? null,
    }
  })
}

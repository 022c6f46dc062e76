// The members that the records of a fund can name: for its owner all of theirs, for somebody with a role those of the
// fund (docs/rules/fund.md, "Roles"). Names only; what else is known of a member is the owner's.
import type { FundMember } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { requireFund } from '../book/load-fund.ts'
import { isMemberOfFund } from '../right/fund-right.ts'

export async function findFundMembers(
  services: Services,
  { userId }: Session,
  accountId: string,
): Promise<FundMember[]> {
  const { ownerId } = await requireFund(services, userId, accountId)
  const rows = await services.db
    .selectFrom('member')
    .select(['id', 'first_name', 'last_name', 'status'])
    .where('owner_id', '=', ownerId)
    .$if(ownerId !== userId, (query) => query.where(isMemberOfFund(sql`${accountId}::uuid`, 'member')))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, firstName: row.first_name, lastName: row.last_name, status: row.status }))
}

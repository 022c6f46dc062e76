// The funds that somebody may read: their own, and those in which they have a role.
import type { ReadableFund } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { numberShownTo } from '../book/load-fund.ts'
import { isHeldBy, mayInFund, personAt } from '../right/fund-right.ts'

/** Own funds first; an account without a fund counts as one that is freshly opened. */
export async function findFunds({ db, clock }: Services, session: Session): Promise<ReadableFund[]> {
  const person = personAt(clock, session.userId)
  const rows = await db
    .selectFrom('account as a')
    .innerJoin('app_user as u', 'u.id', 'a.owner_id')
    .leftJoin('fund as f', 'f.account_id', 'a.id')
    .leftJoin('fund_role as held', (join) => join.onRef('held.account_id', '=', 'a.id').on(isHeldBy('held', person)))
    .select([
      'a.id',
      'a.owner_id',
      'a.number',
      'a.is_paper',
      'a.currency',
      'f.club_name',
      'u.first_name',
      'u.last_name',
      'held.role',
      'held.last_day',
    ])
    .where(mayInFund('READ', person, 'a'))
    .orderBy(sql`a.owner_id <> ${person.userId}`)
    .orderBy('a.number')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    accountId: row.id,
    accountNumber: numberShownTo({ ownerId: row.owner_id, number: row.number }, person.userId),
    isPaper: row.is_paper,
    currency: row.currency,
    club: row.club_name,
    owner: `${row.first_name} ${row.last_name}`,
    place: row.owner_id === person.userId ? 'OWNER' : row.role!,
    lastDay: row.owner_id === person.userId ? null : row.last_day,
  }))
}

// The user's own data, whose funds they take part in, and whether they manage anything.
// Source: docs/rules/access.md, "User profile".
import type { MyProfile } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { mayInFund, personAt } from '../fund/right/fund-right.ts'

export async function findMyProfile({ db, clock }: Services, session: Session): Promise<MyProfile> {
  const { phone_number } = await db
    .selectFrom('app_user')
    .select('phone_number')
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow()
  const { rows: managers } = await sql<{ name: string }>`
    select u.first_name || ' ' || u.last_name as name
    from app_user u
    where exists (select from member m where m.owner_id = u.id and m.user_id = ${session.userId})
    order by u.last_name, u.first_name, u.id
  `.execute(db)
  const { rows: managed } = await sql<{ anything: boolean }>`
    select exists (select from account a where ${mayInFund('READ', personAt(clock, session.userId), 'a')})
      or exists (select from member m where m.owner_id = ${session.userId}) as anything
  `.execute(db)
  return {
    firstName: session.firstName,
    lastName: session.lastName,
    email: session.email,
    phoneNumber: phone_number,
    memberOf: managers.map(({ name }) => name),
    isManager: managed[0]!.anything,
  }
}

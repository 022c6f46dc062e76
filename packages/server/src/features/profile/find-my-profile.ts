// The user's own data, and whose funds they take part in. Source: docs/rules/access.md, "User profile".
import type { MyProfile } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'

export async function findMyProfile({ db }: Services, session: Session): Promise<MyProfile> {
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
  return {
    firstName: session.firstName,
    lastName: session.lastName,
    email: session.email,
    phoneNumber: phone_number,
    memberOf: managers.map(({ name }) => name),
  }
}

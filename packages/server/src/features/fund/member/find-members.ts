// The owner's members: all of them, or those whose name or email contains a keyword.
import type { Member } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { memberNameSql, sortedMemberNameSql } from './member-name.ts'
import { selectMembers, toMember } from './store.ts'

const searchLimit = 20

export async function findAllMembers({ db, clock }: Services, session: Session): Promise<Member[]> {
  const rows = await selectMembers(db, session.userId).execute()
  return rows.map((row) => toMember(row, clock.nowMs()))
}

/** Returns at most 20 members by case-insensitive substring of "first last", "last, first" or the email. */
export async function findMembersByKeyword(
  { db, clock }: Services,
  session: Session,
  keyword: string,
): Promise<Member[]> {
  const pattern = `%${keyword.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await selectMembers(db, session.userId)
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(${memberNameSql('m')})`, 'like', pattern),
        eb(sql<string>`lower(${sortedMemberNameSql('m')})`, 'like', pattern),
        eb('m.email', 'like', pattern),
      ]),
    )
    .limit(searchLimit)
    .execute()
  return rows.map((row) => toMember(row, clock.nowMs()))
}

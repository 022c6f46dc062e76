// Whether two users are one person: nobody approves what they asked for themselves, also not with a second user.
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'

/**
 * Returns whether two users are the same, share their phone number, or are linked by members: a member of the one has
 * the e-mail or phone of the other, or members of both have one e-mail.
 */
export async function isOnePerson(db: Db | Trx, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const { rows } = await sql<{ is_one: boolean }>`
    with person as (
      select u.id, u.email, ${digits('u.phone_number')} as phone from app_user u where u.id in (${one}, ${other})
    ), linked as (
      select m.user_id as id, m.email, ${digits('m.phone')} as phone from member m where m.user_id in (${one}, ${other})
    )
    select exists (
      select from person a join person b on a.id <> b.id where a.phone = b.phone and a.phone <> ''
      union all
      select from linked l join person p on p.id <> l.id
        where (l.email = p.email and l.email <> '') or (l.phone = p.phone and l.phone <> '')
      union all
      select from linked a join linked b on a.id <> b.id where a.email = b.email and a.email <> ''
    ) as is_one`.execute(db)
  return rows[0]!.is_one
}

/** The last ten digits: a number is written with and without its country code. */
const digits = (column: string) => sql`right(regexp_replace(coalesce(${sql.ref(column)}, ''), '\\D', '', 'g'), 10)`

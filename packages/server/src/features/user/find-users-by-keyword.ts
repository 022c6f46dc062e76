// Finds users by name or e-mail: for administrators in full and including disabled and unconfirmed ones, for managers
// who link a member only confirmed users, and only enough to recognise the right person. Source: docs/rules/access.md,
// "Users".
import type { FoundUser } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { findUsers } from '../user-admin/find-users.ts'

const managerLimit = 10
const administratorLimit = 50

export async function findUsersByKeyword({ db }: Services, session: Session, keyword: string): Promise<FoundUser[]> {
  const pattern = `%${keyword.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  if (session.permissions.includes('VU')) return findUsers(db, session, pattern, administratorLimit)
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where((eb) =>
      eb.or([eb(sql<string>`lower(first_name || ' ' || last_name)`, 'like', pattern), eb('email', 'like', pattern)]),
    )
    .where('status', '=', 'ACTIVE')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(managerLimit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    firstName: '',
    lastName: '',
    email: maskEmail(row.email),
    fullName: `${row.first_name} ${row.last_name}`,
    phoneNumber: '',
  }))
}

/** `maskEmail('maria.keller@example.com')` is "m•••@example.com". */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${domain}`
}

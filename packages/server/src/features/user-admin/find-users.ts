// Users in full, as administrators see them: with their groups, and with the keys that put them out of the viewer's
// reach.
import type { AdminUser, PermissionKey } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Session } from '../../kernel/session.ts'
import { missingOf } from '../rights/lock-rights.ts'
import { selectUserKeys } from '../rights/read-keys.ts'

const allOfThem = 1_000_000

/** Returns users by last and first name; `pattern` is a LIKE pattern in lower case for name or e-mail. */
export async function findUsers(db: Db, viewer: Session, pattern = '%', limit = allOfThem): Promise<AdminUser[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'status'])
    .where((eb) =>
      eb.or([eb(sql<string>`lower(first_name || ' ' || last_name)`, 'like', pattern), eb('email', 'like', pattern)]),
    )
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [groups, keys] = await Promise.all([readGroups(db, ids), readKeys(db, ids)])
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    fullName: `${row.first_name} ${row.last_name}`,
    phoneNumber: row.phone_number,
    status: row.status,
    groups: groups.get(row.id) ?? [],
    missingKeys: missingOf({ keys: viewer.permissions }, keys.get(row.id) ?? []),
  }))
}

async function readGroups(db: Db, userIds: readonly string[]): Promise<Map<string, AdminUser['groups']>> {
  const rows = await db
    .selectFrom('user_group_member as m')
    .innerJoin('user_group as g', 'g.id', 'm.group_id')
    .select(['m.user_id', 'g.id', 'g.name'])
    .where(sql<boolean>`m.user_id = any(${userIds}::uuid[])`)
    .orderBy(sql`lower(g.name)`)
    .execute()
  return collect(rows, ({ user_id, id, name }) => [user_id, { id, name }])
}

async function readKeys(db: Db, userIds: readonly string[]): Promise<Map<string, PermissionKey[]>> {
  const rows = await selectUserKeys(db)
    .where(sql<boolean>`m.user_id = any(${userIds}::uuid[])`)
    .execute()
  return collect(rows, ({ user_id, name_key }) => [user_id, name_key])
}

function collect<Row, Value>(
  rows: readonly Row[],
  split: (row: Row) => readonly [string, Value],
): Map<string, Value[]> {
  const found = new Map<string, Value[]>()
  for (const row of rows) {
    const [key, value] = split(row)
    const list = found.get(key)
    if (list) list.push(value)
    else found.set(key, [value])
  }
  return found
}

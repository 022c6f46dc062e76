// Which permission keys a user holds (those of their active groups), and which a group has.
import type { PermissionKey } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'

/** One row per user and key, through active groups only, as a session reads them. */
export const selectUserKeys = (db: Db | Trx) =>
  db
    .selectFrom('user_group_member as m')
    .innerJoin('user_group as g', (join) => join.onRef('g.id', '=', 'm.group_id').on('g.status', '=', 'ACTIVE'))
    .innerJoin('group_permission as gp', 'gp.group_id', 'g.id')
    .innerJoin('permission as p', 'p.id', 'gp.permission_id')
    .select(['m.user_id', 'p.name_key'])
    .distinct()

export async function readUserKeys(db: Db | Trx, userId: string): Promise<PermissionKey[]> {
  const rows = await selectUserKeys(db).where('m.user_id', '=', userId).execute()
  return rows.map((row) => row.name_key)
}

/** Returns the keys of the groups, whether active or not. */
export async function readGroupKeys(db: Db | Trx, groupIds: readonly string[]): Promise<PermissionKey[]> {
  if (groupIds.length === 0) return []
  const rows = await db
    .selectFrom('group_permission as gp')
    .innerJoin('permission as p', 'p.id', 'gp.permission_id')
    .select(['p.name_key', 'p.position'])
    .distinct()
    .where('gp.group_id', 'in', [...groupIds])
    .orderBy('p.position')
    .execute()
  return rows.map((row) => row.name_key)
}

export async function isActiveUser(db: Db | Trx, userId: string): Promise<boolean> {
  const user = await db.selectFrom('app_user').select('status').where('id', '=', userId).executeTakeFirst()
  return user?.status === 'ACTIVE'
}

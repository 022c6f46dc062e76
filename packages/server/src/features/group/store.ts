// Reads groups: the list as the wire shows it, and the single group a change applies to.
import { Refusal, systemGroups, type BodyOf, type Group } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { ColumnNames } from '../../db/to-columns.ts'
import type { Trx } from '../../kernel/transaction.ts'

/** Returns whether this is one of the three groups that ship with the product; they always stay system groups. */
export const isBuiltIn = (nameKey: string): boolean => systemGroups.some((group) => group.nameKey === nameKey)

interface GroupRow {
  id: string
  name: string
  name_key: string
  system_group: boolean
  status: Group['status']
  requires_strong_factor: boolean
  enabled_count: number
  permission_count: number
  user_count: number
}

/** Returns system groups in the order of the contract, then the others by name. */
export async function findGroups(db: Db | Trx): Promise<Group[]> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.name, g.name_key, g.system_group, g.status, g.requires_strong_factor,
      (select count(*)::int from group_permission gp where gp.group_id = g.id) as enabled_count,
      (select count(*)::int from permission) as permission_count,
      (select count(*)::int from user_group_member m where m.group_id = g.id) as user_count
    from user_group g
    order by g.system_group desc, array_position(${systemGroups.map((group) => group.nameKey)}::text[], g.name_key),
      lower(g.name), g.id
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    nameKey: row.name_key,
    systemGroup: row.system_group,
    status: row.status,
    enabledCount: row.enabled_count,
    permissionCount: row.permission_count,
    userCount: row.user_count,
    requiresStrongFactor: row.requires_strong_factor,
  }))
}

export type GroupFields = BodyOf<'group', 'create'> & Pick<Group, 'requiresStrongFactor'>

export const groupColumnNames = {
  name: 'name',
  nameKey: 'name_key',
  systemGroup: 'system_group',
  status: 'status',
  requiresStrongFactor: 'requires_strong_factor',
} as const satisfies ColumnNames<GroupFields, 'user_group'>

/** Returns the group. Throws `notFound`. */
export async function requireGroup(db: Db | Trx, groupId: string): Promise<GroupFields & { readonly id: string }> {
  const row = await db
    .selectFrom('user_group')
    .select(['id', 'name', 'name_key', 'system_group', 'status', 'requires_strong_factor'])
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return {
    id: row.id,
    name: row.name,
    nameKey: row.name_key,
    systemGroup: row.system_group,
    status: row.status,
    requiresStrongFactor: row.requires_strong_factor,
  }
}

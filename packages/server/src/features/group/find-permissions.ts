// Returns every permission in menu order, with whether the group has it.
import type { GroupPermission } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { requireGroup } from './store.ts'

export async function findPermissions({ db }: Services, groupId: string): Promise<GroupPermission[]> {
  const group = await requireGroup(db, groupId)
  const rows = await db
    .selectFrom('permission as p')
    .leftJoin('group_permission as gp', (join) =>
      join.onRef('gp.permission_id', '=', 'p.id').on('gp.group_id', '=', group.id),
    )
    .select(['p.id', 'p.name', 'p.category', 'p.name_key', 'gp.group_id'])
    .orderBy('p.position')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    groupName: row.category,
    enabled: row.group_id !== null,
    nameKey: row.name_key,
  }))
}

// Grants a permission to a group or revokes it. Only a user who holds the key may do either; the permissions of system
// groups are fixed.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { auditChange, type ChangeContext } from '../rights/change.ts'
import { lockRights, requireKeysHeld, requireNobodyLockedOut } from '../rights/lock-rights.ts'
import { requireGroup } from './store.ts'

/** Makes the change and returns it in words: "Club Board may now: View chart." */
export async function changePermission(
  change: ChangeContext,
  { groupID, permissionID, enabled }: BodyOf<'permission', 'changeSinglePermission'>,
): Promise<string> {
  const { trx, session } = change
  const actor = await lockRights(trx, session, ['LUP'])
  const group = await requireGroup(trx, groupID)
  const permission = await trx
    .selectFrom('permission')
    .select(['id', 'name', 'name_key'])
    .where('id', '=', permissionID)
    .executeTakeFirst()
  if (!permission) throw new Refusal('notFound')
  if (group.systemGroup) throw new Refusal('systemGroupFixed', { name: group.name })
  requireKeysHeld(actor, [permission.name_key])
  const isChanged = enabled ? await give(change, group.id, permission.id) : await take(change, group.id, permission.id)
  await requireNobodyLockedOut(trx, actor)
  if (isChanged) {
    const [before, after] = [{ [permission.name_key]: !enabled }, { [permission.name_key]: enabled }]
    await auditChange(change, { action: 'group.permission', objectType: 'group', objectId: group.id, before, after })
  }
  return `${group.name} ${enabled ? 'may now' : 'may no longer'}: ${permission.name}.`
}

async function give({ trx }: ChangeContext, groupId: string, permissionId: string): Promise<boolean> {
  const given = await trx
    .insertInto('group_permission')
    .values({ group_id: groupId, permission_id: permissionId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return given.numInsertedOrUpdatedRows === 1n
}

async function take({ trx }: ChangeContext, groupId: string, permissionId: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('group_permission')
    .where('group_id', '=', groupId)
    .where('permission_id', '=', permissionId)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

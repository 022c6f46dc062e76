// Deletes a group that is not a system group; its users remain, without its permissions.
import { Refusal } from '@clubfolio/contract'
import { auditChange, type ChangeContext } from '../rights/change.ts'
import { lockRights, requireKeysHeld, requireNobodyLockedOut } from '../rights/lock-rights.ts'
import { readGroupKeys } from '../rights/read-keys.ts'
import { requireGroup } from './store.ts'

/** Deletes the group and returns its name. */
export async function deleteGroup(change: ChangeContext, groupId: string): Promise<string> {
  const { trx, session } = change
  const actor = await lockRights(trx, session, ['CG'])
  const { id, ...before } = await requireGroup(trx, groupId)
  if (before.systemGroup) throw new Refusal('systemGroupStays', { name: before.name })
  const keys = await readGroupKeys(trx, [id])
  requireKeysHeld(actor, keys)
  const members = await trx
    .selectFrom('user_group_member')
    .select('user_id')
    .where('group_id', '=', id)
    .orderBy('user_id')
    .execute()
  await trx.deleteFrom('user_group').where('id', '=', id).execute()
  await requireNobodyLockedOut(trx, actor)
  const userIds = members.map((member) => member.user_id)
  await auditChange(change, {
    action: 'group.delete',
    objectType: 'group',
    objectId: id,
    before: { ...before, keys, userIds },
  })
  return before.name
}

// Changes a group's name, name key, mark and status. What a system group is stays fixed; only its name is anybody's taste.
// Switching a group off or on takes or gives its keys, so whoever does it holds them.
import { type GroupChange, Refusal } from '@clubfolio/contract'
import { auditChange, type Change, withGiven } from '../rights/change.ts'
import { lockRights, requireHeld, requireNobodyLockedOut } from '../rights/lock-rights.ts'
import { readGroupKeys } from '../rights/read-keys.ts'
import { isBuiltIn, requireFreeNameKey, requireGroup, type GroupFields } from './store.ts'

export async function updateGroup(change: Change, groupId: string, given: Omit<GroupChange, 'id'>): Promise<void> {
  const { trx, session } = change
  const actor = await lockRights(trx, session, ['CG'])
  const { id, ...before } = await requireGroup(trx, groupId)
  const wanted = withGiven(before, given)
  requireUnfixed(before, wanted)
  await requireFreeNameKey(trx, wanted.nameKey, id)
  if (wanted.status !== before.status) requireHeld(actor, await readGroupKeys(trx, [id]))
  const { name, nameKey, systemGroup, status } = wanted
  await trx.updateTable('user_group').set({ name, name_key: nameKey, system_group: systemGroup, status }).where('id', '=', id).execute()
  await requireNobodyLockedOut(trx, actor)
  await auditChange(change, { action: 'group.update', objectType: 'group', objectId: id, before, after: { name, nameKey, systemGroup, status } })
}

/**
 * A group that was marked by hand loses the mark by hand; everything else about it waits until then.
 * Spec gap: the mark is editable and system groups are fixed; so only the three that came with the product keep it for good.
 */
function requireUnfixed(before: GroupFields, wanted: GroupFields): void {
  if (!before.systemGroup) return
  if (wanted.nameKey !== before.nameKey || wanted.status !== before.status) throw new Refusal('systemGroupFixed', { name: before.name })
  if (!wanted.systemGroup && isBuiltIn(before.nameKey)) throw new Refusal('systemGroupFlagFixed', { name: before.name })
}

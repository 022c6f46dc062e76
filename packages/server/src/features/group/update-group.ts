// Changes a group's name, name key, system flag, status and required factor. For a system group, only the name and the
// factor may change freely. Switching a group off or on revokes or grants its keys, and its factor protects them, so
// the user who changes either must hold them.
import { type GroupChange, Refusal } from '@clubfolio/contract'
import { toColumns } from '../../db/to-columns.ts'
import { isStrong, isStrongFactorRequired } from '../../kernel/strong-factor.ts'
import { refuseTaken } from '../../kernel/unique-refusal.ts'
import { auditChange, type ChangeContext, withGiven } from '../rights/change.ts'
import { lockRights, requireKeysHeld, requireNobodyLockedOut } from '../rights/lock-rights.ts'
import { readGroupKeys } from '../rights/read-keys.ts'
import { groupColumnNames, type GroupFields, isBuiltIn, requireGroup } from './store.ts'

/** Returns the name of the group after the change. */
export async function updateGroup(
  change: ChangeContext,
  groupId: string,
  given: Omit<GroupChange, 'id'>,
): Promise<string> {
  const { trx, session } = change
  const actor = await lockRights(trx, session, ['CG'])
  const { id, ...before } = await requireGroup(trx, groupId)
  const wanted = withGiven(before, given)
  requireUnfixed(before, wanted)
  const isFactorChanged = wanted.requiresStrongFactor !== before.requiresStrongFactor
  if (isFactorChanged || wanted.status !== before.status) requireKeysHeld(actor, await readGroupKeys(trx, [id]))
  const written = trx.updateTable('user_group').set(toColumns(wanted, groupColumnNames)).where('id', '=', id).execute()
  await refuseTaken(written, { nameKey: wanted.nameKey })
  await requireNobodyLockedOut(trx, actor)
  if (!isStrong(session.proof) && (await isStrongFactorRequired(trx, session.userId)))
    throw new Refusal('strongFactorOwn')
  await auditChange(change, {
    action: 'group.update',
    objectType: 'group',
    objectId: id,
    before,
    after: wanted,
  })
  return wanted.name
}

/**
 * Throws when a system group's fixed fields would change. A group that was marked as a system group by hand can be
 * unmarked by hand; until then everything else but its name is fixed.
 * Spec gap: the flag is editable and system groups are fixed, so only the three that ship with the product keep it
 * permanently.
 */
function requireUnfixed(before: GroupFields, wanted: GroupFields): void {
  if (!before.systemGroup) return
  if (wanted.nameKey !== before.nameKey || wanted.status !== before.status)
    throw new Refusal('systemGroupFixed', { name: before.name })
  if (!wanted.systemGroup && isBuiltIn(before.nameKey)) throw new Refusal('systemGroupFlagFixed', { name: before.name })
}

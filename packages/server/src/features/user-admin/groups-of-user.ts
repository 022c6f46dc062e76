// The groups of a user: the available choices, and assigning exactly the chosen ones.
import { Refusal, type GroupChoice } from '@clubfolio/contract'
import { fullName } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { findGroups } from '../group/store.ts'
import { auditChange, type ChangeContext } from '../rights/change.ts'
import { lockRights, missingOf, requireKeysHeld, requireNobodyLockedOut } from '../rights/lock-rights.ts'
import { readGroupKeys } from '../rights/read-keys.ts'
import { readNewUserGroup } from '../security/new-user-group.ts'
import { requireUser } from './require-user.ts'

/** A `userId` of null means a user who is yet to be created. */
export async function findGroupChoices(
  { db }: Services,
  viewer: Session,
  userId: string | null,
): Promise<GroupChoice[]> {
  if (userId !== null && !(await db.selectFrom('app_user').select('id').where('id', '=', userId).executeTakeFirst()))
    throw new Refusal('notFound')
  const [groups, memberOf, newUserGroup] = [
    await findGroups(db),
    new Set(userId === null ? [] : await readGroupIds(db, userId)),
    await readNewUserGroup(db),
  ]
  const choices: GroupChoice[] = []
  for (const { id, name, nameKey, status } of groups) {
    const missingKeys = missingOf({ keys: viewer.permissions }, await readGroupKeys(db, [id]))
    choices.push({
      id,
      name,
      nameKey,
      status,
      isMember: memberOf.has(id),
      missingKeys,
      isForNewUsers: nameKey === newUserGroup,
    })
  }
  return choices
}

/** Returns the user's full name. Throws `notFound`, `keyNotHeld`, `ownLockOut` or `lastAdministrator`. */
export async function saveGroups(change: ChangeContext, userId: string, groupIds: readonly string[]): Promise<string> {
  const { trx, session } = change
  const actor = await lockRights(trx, session, ['VU', 'LUP'])
  const user = await requireUser(trx, actor, userId)
  const before = await readGroupIds(trx, userId)
  const wanted = [...new Set(groupIds)]
  const added = wanted.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !wanted.includes(id))
  if (added.length > 0) {
    const found = await trx.selectFrom('user_group').select('id').where('id', 'in', added).execute()
    if (found.length !== added.length) throw new Refusal('notFound')
  }
  requireKeysHeld(actor, await readGroupKeys(trx, [...added, ...removed]))
  if (removed.length > 0)
    await trx.deleteFrom('user_group_member').where('user_id', '=', userId).where('group_id', 'in', removed).execute()
  if (added.length > 0)
    await trx
      .insertInto('user_group_member')
      .values(added.map((groupId) => ({ user_id: userId, group_id: groupId })))
      .execute()
  await requireNobodyLockedOut(trx, actor)
  if (added.length + removed.length > 0) {
    await auditChange(change, {
      action: 'user.groups',
      objectType: 'user',
      objectId: userId,
      before: { groupIds: before },
      after: { groupIds: wanted },
    })
  }
  return fullName(user)
}

async function readGroupIds(db: Db | ChangeContext['trx'], userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_group_member')
    .select('group_id')
    .where('user_id', '=', userId)
    .orderBy('group_id')
    .execute()
  return rows.map((row) => row.group_id)
}

// An administrator creates a user: with a password that they hand over themselves, or by a mailed invitation to set
// one. Either way the first right code confirms the user; a user who never enters one is removed after 7 days like any
// other.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import type { Mail } from '../../adapters/message/port.ts'
import { toColumns } from '../../db/to-columns.ts'
import { newId, newToken } from '../../kernel/id.ts'
import { refuseTaken } from '../../kernel/unique-refusal.ts'
import { auditChange, type ChangeContext } from '../rights/change.ts'
import { lockRights, requireKeysHeld, type Actor } from '../rights/lock-rights.ts'
import { readGroupKeys } from '../rights/read-keys.ts'
import { readNewUserGroup } from '../security/new-user-group.ts'
import { hashPassword, requireUncommonPassword } from '../security/password.ts'
import { inviteUser } from './invite-user.ts'
import { auditedUser, userColumnNames, type UserFields } from './require-user.ts'

export type UserToAdd = BodyOf<'userAdmin', 'create'>

/** Returns the new id, and the invitation to send once the user is committed. */
export async function addUser(
  change: ChangeContext,
  { password, groupIds, ...fields }: UserToAdd,
): Promise<{ readonly id: string; readonly invitation: Mail | undefined }> {
  const { trx, session } = change
  if (password) requireUncommonPassword(password)
  // An invited user has a password that nobody knows until the link is used.
  const passwordHash = await hashPassword(password ?? newToken())
  const actor = await lockRights(trx, session, groupIds ? ['VU', 'LUP'] : ['VU'])
  const groups = groupIds ? await requireGivable(change, actor, groupIds) : await defaultGroups(change)
  const user: UserFields = { ...fields, status: 'CONFIRMATION' }
  const id = await insertUser(change, user, passwordHash)
  if (groups.length > 0) {
    await trx
      .insertInto('user_group_member')
      .values(groups.map((groupId) => ({ user_id: id, group_id: groupId })))
      .execute()
  }
  await auditChange(change, {
    action: 'user.create',
    objectType: 'user',
    objectId: id,
    after: { ...auditedUser(user), groupIds: groups, isInvited: !password },
  })
  return { id, invitation: password ? undefined : await inviteUser(change, id, user.email) }
}

/**
 * Returns each group once. Throws `notFound` for one that does not exist and `keyNotHeld` for one with a key that the
 * actor lacks.
 */
async function requireGivable(
  { trx }: ChangeContext,
  actor: Actor,
  groupIds: readonly string[],
): Promise<readonly string[]> {
  const wanted = [...new Set(groupIds)]
  if (wanted.length === 0) return []
  const found = await trx.selectFrom('user_group').select('id').where('id', 'in', wanted).execute()
  if (found.length !== wanted.length) throw new Refusal('notFound')
  requireKeysHeld(actor, await readGroupKeys(trx, wanted))
  return wanted
}

/** Spec gap: the same groups as registration gives, so that creating users without LUP does not grant other rights. */
async function defaultGroups({ trx }: ChangeContext): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('user_group')
    .select('id')
    .where('name_key', '=', await readNewUserGroup(trx))
    .execute()
  return rows.map((row) => row.id)
}

async function insertUser(
  { trx, services: { clock } }: ChangeContext,
  user: UserFields,
  passwordHash: string,
): Promise<string> {
  const now = new Date(clock.nowMs())
  const id = newId(clock)
  const inserted = trx
    .insertInto('app_user')
    .values({
      id,
      ...toColumns(user, userColumnNames),
      password_hash: passwordHash,
      is_system: false,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await refuseTaken(inserted, { email: user.email })
  return id
}

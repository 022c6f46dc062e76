// The lock before every change of groups, permissions, users and memberships: one at a time, and the actor must still
// hold the required rights at that moment. So of two administrators who remove each other the first one wins.
import { administrationKeys, Refusal, type PermissionKey } from '@clubfolio/contract'
import type { Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { isActiveUser, readUserKeys } from './read-keys.ts'

/** The user making the change, with their rights at the moment the lock was acquired. */
export interface Actor {
  readonly userId: string
  readonly keys: readonly PermissionKey[]
  readonly hadAdministrators: boolean
}

/**
 * Waits until every other change of rights is done, then rereads the actor's rights. Throws `sessionEnded` when they
 * were disabled in the meantime and `forbidden` when they lost one of the `needed` keys.
 */
export async function lockRights(trx: Trx, session: Session, needed: readonly PermissionKey[]): Promise<Actor> {
  await trx
    .selectFrom('user_group')
    .select('id')
    .where('name_key', '=', 'ADMINISTRATORS')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!(await isActiveUser(trx, session.userId))) throw new Refusal('sessionEnded')
  const keys = await readUserKeys(trx, session.userId)
  if (!needed.every((key) => keys.includes(key))) throw new Refusal('forbidden')
  return { userId: session.userId, keys, hadAdministrators: await hasAdministrator(trx) }
}

/** Returns the keys that `actor` lacks; the actor may neither grant nor revoke these. */
export const missingOf = (actor: Pick<Actor, 'keys'>, keys: readonly PermissionKey[]): PermissionKey[] =>
  keys.filter((key) => !actor.keys.includes(key))

/**
 * Throws `keyNotHeld` when the actor lacks one of the keys that they are about to grant, revoke or administer. Spec
 * gap: revoking a key is limited like granting it, and so is switching a group on or off.
 */
export function requireKeysHeld(actor: Actor, keys: readonly PermissionKey[]): void {
  const missing = missingOf(actor, keys)
  if (missing.length > 0) throw new Refusal('keyNotHeld', { keys: missing.join(', ') })
}

/**
 * Spec gap: all keys of this category that the actor holds count as necessary for administering, not only the key of
 * the change.
 */
const administering = administrationKeys

/**
 * Call last in the transaction, after the change is written: throws `ownLockOut` when the actor took a key of the
 * category Administration from themselves, and `lastAdministrator` when no active user is left in Administrators.
 */
export async function requireNobodyLockedOut(trx: Trx, actor: Actor): Promise<void> {
  const left = (await isActiveUser(trx, actor.userId)) ? await readUserKeys(trx, actor.userId) : []
  const lost = administering.filter((key) => actor.keys.includes(key) && !left.includes(key))
  if (lost.length > 0) throw new Refusal('ownLockOut', { keys: lost.join(', ') })
  if (actor.hadAdministrators && !(await hasAdministrator(trx))) throw new Refusal('lastAdministrator')
}

async function hasAdministrator(trx: Trx): Promise<boolean> {
  const found = await trx
    .selectFrom('user_group_member as m')
    .innerJoin('user_group as g', 'g.id', 'm.group_id')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('g.name_key', '=', 'ADMINISTRATORS')
    .where('u.status', '=', 'ACTIVE')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

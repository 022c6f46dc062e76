// The gate before every change of groups, permissions, users and memberships: one at a time, and whoever changes something
// still holds what he needs at that moment. So of two administrators who remove each other the first one wins.
import { permissionCategories, Refusal, type PermissionKey } from '@clubfolio/contract'
import type { Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { isActiveUser, readUserKeys } from './read-keys.ts'

/** Whoever changes something, with his rights as they were when the gate opened for him. */
export interface Actor {
  readonly userId: string
  readonly keys: readonly PermissionKey[]
  readonly hadAdministrators: boolean
}

/**
 * Waits until every other change of rights is done, then reads the actor's rights anew. Throws `sessionEnded` when he was
 * disabled in the meantime and `forbidden` when he lost one of the `needed` keys.
 */
export async function lockRights(trx: Trx, session: Session, needed: readonly PermissionKey[]): Promise<Actor> {
  await trx.selectFrom('user_group').select('id').where('name_key', '=', 'ADMINISTRATORS').forNoKeyUpdate().executeTakeFirstOrThrow()
  if (!(await isActiveUser(trx, session.userId))) throw new Refusal('sessionEnded')
  const keys = await readUserKeys(trx, session.userId)
  if (!needed.every((key) => keys.includes(key))) throw new Refusal('forbidden')
  return { userId: session.userId, keys, hadAdministrators: await hasAdministrator(trx) }
}

/** The keys that `actor` lacks; nobody gives or takes these. */
export const missingOf = (actor: Pick<Actor, 'keys'>, keys: readonly PermissionKey[]): PermissionKey[] => keys.filter((key) => !actor.keys.includes(key))

/**
 * Throws `keyNotHeld` when the actor lacks one of the keys that he is about to give, take or stand above.
 * Spec gap: taking a key is limited like giving it, and so is switching a group on or off.
 */
export function requireHeld(actor: Actor, keys: readonly PermissionKey[]): void {
  const missing = missingOf(actor, keys)
  if (missing.length > 0) throw new Refusal('keyNotHeld', { keys: missing.join(', ') })
}

/** Spec gap: what it takes to administer is every key of this category that one holds, not only the key of the change. */
const administering = Object.keys(permissionCategories.Administration) as PermissionKey[]

/**
 * Comes last in the transaction, when the change is written: throws `ownLockOut` when the actor lost a key of the category
 * Administration by his own hand, and `lastAdministrator` when nobody active is left in Administrators.
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

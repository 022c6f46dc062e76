// Changes of one user's sign-in methods run one after the other: each locks the user's row first.
import { Refusal } from '@clubfolio/contract'
import type { Session } from '../../kernel/session.ts'
import { isStrong } from '../../kernel/strong-factor.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { hasStrongMethod, readMethodState, type MethodState } from './read-methods.ts'

const mostMethods = 10

export async function lockMethods(trx: Trx, userId: string): Promise<MethodState> {
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()
  return readMethodState(trx, userId)
}

/**
 * Throws `tooManyMethods`, and `strongMethodFirstUsed` for a session that is too weak for a group of its user although
 * they have a stronger method: with a password and a stolen phone number somebody could add one of their own.
 */
export async function requireRoomForMethod(trx: Trx, { userId, proof }: Session): Promise<void> {
  const state = await lockMethods(trx, userId)
  if (hasStrongMethod(state) && state.isStrongFactorRequired && !isStrong(proof))
    throw new Refusal('strongMethodFirstUsed')
  const { count } = await trx
    .selectFrom('sign_in_factor')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostMethods) throw new Refusal('tooManyMethods')
}

// Changes of one user's sign-in methods run one after the other: each locks the user's row first.
import { Refusal } from '@clubfolio/contract'
import type { Trx } from '../../kernel/transaction.ts'
import { readMethodState, type MethodState } from './read-methods.ts'

const mostMethods = 10

export async function lockMethods(trx: Trx, userId: string): Promise<MethodState> {
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()
  return readMethodState(trx, userId)
}

/** Throws `tooManyMethods`. */
export async function requireRoomForMethod(trx: Trx, userId: string): Promise<void> {
  await lockMethods(trx, userId)
  const { count } = await trx
    .selectFrom('sign_in_factor')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostMethods) throw new Refusal('tooManyMethods')
}

// Sets a new password and ends what the old one had opened: sessions, pending codes, mailed links.
import type { Clock } from '../../kernel/clock.ts'
import { endSessions } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'

export interface SetPasswordOptions {
  readonly userId: string
  readonly passwordHash: string
  readonly exceptSession?: string | undefined
}

/** `exceptSession` is the session that requested it and may stay. */
export async function setPassword(
  trx: Trx,
  clock: Clock,
  { userId, passwordHash, exceptSession }: SetPasswordOptions,
): Promise<void> {
  const now = new Date(clock.nowMs())
  await trx
    .updateTable('app_user')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await endSessions(trx, clock, exceptSession === undefined ? { userId } : { userId, except: exceptSession })
  await revokePending(trx, userId)
}

/** Invalidates codes and links that are still under way. */
export async function revokePending(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()
  await trx.deleteFrom('oidc_attempt').where('user_id', '=', userId).execute()
  await trx.deleteFrom('phone_change').where('user_id', '=', userId).execute()
  await trx.deleteFrom('one_use_link').where('user_id', '=', userId).where('used_at', 'is', null).execute()
}

// Registering a known e-mail answers as for a new one, and so must the code step that follows: a decoy counts tries and
// sends by the same rules, no code belongs to it, and it never becomes right. Source: decisions, "Sign-in and access".
import { Refusal } from '@clubfolio/contract'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { codeLifeMs, countCodeForNumber, requireResend, triesPerCode } from './challenge.ts'

export async function startDecoy(trx: Trx, clock: Clock, email: string, phoneNumber: string, sends = 0): Promise<void> {
  await countCodeForNumber(trx, clock, phoneNumber)
  const now = new Date(clock.nowMs())
  const values = { phone_number: phoneNumber, last_sent_at: now, expires_at: new Date(now.getTime() + codeLifeMs), tries: 0, sends }
  await trx
    .insertInto('registration_decoy')
    .values({ email, ...values })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(values))
    .execute()
}

/** A resend of nothing: refused and allowed exactly as a real one. Throws `noPendingSignIn` without a decoy. */
export async function resendDecoy(trx: Trx, clock: Clock, email: string, since: Date): Promise<void> {
  const decoy = await trx
    .selectFrom('registration_decoy')
    .select(['phone_number', 'last_sent_at', 'sends'])
    .where('email', '=', email)
    .where('last_sent_at', '>', since)
    .forUpdate()
    .executeTakeFirst()
  if (!decoy) throw new Refusal('noPendingSignIn')
  requireResend(clock, decoy)
  await startDecoy(trx, clock, email, decoy.phone_number, decoy.sends + 1)
}

/** Takes one try; the outcome is what a wrong code would have. */
export async function tryDecoy(trx: Trx, clock: Clock, email: string): Promise<'wrong' | 'dead'> {
  const tried = await trx
    .updateTable('registration_decoy')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .where('tries', '<', triesPerCode)
    .returning('tries')
    .executeTakeFirst()
  return !tried || tried.tries >= triesPerCode ? 'dead' : 'wrong'
}

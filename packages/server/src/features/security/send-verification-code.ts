// Sends another code for a pending sign-in: after 30 seconds, at most 3 per sign-in. Without a pending sign-in the
// answer is the same for known and unknown e-mails, and also for a browser that did not take the first step: a new code
// invalidates the previous one.
import { Refusal, type PendingSignIn } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { holdsAttempt, issueCode, pendingLifeMs, requireResend } from './challenge.ts'
import { resendDecoy } from './registration-decoy.ts'
import { pendingSignIn, sendCode, sendCodeInBackground } from './send-code.ts'

export async function sendVerificationCode(services: Services, caller: Caller, email: string): Promise<PendingSignIn> {
  const { db, clock } = services
  const since = new Date(clock.nowMs() - pendingLifeMs)
  const sent = await inTransaction(db, async (trx) => {
    const pending = await trx
      .selectFrom('sign_in_challenge as c')
      .innerJoin('app_user as u', 'u.id', 'c.user_id')
      .select(['u.id', 'u.phone_number', 'u.status', 'u.takes_sms'])
      .select(['c.code_hash', 'c.last_sent_at', 'c.sends', 'c.attempt_hash', 'c.methods_until'])
      .where('u.email', '=', email)
      .where('u.status', '!=', 'INACTIVE')
      .where('c.last_sent_at', '>', since)
      .forUpdate('c')
      .executeTakeFirst()
    if (!pending) {
      await resendDecoy(trx, clock, { caller, email, since })
      return undefined
    }
    if (!holdsAttempt(caller, pending.attempt_hash)) throw new Refusal('noPendingSignIn')
    if (!pending.takes_sms) throw new Refusal('smsOff')
    // The first text message of a user who has another method was not sent yet.
    const isFirst = pending.code_hash === null
    if (!isFirst) requireResend(clock, pending)
    const code = await issueCode(services, trx, pending, {
      sends: isFirst ? 0 : pending.sends + 1,
      attemptHash: pending.attempt_hash,
      methodsUntil: pending.methods_until,
    })
    return { code, ...pending }
  })
  if (caller.signInToken !== undefined) caller.setSignInToken(caller.signInToken, pendingLifeMs / 1000)
  if (!sent) return pendingSignIn(email)
  // Until a user is confirmed, a failing message must not reveal that the address was new.
  if (sent.status === 'CONFIRMATION') return sendCodeInBackground(services, sent.phone_number, email, sent.code)
  return sendCode(services, sent.phone_number, email, sent.code)
}

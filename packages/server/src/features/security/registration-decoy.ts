// Registering a known e-mail answers as for a new one, and so must the code step that follows: a decoy counts tries and
// sends by the same rules, has no code, and never becomes right. Source: docs/rules/access.md, "Registration".
import { Refusal } from '@clubfolio/contract'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { codeLifeMs, countCodeForNumber, holdsAttempt, requireResend, triesPerCode } from './challenge.ts'

export interface NewDecoy {
  readonly email: string
  readonly phoneNumber: string
  readonly sends: number
  readonly attemptHash: Buffer | null
}

export async function startDecoy(
  trx: Trx,
  clock: Clock,
  { email, phoneNumber, sends, attemptHash }: NewDecoy,
): Promise<void> {
  await countCodeForNumber(trx, clock, phoneNumber)
  const now = new Date(clock.nowMs())
  const values = {
    phone_number: phoneNumber,
    last_sent_at: now,
    expires_at: new Date(now.getTime() + codeLifeMs),
    tries: 0,
    sends,
    attempt_hash: attemptHash,
    stranger_tries: 0,
  }
  await trx
    .insertInto('registration_decoy')
    .values({ email, ...values })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(values))
    .execute()
}

export interface DecoyResend {
  readonly caller: Caller
  readonly email: string
  readonly since: Date
}

/** Simulates a resend: refused and allowed exactly as a real one. Throws `noPendingSignIn` without a decoy. */
export async function resendDecoy(trx: Trx, clock: Clock, { caller, email, since }: DecoyResend): Promise<void> {
  const decoy = await trx
    .selectFrom('registration_decoy')
    .select(['phone_number', 'last_sent_at', 'sends', 'attempt_hash'])
    .where('email', '=', email)
    .where('last_sent_at', '>', since)
    .forUpdate()
    .executeTakeFirst()
  if (!decoy || !holdsAttempt(caller, decoy.attempt_hash)) throw new Refusal('noPendingSignIn')
  requireResend(clock, decoy)
  await startDecoy(trx, clock, {
    email,
    phoneNumber: decoy.phone_number,
    sends: decoy.sends + 1,
    attemptHash: decoy.attempt_hash,
  })
}

/** Takes one try; the outcome is that of a wrong code. */
export async function tryDecoy(trx: Trx, clock: Clock, email: string, caller: Caller): Promise<'wrong' | 'dead'> {
  const asked = await trx
    .selectFrom('registration_decoy')
    .select('attempt_hash')
    .where('email', '=', email)
    .executeTakeFirst()
  const counter = holdsAttempt(caller, asked?.attempt_hash ?? null) ? 'tries' : 'stranger_tries'
  const tried = await trx
    .updateTable('registration_decoy')
    .set((eb) => ({ [counter]: eb(counter, '+', 1) }))
    .where('email', '=', email)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .where(counter, '<', triesPerCode)
    .returning(counter)
    .executeTakeFirst()
  return !tried || tried[counter] >= triesPerCode ? 'dead' : 'wrong'
}

// The pending 6-digit code of a sign-in: one per user, 60 seconds, 5 tries, single use; a new one kills the old.
// Only a keyed fingerprint of the code is stored.
import { randomInt } from 'node:crypto'
import { Refusal } from '@clubfolio/contract'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { countWithin } from '../../kernel/rate-counter.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export const codeLifeMs = 60_000
export const resendAfterMs = 30_000
export const triesPerCode = 5
const resendsPerSignIn = 3
const codesPerNumberAndHour = 5
const hourMs = 60 * 60 * 1000

export interface ChallengedUser {
  readonly id: string
  readonly phone_number: string
}

/** Makes and stores a new code for the user; `sends` counts from 0 at the password step. Returns the code's text. */
export async function issueCode(services: Services, trx: Trx, user: ChallengedUser, sends: number): Promise<string> {
  const { clock, secrets } = services
  await countCodeForNumber(trx, clock, user.phone_number)
  const challengeId = newId(clock)
  const code = newCode()
  const now = new Date(clock.nowMs())
  const values = {
    id: challengeId,
    user_id: user.id,
    code_hash: secrets.fingerprint(code, challengeId),
    created_at: now,
    last_sent_at: now,
    expires_at: new Date(now.getTime() + codeLifeMs),
    tries: 0,
    sends,
  }
  await trx
    .insertInto('sign_in_challenge')
    .values(values)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return code
}

/** At most 5 codes per number and hour, whoever asks for them. */
export async function countCodeForNumber(trx: Trx, clock: Clock, phoneNumber: string): Promise<void> {
  if ((await countWithin(trx, clock, `codes ${phoneNumber}`, hourMs)) > codesPerNumberAndHour) throw new Refusal('resendExhausted')
}

/** A new code after 30 seconds, at most 3 per sign-in. */
export function requireResend(clock: Clock, last: { readonly last_sent_at: Date; readonly sends: number }): void {
  const waitMs = last.last_sent_at.getTime() + resendAfterMs - clock.nowMs()
  if (waitMs > 0) throw new Refusal('resendTooSoon', { seconds: Math.ceil(waitMs / 1000) })
  if (last.sends >= resendsPerSignIn) throw new Refusal('resendExhausted')
}

/** Six digits, each equally likely. */
export const newCode = (): string => randomInt(0, 1_000_000).toString().padStart(6, '0')

/**
 * Takes one try of the user's pending code and says how it went. The try is committed whatever the outcome, and a right
 * code is used up in the same statement, so of two parallel right answers exactly one wins.
 */
export async function tryCode(services: Services, trx: Trx, userId: string, code: string): Promise<'right' | 'wrong' | 'dead'> {
  const { clock, secrets } = services
  const pending = await trx
    .updateTable('sign_in_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .where('tries', '<', triesPerCode)
    .returning(['id', 'code_hash', 'tries'])
    .executeTakeFirst()
  if (!pending) return 'dead'
  if (!secrets.isFingerprint(pending.code_hash, code, pending.id)) return pending.tries >= triesPerCode ? 'dead' : 'wrong'
  await trx.deleteFrom('sign_in_challenge').where('id', '=', pending.id).execute()
  return 'right'
}

// The pending 6-digit code of a sign-in: one per user, 60 seconds, 5 tries, single use; a new one invalidates the old.
// It belongs to the browser that took the first step: a secret in its cookie distinguishes it from all others, whose
// tries are counted separately and use up none of its own. Only a keyed fingerprint of the code and a hash of the
// secret are stored.
import { randomInt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@clubfolio/contract'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken, newId, newToken } from '../../kernel/id.ts'
import { countInWindow } from '../../kernel/rate-counter.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export const codeLifeMs = 60_000
/** How long an authenticator app or a recovery code may take to answer. */
export const methodLifeMs = 5 * 60 * 1000
export const resendAfterMs = 30_000
export const triesPerCode = 5
const resendsPerSignIn = 3
const codesPerNumberAndHour = 5
const hourMs = 60 * 60 * 1000

export interface ChallengedUser {
  readonly id: string
  readonly phone_number: string
}

/** A sign-in can be resumed for this long after its last code. */
export const pendingLifeMs = 10 * 60 * 1000

/** Gives the caller's browser the secret of a new sign-in and returns its stored form. */
export function startAttempt(caller: Pick<Caller, 'setSignInToken'>): Buffer {
  const token = newToken()
  caller.setSignInToken(token, pendingLifeMs / 1000)
  return hashToken(token)
}

/** Whether the caller's browser is the one that took the first step of this sign-in. */
export const holdsAttempt = ({ signInToken }: Pick<Caller, 'signInToken'>, attemptHash: Buffer | null): boolean =>
  signInToken !== undefined && attemptHash !== null && timingSafeEqual(hashToken(signInToken), attemptHash)

export interface NewCode {
  /** Counts from 0 at the password step. */
  readonly sends: number
  readonly attemptHash: Buffer | null
  /** Until when another sign-in method may answer instead; null: the user has none. */
  readonly methodsUntil?: Date | null
}

/** Creates and stores a new code for the user. Returns the code's text. */
export async function issueCode(
  services: Services,
  trx: Trx,
  user: ChallengedUser,
  { sends, attemptHash, methodsUntil = null }: NewCode,
): Promise<string> {
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
    attempt_hash: attemptHash,
    stranger_tries: 0,
    methods_until: methodsUntil,
  }
  await trx
    .insertInto('sign_in_challenge')
    .values(values)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return code
}

/** Starts a sign-in that another method than a text message answers; nothing is sent. */
export async function issueSilentChallenge(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  userId: string,
  attemptHash: Buffer,
): Promise<void> {
  const now = new Date(clock.nowMs())
  const until = new Date(now.getTime() + methodLifeMs)
  const values = {
    id: newId(clock),
    user_id: userId,
    code_hash: null,
    created_at: now,
    last_sent_at: now,
    expires_at: until,
    tries: 0,
    sends: 0,
    attempt_hash: attemptHash,
    stranger_tries: 0,
    methods_until: until,
  }
  await trx
    .insertInto('sign_in_challenge')
    .values(values)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** At most 5 codes per number and hour, from all callers together. */
export async function countCodeForNumber(trx: Trx, clock: Clock, phoneNumber: string): Promise<void> {
  const { count, leftMs } = await countInWindow(trx, clock, { scope: `codes ${phoneNumber}`, windowMs: hourMs })
  if (count > codesPerNumberAndHour) throw new Refusal('codesExhausted', { wait: describeMinutes(leftMs) })
}

const describeMinutes = (ms: number): string => {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
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
 * Takes one try of the user's pending code and returns its outcome. The try is committed whatever the outcome, and a
 * right code is used up in the same statement, so of two parallel right answers exactly one wins. The browser that
 * requested the code has five tries and all others together have a separate five, so that nobody can use up the tries
 * of a user who is signing in.
 */
export async function tryCode(
  services: Services,
  trx: Trx,
  { userId, code, caller }: { readonly userId: string; readonly code: string; readonly caller: Caller },
): Promise<'right' | 'wrong' | 'dead'> {
  const { clock, secrets } = services
  const asked = await trx
    .selectFrom('sign_in_challenge')
    .select('attempt_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const counter = holdsAttempt(caller, asked?.attempt_hash ?? null) ? 'tries' : 'stranger_tries'
  const pending = await trx
    .updateTable('sign_in_challenge')
    .set((eb) => ({ [counter]: eb(counter, '+', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .where('code_hash', 'is not', null)
    .where(counter, '<', triesPerCode)
    .returning(['id', 'code_hash', counter])
    .executeTakeFirst()
  if (!pending) return 'dead'
  if (!pending.code_hash || !secrets.isFingerprint(pending.code_hash, code, pending.id))
    return pending[counter] >= triesPerCode ? 'dead' : 'wrong'
  await trx.deleteFrom('sign_in_challenge').where('id', '=', pending.id).execute()
  return 'right'
}

/**
 * Takes one try of the user's pending sign-in for a method that sends nothing. It counts with the tries of a text
 * message, and only in the browser that gave the password. Returns undefined when there is no try left.
 */
export async function takeMethodTry(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  userId: string,
  { signInToken }: Pick<Caller, 'signInToken'>,
): Promise<{ readonly id: string; readonly isLast: boolean } | undefined> {
  if (signInToken === undefined) return undefined
  const pending = await trx
    .updateTable('sign_in_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('attempt_hash', '=', hashToken(signInToken))
    .where('methods_until', '>', new Date(clock.nowMs()))
    .where('tries', '<', triesPerCode)
    .returning(['id', 'tries'])
    .executeTakeFirst()
  return pending && { id: pending.id, isLast: pending.tries >= triesPerCode }
}

/** Uses the pending sign-in up: of two parallel right answers exactly one gets true. */
export async function endChallenge(trx: Trx, id: string): Promise<boolean> {
  const ended = await trx.deleteFrom('sign_in_challenge').where('id', '=', id).returning('id').executeTakeFirst()
  return ended !== undefined
}

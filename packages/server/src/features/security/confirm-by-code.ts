// Confirms a live session by a code, so that its factor is fresh again: of the user's authenticator app, a recovery
// code, or a text message for users who have nothing else. Somebody with a stolen session and a stolen phone number
// therefore gets no further with a user who has a method. Guesses of all of them count together.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import { renewFactor } from '../../kernel/strong-factor.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import { recoveryCodeUsedMail } from '../sign-in-method/method-mail.ts'
import { hasStrongMethod, readMethodState } from '../sign-in-method/read-methods.ts'
import { spendRecoveryCode } from '../sign-in-method/recovery-code.ts'
import { acceptTotp } from '../sign-in-method/totp.ts'
import { codeLifeMs, countCodeForNumber, newCode, resendAfterMs, triesPerCode } from './challenge.ts'
import { codeText } from './send-code.ts'
import { forgiveAttempt, reserveAttempt, type Scope } from './sign-in-limit.ts'

export interface SentCode {
  readonly expiresInSeconds: number
  readonly resendInSeconds: number
}

/** Throws `smsOff`, `resendTooSoon`, `codesExhausted` and `messageNotSent`. */
export async function sendConfirmationCode(services: Services, { id, userId }: Session): Promise<SentCode> {
  const { db, clock, sms, log } = services
  const { code, phoneNumber } = await inTransaction(db, async (trx) => {
    if (hasStrongMethod(await lockMethods(trx, userId))) throw new Refusal('smsOff')
    const last = await trx
      .selectFrom('session_code')
      .select('last_sent_at')
      .where('session_id', '=', id)
      .executeTakeFirst()
    const waitMs = last ? last.last_sent_at.getTime() + resendAfterMs - clock.nowMs() : 0
    if (waitMs > 0) throw new Refusal('resendTooSoon', { seconds: Math.ceil(waitMs / 1000) })
    const { phone_number: phoneNumber } = await trx
      .selectFrom('app_user')
      .select('phone_number')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await countCodeForNumber(trx, clock, phoneNumber)
    return { code: await storeCode(services, trx, id), phoneNumber }
  })
  try {
    await sms.send(phoneNumber, codeText(code))
  } catch (error) {
    log.error({ err: error }, 'text message not sent')
    throw new Refusal('messageNotSent')
  }
  return { expiresInSeconds: codeLifeMs / 1000, resendInSeconds: resendAfterMs / 1000 }
}

async function storeCode({ clock, secrets }: Services, trx: Trx, sessionId: string): Promise<string> {
  const id = newId(clock)
  const code = newCode()
  const values = {
    id,
    code_hash: secrets.fingerprint(code, id),
    last_sent_at: new Date(clock.nowMs()),
    expires_at: new Date(clock.nowMs() + codeLifeMs),
    tries: 0,
  }
  await trx
    .insertInto('session_code')
    .values({ session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute()
  return code
}

/** The counter of wrong confirmations of a user, whatever session or method they come from. */
const confirmationScopes = (userId: string): readonly Scope[] => [
  { scope: `confirmation of user ${userId}`, limit: 5, windowMs: 60 * 60 * 1000 },
]

type ConfirmationCode = BodyOf<'signInMethod', 'confirmByCode'>
type Outcome = 'right' | 'wrong' | 'dead'

/** Throws `wrongCode`, `codeDead`, `smsOff` and `signInPaused`. */
export async function confirmByCode(
  services: Services,
  caller: Caller,
  session: Session,
  given: ConfirmationCode,
): Promise<void> {
  const { db, clock, mail, background, config } = services
  const { userId } = session
  const scopes = confirmationScopes(userId)
  await reserveAttempt(db, clock, scopes)
  const { outcome, codesLeft } = await inTransaction(db, async (trx) => {
    const state = await lockMethods(trx, userId)
    if (given.method === 'SMS' && hasStrongMethod(state)) return { outcome: 'off' as const, codesLeft: 0 }
    const outcome = await tryConfirmation(services, trx, session, given)
    if (outcome === 'right') await recordConfirmation(trx, clock, { caller, session, factor: given.method })
    return { outcome, codesLeft: (await readMethodState(trx, userId)).recoveryCodesLeft }
  })
  if (outcome === 'off') throw new Refusal('smsOff')
  if (outcome !== 'right') throw new Refusal(outcome === 'dead' ? 'codeDead' : 'wrongCode')
  await forgiveAttempt(db, scopes)
  if (given.method !== 'RECOVERY_CODE') return
  background.start('mail about a used recovery code', () =>
    mail.send(recoveryCodeUsedMail(session.email, { left: codesLeft, use: 'CONFIRMATION' }, config.origin)),
  )
}

/** Takes one try, which is committed whatever the outcome. */
async function tryConfirmation(
  services: Services,
  trx: Trx,
  { id, userId }: Session,
  { method, code }: ConfirmationCode,
): Promise<Outcome> {
  if (method === 'SMS') return trySentCode(services, trx, id, code)
  const isRight =
    method === 'AUTHENTICATOR'
      ? await acceptTotp(services, trx, userId, code)
      : await spendRecoveryCode(trx, services.clock, userId, code)
  return isRight ? 'right' : 'wrong'
}

async function trySentCode({ clock, secrets }: Services, trx: Trx, sessionId: string, code: string): Promise<Outcome> {
  const sent = await trx
    .updateTable('session_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .where('tries', '<', triesPerCode)
    .returning(['id', 'code_hash', 'tries'])
    .executeTakeFirst()
  if (!sent) return 'dead'
  if (!secrets.isFingerprint(sent.code_hash, code, sent.id)) return sent.tries >= triesPerCode ? 'dead' : 'wrong'
  await trx.deleteFrom('session_code').where('session_id', '=', sessionId).execute()
  return 'right'
}

export interface ConfirmationRecord {
  readonly caller: Caller
  readonly session: Session
  readonly factor: ConfirmationCode['method'] | 'PASSKEY'
}

export async function recordConfirmation(
  trx: Trx,
  clock: Clock,
  { caller, session, factor }: ConfirmationRecord,
): Promise<void> {
  await renewFactor(trx, clock, session.id, factor)
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'session.confirm',
    objectType: 'session',
    objectId: session.id,
    after: { factor },
    requestId: caller.requestId,
    address: caller.address,
  })
}

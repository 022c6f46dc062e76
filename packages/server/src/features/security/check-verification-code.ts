// The second step of a sign-in: a right code opens the session. A first right code confirms a new user.
import { Refusal } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { tryCode } from './challenge.ts'
import { confirmPhone, confirmUser } from './confirm-user.ts'
import { guardSecondStep } from './guard-second-step.ts'
import { openSignedInSession, startSession } from './open-signed-in-session.ts'
import { tryDecoy } from './registration-decoy.ts'

export async function checkVerificationCode(
  services: Services,
  caller: Caller,
  email: string,
  code: string,
): Promise<Session> {
  const { db, clock } = services
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'status'])
    .where('email', '=', email)
    .where('status', '!=', 'INACTIVE')
    .executeTakeFirst()
  if (!user) throw await refuseWithoutUser(services, caller, email)
  const { deviceId, forgive } = await guardSecondStep(services, caller, user.id)

  const opened = await inTransaction(db, async (trx) => {
    // Switching text messages off waits for this, and then ends the session that it opens.
    const { takes_sms: takesSms } = await trx
      .selectFrom('app_user')
      .select('takes_sms')
      .where('id', '=', user.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const outcome = takesSms ? await tryCode(services, trx, { userId: user.id, code, caller }) : 'dead'
    if (outcome === 'dead') return { outcome: await tryDecoy(trx, clock, email, caller) }
    if (outcome === 'wrong') return { outcome }
    if (user.status === 'CONFIRMATION') await confirmUser(trx, clock, user.id)
    await confirmPhone(trx, user.id)
    const signedIn = await openSignedInSession(trx, clock, caller, { userId: user.id, factor: 'SMS', deviceId })
    return { outcome, signedIn }
  })
  if (opened.outcome !== 'right') throw new Refusal(opened.outcome === 'dead' ? 'codeDead' : 'wrongCode')
  await forgive()
  return startSession(services, caller, opened.signedIn)
}

/** Disabled users and decoys: the same words as for any wrong code. */
async function refuseWithoutUser({ db, clock }: Services, caller: Caller, email: string): Promise<Refusal> {
  const outcome = await inTransaction(db, (trx) => tryDecoy(trx, clock, email, caller))
  return new Refusal(outcome === 'dead' ? 'codeDead' : 'wrongCode')
}

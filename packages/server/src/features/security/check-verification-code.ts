// The second step of a sign-in: a right code opens the session. A first right code confirms a new user.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import { findSession, openSession, type Session } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { tryCode } from './challenge.ts'
import { confirmPhone, confirmUser } from './confirm-user.ts'
import { deviceLifeSeconds, findKnownDevice, rememberDevice } from './device.ts'
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
  const isKnown = caller.deviceToken ? await findKnownDevice(db, clock, user.id, caller.deviceToken) : undefined

  const opened = await inTransaction(db, async (trx) => {
    const outcome = await tryCode(services, trx, { userId: user.id, code, caller })
    if (outcome === 'dead') return { outcome: await tryDecoy(trx, clock, email, caller) }
    if (outcome === 'wrong') return { outcome }
    if (user.status === 'CONFIRMATION') await confirmUser(trx, clock, user.id)
    await confirmPhone(trx, user.id)
    const token = await openSession(trx, clock, {
      userId: user.id,
      address: caller.address,
      userAgent: caller.userAgent,
    })
    if (!isKnown) await tellOfNewBrowser(trx, clock, user.id, caller)
    const deviceToken = isKnown ? undefined : await rememberDevice(trx, clock, user.id)
    await writeAudit(trx, clock, {
      actorId: user.id,
      action: 'session.open',
      requestId: caller.requestId,
      address: caller.address,
    })
    return { outcome, token, deviceToken }
  })
  if (opened.outcome !== 'right') throw new Refusal(opened.outcome === 'dead' ? 'codeDead' : 'wrongCode')
  if (opened.deviceToken) caller.setDeviceToken(opened.deviceToken, deviceLifeSeconds)
  const session = await findSession(db, clock, opened.token, true)
  if (!session) throw new Refusal('sessionEnded')
  return session
}

/** Notifies a user who has signed in before that another browser has; the very first browser is not reported. */
async function tellOfNewBrowser(trx: Trx, clock: Clock, userId: string, { address, requestId }: Caller): Promise<void> {
  const earlier = await trx.selectFrom('device').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
  if (!earlier) return
  await recordNotification(trx, clock, {
    userId,
    kind: 'SIGN_IN',
    key: `sign-in ${requestId}`,
    title: 'A new browser signed in',
    text:
      `Someone signed in as you from ${address} with a browser that was not used before. If that was not you, ` +
      'change your password, which ends every other session.',
    link: '/profile',
  })
}

/** Disabled users and decoys: the same words as for any wrong code. */
async function refuseWithoutUser({ db, clock }: Services, caller: Caller, email: string): Promise<Refusal> {
  const outcome = await inTransaction(db, (trx) => tryDecoy(trx, clock, email, caller))
  return new Refusal(outcome === 'dead' ? 'codeDead' : 'wrongCode')
}

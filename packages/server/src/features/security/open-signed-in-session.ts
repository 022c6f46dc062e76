// The end of every sign-in: the session, the browser that is remembered, the notification about a new one, the audit.
import { Refusal, type SessionFactor } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import { findSession, openSession, type Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { deviceLifeSeconds, rememberDevice } from './device.ts'

export interface SignedIn {
  readonly token: string
  /** Of a browser that was not known. */
  readonly deviceToken: string | undefined
}

export interface SignedInOptions {
  readonly userId: string
  readonly factor: SessionFactor
  readonly isKnownBrowser: boolean
}

export async function openSignedInSession(
  trx: Trx,
  clock: Clock,
  caller: Caller,
  { userId, factor, isKnownBrowser }: SignedInOptions,
): Promise<SignedIn> {
  const token = await openSession(trx, clock, {
    userId,
    address: caller.address,
    userAgent: caller.userAgent,
    factor,
  })
  if (!isKnownBrowser) await tellOfNewBrowser(trx, clock, userId, caller)
  const deviceToken = isKnownBrowser ? undefined : await rememberDevice(trx, clock, userId)
  await writeAudit(trx, clock, {
    actorId: userId,
    action: 'session.open',
    after: { factor },
    requestId: caller.requestId,
    address: caller.address,
  })
  return { token, deviceToken }
}

/** Returns the session that was just opened, once its transaction is over. */
export async function startSession(
  { db, clock }: Services,
  caller: Caller,
  { token, deviceToken }: SignedIn,
): Promise<Session> {
  if (deviceToken) caller.setDeviceToken(deviceToken, deviceLifeSeconds)
  const session = await findSession(db, clock, token, true)
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

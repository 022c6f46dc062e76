// The end of every sign-in: the session, the browser that is remembered, the notification about a new one, the audit.
import { Refusal, type SessionFactor } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import { findSession, openSession, type Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { tellOfLink } from '../sign-in-method/link-notice.ts'
import { takeOidcFirstStep } from '../sign-in-method/oidc-first-step.ts'
import { deviceLifeSeconds, noteUse, rememberDevice } from './device.ts'
import { newDeviceNotice } from './new-device-notice.ts'

export interface SignedIn {
  readonly token: string
  /** Of a browser that was not known. */
  readonly deviceToken: string | undefined
}

export interface SignedInOptions {
  readonly userId: string
  readonly factor: SessionFactor
  /** The known browser that signs in. */
  readonly deviceId: string | undefined
}

export async function openSignedInSession(
  trx: Trx,
  clock: Clock,
  caller: Caller,
  { userId, factor, deviceId }: SignedInOptions,
): Promise<SignedIn> {
  const proved = await takeOidcFirstStep(trx, clock, userId, caller)
  if (proved?.isNewLink) await tellOfLink(trx, clock, { userId, provider: proved.provider, what: 'ADDED', caller })
  const isKnownBrowser = deviceId !== undefined && (await noteUse(trx, clock, deviceId, caller))
  if (!isKnownBrowser) await tellOfNewBrowser(trx, clock, { userId, caller, factor, provider: proved?.provider })
  const remembered = isKnownBrowser ? undefined : await rememberDevice(trx, clock, userId, caller)
  const token = await openSession(trx, clock, {
    userId,
    address: caller.address,
    userAgent: caller.userAgent,
    factor,
    provider: proved?.provider,
    deviceId: remembered?.id ?? deviceId,
  })
  await writeAudit(trx, clock, {
    actorId: userId,
    action: 'session.open',
    after: { factor, ...(proved ? { provider: proved.provider } : {}) },
    requestId: caller.requestId,
    address: caller.address,
  })
  return { token, deviceToken: remembered?.token }
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

interface NewBrowser {
  readonly userId: string
  readonly caller: Caller
  readonly factor: SessionFactor
  readonly provider: string | undefined
}

/** Notifies a user who has signed in before that another browser has; the very first browser is not reported. */
async function tellOfNewBrowser(
  trx: Trx,
  clock: Clock,
  { userId, caller, factor, provider }: NewBrowser,
): Promise<void> {
  const earlier = await trx.selectFrom('device').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
  if (!earlier) return
  await recordNotification(trx, clock, newDeviceNotice({ userId, caller, factor, provider, atMs: clock.nowMs() }))
}

// Signing in by a passkey alone: the device verified its user, so it is possession and knowledge in one. The challenge
// names nobody, so that nothing shows who has a passkey.
import { Refusal, type BodyOf, type PasskeyRequest } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import { passkeyCopiedMail } from '../sign-in-method/method-mail.ts'
import {
  findPasskey,
  makePasskeyRequest,
  raiseCounter,
  takeChallenge,
  verifyAssertion,
  type StoredPasskey,
} from '../sign-in-method/passkey.ts'
import { findCallersDevice } from './device.ts'
import { openSignedInSession, startSession, type SignedIn } from './open-signed-in-session.ts'

export const startPasskeySignIn = (services: Services): Promise<PasskeyRequest> => makePasskeyRequest(services, null)

export async function finishPasskeySignIn(
  services: Services,
  caller: Caller,
  { challengeId, answer, email }: BodyOf<'security', 'finishPasskeySignIn'>,
): Promise<Session> {
  const { db, clock } = services
  const challenge = await takeChallenge(services, challengeId, { purpose: 'SIGN_IN', userId: null })
  const passkey = await findPasskey(db, answer)
  const counter = await verifyAssertion(services, passkey, answer, { challenge, needsVerifiedUser: true })
  if (email !== undefined && passkey.email !== email) throw new Refusal('passkeyRefused')
  const deviceId = await findCallersDevice(db, clock, passkey.userId, caller)
  const signedIn = await inTransaction(db, async (trx) => {
    await lockMethods(trx, passkey.userId)
    if (!(await raiseCounter(trx, clock, passkey.id, counter))) return reportCopy(services, trx, caller, passkey)
    return openSignedInSession(trx, clock, caller, { userId: passkey.userId, factor: 'PASSKEY', deviceId })
  })
  if (!signedIn) throw new Refusal('passkeyRefused')
  return startSession(services, caller, signedIn)
}

/** Its count did not rise, so another device may have the same key: nothing opens, and the user is told. */
export async function reportCopy(
  { clock, mail, background, config }: Services,
  trx: Trx,
  caller: Caller,
  { id, userId, email, name }: StoredPasskey,
): Promise<SignedIn | undefined> {
  await writeAudit(trx, clock, {
    actorId: userId,
    action: 'passkey.copied',
    objectType: 'sign-in method',
    objectId: id,
    requestId: caller.requestId,
    address: caller.address,
  })
  background.start('mail about a copied passkey', () => mail.send(passkeyCopiedMail(email, name, config.origin)))
  return undefined
}

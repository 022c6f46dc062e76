// A passkey as the step after the password. It counts only in the browser that gave the password, must be one of that
// user's own, and shares the tries of the other methods.
import { Refusal, type BodyOf, type PasskeyRequest } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { hashToken } from '../../kernel/id.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import {
  findPasskey,
  makePasskeyRequest,
  raiseCounter,
  takeChallenge,
  verifyAssertion,
} from '../sign-in-method/passkey.ts'
import { endChallenge, takeMethodTry } from './challenge.ts'
import { guardSecondStep } from './guard-second-step.ts'
import { openSignedInSession, startSession } from './open-signed-in-session.ts'
import { reportCopy } from './sign-in-by-passkey.ts'

export async function startPasskeyStep(services: Services, caller: Caller, email: string): Promise<PasskeyRequest> {
  return makePasskeyRequest(services, await findWaitingUser(services, caller, email))
}

export async function finishPasskeyStep(
  services: Services,
  caller: Caller,
  { email, challengeId, answer }: BodyOf<'security', 'finishPasskeyStep'>,
): Promise<Session> {
  const { db, clock } = services
  const userId = await findWaitingUser(services, caller, email)
  const { deviceId, forgive } = await guardSecondStep(services, caller, userId)
  const taken = await inTransaction(db, (trx) => takeMethodTry(services, trx, userId, caller))
  if (!taken) throw new Refusal('codeDead')
  const challenge = await takeChallenge(services, challengeId, { purpose: 'STEP', userId })
  const passkey = await findPasskey(db, answer)
  if (passkey.userId !== userId) throw new Refusal('passkeyRefused')
  const counter = await verifyAssertion(services, passkey, answer, { challenge, needsVerifiedUser: false })
  const signedIn = await inTransaction(db, async (trx) => {
    await lockMethods(trx, userId)
    if (!(await raiseCounter(trx, clock, passkey.id, counter))) return reportCopy(services, trx, caller, passkey)
    if (!(await endChallenge(trx, taken.id))) throw new Refusal('codeDead')
    return openSignedInSession(trx, clock, caller, { userId, factor: 'PASSKEY', deviceId })
  })
  if (!signedIn) throw new Refusal('passkeyRefused')
  await forgive()
  return startSession(services, caller, signedIn)
}

/** Throws `codeDead` unless this browser gave the password of the user's pending sign-in. */
async function findWaitingUser({ db, clock }: Services, { signInToken }: Caller, email: string): Promise<string> {
  if (signInToken === undefined) throw new Refusal('codeDead')
  const waiting = await db
    .selectFrom('sign_in_challenge as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .select('u.id')
    .where('u.email', '=', email)
    .where('u.status', '=', 'ACTIVE')
    .where('c.attempt_hash', '=', hashToken(signInToken))
    .where('c.methods_until', '>', new Date(clock.nowMs()))
    .executeTakeFirst()
  if (!waiting) throw new Refusal('codeDead')
  return waiting.id
}

// The return from the provider. Signing in: the provider stands for the password, and the user's own second step
// follows as it would after that, unless the provider is trusted for it and proved it. A user is found by a stored
// link, the first time by an e-mail that the provider has verified, never by name. Linking: for the user of a
// live session. Accepting an invitation: for the person whom it names.
import { Refusal, type BodyOf, type PendingSignIn } from '@clubfolio/contract'
import { OidcRejected, OidcUnreachable, type OidcPort } from '../../adapters/oidc/port.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { findLiveSessions, type Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { startAttempt } from '../security/challenge.ts'
import { findCallersDevice } from '../security/device.ts'
import { limitRequests } from '../security/limit-requests.ts'
import { openSignedInSession, startSession } from '../security/open-signed-in-session.ts'
import { answerSecondStep, startSecondStep, type StartedStep } from '../security/start-second-step.ts'
import { tellOfLink } from '../sign-in-method/link-notice.ts'
import { linkSubject } from '../sign-in-method/oidc-first-step.ts'
import { acceptByProvider } from './accept-by-provider.ts'
import { requireOidc, startOidcAttempt, useOidcAttempt } from './oidc-attempt.ts'
import { noteFirstStep, type ReturnedUser, type Returned } from './returned.ts'

/** A club of thirty signs in from one room, each person with some more attempts. */
export const oidcCallsPerAddressAndHour = 120

export type OidcResult =
  | { readonly outcome: 'STEP'; readonly pending: PendingSignIn }
  | { readonly outcome: 'SIGNED_IN'; readonly session: Session }
  | { readonly outcome: 'LINKED'; readonly message: string }

export async function startOidcSignIn(services: Services, caller: Caller): Promise<{ authoriseUrl: string }> {
  await limitRequests(services, caller, 'provider sign-ins', oidcCallsPerAddressAndHour)
  return startOidcAttempt(services, caller)
}

export async function finishOidc(
  services: Services,
  caller: Caller,
  { state, code, iss }: BodyOf<'oidcSignIn', 'finish'>,
): Promise<OidcResult> {
  const oidc = requireOidc(services)
  await limitRequests(services, caller, 'provider returns', oidcCallsPerAddressAndHour)
  const attempt = await useOidcAttempt(services, caller, state)
  if (code === undefined) throw new Refusal('oidcCancelled', { name: oidc.name })
  const identity = await oidc
    .redeem({ code, state, issuer: iss }, attempt.secrets)
    .catch((error: unknown) => refuseAnswer(services, caller, oidc, error))
  const returned: Returned = { oidc, attempt, identity }
  if (attempt.invitation) return acceptByProvider(services, caller, returned, attempt.invitation)
  return attempt.sessionId === null ? signIn(services, caller, returned) : link(services, caller, returned)
}

async function refuseAnswer(services: Services, caller: Caller, { name }: OidcPort, error: unknown): Promise<never> {
  if (error instanceof OidcUnreachable) {
    caller.log.warn({ err: error }, 'the OpenID Connect provider does not answer')
    throw new Refusal('oidcUnreachable', { name })
  }
  if (!(error instanceof OidcRejected)) throw error
  caller.log.warn({ err: error }, 'the answer of the OpenID Connect provider was not accepted')
  await recordRefusal(services, caller, null)
  throw new Refusal('oidcRejected', { name })
}

const recordRefusal = ({ db, clock }: Services, caller: Caller, userId: string | null): Promise<void> =>
  writeAudit(db, clock, {
    actorId: userId,
    action: 'sign-in.refused',
    requestId: caller.requestId,
    address: caller.address,
  })

async function signIn(services: Services, caller: Caller, returned: Returned): Promise<OidcResult> {
  const { db, clock } = services
  const { user, isLinked, isActive } = await findUser(services, caller, returned)
  if (isActive && isLinked && returned.identity.isSecondFactorProved) {
    const deviceId = await findCallersDevice(db, clock, user.id, caller)
    const signedIn = await inTransaction(db, async (trx) => {
      await noteFirstStep(services, trx, { user, isLinked, returned })
      return openSignedInSession(trx, clock, caller, { userId: user.id, factor: 'OIDC', deviceId })
    })
    return { outcome: 'SIGNED_IN', session: await startSession(services, caller, signedIn) }
  }
  // A new secret: what follows belongs to this return, not to the visit that led to it.
  const attemptHash = startAttempt(caller)
  const step: StartedStep = await inTransaction(db, async (trx) => {
    await noteFirstStep(services, trx, { user, isLinked, returned, attemptHash })
    return startSecondStep(services, trx, { user, email: user.email, attemptHash })
  })
  const pending = await answerSecondStep(services, step, { phoneNumber: user.phone_number, email: user.email })
  return { outcome: 'STEP', pending }
}

async function findUser(
  services: Services,
  caller: Caller,
  { oidc: { name }, identity: { issuer, subject, email, isEmailVerified } }: Returned,
): Promise<ReturnedUser> {
  const { db } = services
  const refuse = async (
    refusal: 'oidcEmailUnverified' | 'oidcUserUnknown' | 'oidcUserBlocked' | 'oidcLinkedOtherwise',
    userId: string | null = null,
  ): Promise<never> => {
    await recordRefusal(services, caller, userId)
    throw refusal === 'oidcUserBlocked' ? new Refusal(refusal) : new Refusal(refusal, { name })
  }
  const linked = await db
    .selectFrom('oidc_link as l')
    .innerJoin('app_user as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.phone_number', 'u.email', 'u.status'])
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .executeTakeFirst()
  if (linked)
    return linked.status === 'INACTIVE'
      ? refuse('oidcUserBlocked', linked.id)
      : { user: linked, isLinked: true, isActive: linked.status === 'ACTIVE' }
  if (email === undefined || !isEmailVerified) return refuse('oidcEmailUnverified')
  const user = await db
    .selectFrom('app_user as u')
    .leftJoin('oidc_link as l', (join) => join.onRef('l.user_id', '=', 'u.id').on('l.issuer', '=', issuer))
    .select(['u.id', 'u.phone_number', 'u.email', 'u.status', 'l.id as other_link'])
    .where('u.email', '=', email)
    .where('u.confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!user) return refuse('oidcUserUnknown')
  if (user.status !== 'ACTIVE') return refuse('oidcUserBlocked', user.id)
  // The address changed hands at the provider: it is another person's there now.
  if (user.other_link !== null) return refuse('oidcLinkedOtherwise', user.id)
  return { user, isLinked: false, isActive: true }
}

/** The session that started the visit must still live; its browser is known by the cookie. */
async function link(
  { db, clock }: Services,
  caller: Caller,
  { oidc, attempt: { sessionId, userId }, identity }: Returned,
): Promise<OidcResult> {
  const { name } = oidc
  if (sessionId === null || userId === null) throw new Refusal('oidcAttemptOver')
  if (!(await findLiveSessions(db, clock, [sessionId])).has(sessionId)) throw new Refusal('sessionEnded')
  await inTransaction(db, async (trx) => {
    const isNew = await linkSubject(trx, clock, { ...identity, userId, provider: name, caller })
    if (isNew) await tellOfLink(trx, clock, { userId, provider: name, what: 'ADDED', caller })
  })
  return { outcome: 'LINKED', message: `You can now sign in with ${name}.` }
}

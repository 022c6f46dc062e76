// An invitation that is accepted with a sign-in at the provider in place of a password. The invitation shows who it
// is, so the address there does not count: the link is stored by the transaction that uses the invitation up, and the
// second step follows. A user who exists already keeps their own proof: the sign-in must be linked to them.
import { Refusal, type BodyOf, type PendingSignIn } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken, newToken } from '../../kernel/id.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { startAttempt } from '../security/challenge.ts'
import { auditAcceptance, findInvited, insertInvited, makeAdministrator, requireNewcomer } from '../security/invited.ts'
import { limitLinks } from '../security/limit-requests.ts'
import { acceptedByProviderMail } from '../security/mail-text.ts'
import { invitationPurposes, spendLink, type LinkSubject } from '../security/one-use-link.ts'
import { hashPassword } from '../security/password.ts'
import { setPassword } from '../security/set-password.ts'
import { answerSecondStep, startSecondStep } from '../security/start-second-step.ts'
import { linkSubject } from '../sign-in-method/oidc-first-step.ts'
import { startOidcAttempt, type VisitInvitation } from './oidc-attempt.ts'
import { noteFirstStep, type ReturnedUser, type Returned } from './returned.ts'

/** Returns the address at the provider. Throws `linkDead`, and `invalid` for a new person without names or phone. */
export async function startOidcInvitation(
  services: Services,
  caller: Caller,
  { token, ...person }: BodyOf<'oidcSignIn', 'startInvitation'>,
): Promise<{ authoriseUrl: string }> {
  await limitLinks(services, caller)
  const tokenHash = hashToken(token)
  const { userId } = await findInvited(services.db, services.clock, tokenHash)
  const newcomer = userId === undefined ? requireNewcomer(person) : undefined
  return startOidcAttempt(services, caller, { invitation: { tokenHash, newcomer } })
}

/** Throws `linkDead`, `oidcNotTheInvited`, `oidcLinkedToOther` or `oidcLinkedOtherwise`; the invitation then stays. */
export async function acceptByProvider(
  services: Services,
  caller: Caller,
  returned: Returned,
  { tokenHash, newcomer }: VisitInvitation,
): Promise<{ outcome: 'STEP'; pending: PendingSignIn }> {
  const { db, clock, config, mail, background } = services
  const { name } = returned.oidc
  // Nobody knows it: "Forgot password?" sets one.
  const passwordHash = await hashPassword(newToken())
  const attemptHash = startAttempt(caller)
  const accepted = await inTransaction(db, async (trx) => {
    const link = await spendLink(trx, clock, invitationPurposes, tokenHash)
    const isToAdminister = link.purpose === 'INVITATION'
    const existing = await lockInvited(trx, link)
    if (isToAdminister && existing) await requireLinked(trx, existing.id, returned)
    if (!isToAdminister && existing?.isConfirmed !== false) throw new Refusal('linkDead')
    if (!existing && !newcomer) throw new Refusal('linkDead')
    const user: ReturnedUser['user'] = existing ?? {
      ...(await insertInvited(trx, clock, { ...newcomer!, email: link.email, passwordHash })),
      email: link.email,
    }
    const { id: userId } = user
    if (!isToAdminister) await setPassword(trx, clock, { userId, passwordHash })
    const isNewLink = await linkSubject(trx, clock, { ...returned.identity, userId, provider: name, caller })
    if (isToAdminister) await makeAdministrator(trx, clock, userId)
    await auditAcceptance(trx, clock, caller, { userId, issuer: returned.identity.issuer })
    await noteFirstStep(services, trx, { user, isLinked: true, returned, attemptHash })
    return { user, isNewLink, step: await startSecondStep(services, trx, { user, email: user.email, attemptHash }) }
  })
  const { user, isNewLink, step } = accepted
  if (isNewLink)
    background.start('mail about an accepted invitation', () =>
      mail.send(acceptedByProviderMail(user.email, name, config.origin)),
    )
  const pending = await answerSecondStep(services, step, { phoneNumber: user.phone_number, email: user.email })
  return { outcome: 'STEP', pending }
}

type InvitedUser = ReturnedUser['user'] & { readonly isConfirmed: boolean }

/** Returns the invited user, locked; undefined for a person without one. Throws `linkDead` for a disabled user. */
async function lockInvited(trx: Trx, { userId, email }: LinkSubject): Promise<InvitedUser | undefined> {
  const user = await trx
    .selectFrom('app_user')
    .select(['id', 'email', 'phone_number', 'status', 'confirmed_at'])
    .where((eb) => (userId === null ? eb('email', '=', email) : eb('id', '=', userId)))
    .forUpdate()
    .executeTakeFirst()
  if (user?.status === 'INACTIVE') throw new Refusal('linkDead')
  return user && { ...user, isConfirmed: user.confirmed_at !== null }
}

async function requireLinked(trx: Trx, userId: string, { oidc, identity }: Returned): Promise<void> {
  const linked = await trx
    .selectFrom('oidc_link')
    .select('id')
    .where('user_id', '=', userId)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  if (!linked) throw new Refusal('oidcNotTheInvited', { name: oidc.name })
}

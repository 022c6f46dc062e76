// Admits an invited person to Administrators by a password: a new user provides names, phone and password, a known one
// confirms theirs. Both then need the code; the link alone opens nothing.
import { Refusal, type BodyOf, type Invitation, type PendingSignIn } from '@clubfolio/contract'
import { noFieldLeft } from '../../db/to-columns.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken } from '../../kernel/id.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { startAttempt, type ChallengedUser } from './challenge.ts'
import { auditAcceptance, findInvited, insertInvited, makeAdministrator, requireNewcomer } from './invited.ts'
import { limitLinks } from './limit-requests.ts'
import { spendLink } from './one-use-link.ts'
import { hashPassword, requireUncommonPassword } from './password.ts'
import { recheckPassword } from './recheck-password.ts'
import { answerSecondStep, startSecondStep } from './start-second-step.ts'

/** Returns the recipient of the link. Throws `linkDead`. */
export async function findInvitation(services: Services, caller: Caller, token: string): Promise<Invitation> {
  await limitLinks(services, caller)
  const { email, userId, isToAdminister } = await findInvited(services.db, services.clock, hashToken(token))
  return { email, isKnown: userId !== undefined, isToAdminister }
}

/** A user whom an administrator created chooses a password by `resetPassword` instead. */
export async function acceptInvitation(
  services: Services,
  caller: Caller,
  { token, password, firstName, lastName, phoneNumber, ...rest }: BodyOf<'security', 'acceptInvitation'>,
): Promise<PendingSignIn> {
  noFieldLeft(rest)
  const { db, clock } = services
  await limitLinks(services, caller)
  const tokenHash = hashToken(token)
  const { email, userId, isToAdminister } = await findInvited(db, clock, tokenHash)
  if (!isToAdminister) throw new Refusal('linkDead')
  const newcomer = userId === undefined ? requireNewcomer({ firstName, lastName, phoneNumber }) : undefined
  if (newcomer) requireUncommonPassword(password)
  const passwordHash = newcomer ? await hashPassword(password) : ''
  if (userId !== undefined) await recheckPassword(services, caller, userId, password)

  const attemptHash = startAttempt(caller)
  const { user, step } = await inTransaction(db, async (trx) => {
    await spendLink(trx, clock, ['INVITATION'], tokenHash)
    const user = newcomer
      ? await insertInvited(trx, clock, { ...newcomer, email, passwordHash })
      : await readUser(trx, userId!)
    await makeAdministrator(trx, clock, user.id)
    await auditAcceptance(trx, clock, caller, { userId: user.id })
    return { user, step: await startSecondStep(services, trx, { user, email, attemptHash }) }
  })
  return answerSecondStep(services, step, { phoneNumber: user.phone_number, email })
}

const readUser = (trx: Trx, userId: string): Promise<ChallengedUser> =>
  trx.selectFrom('app_user').select(['id', 'phone_number']).where('id', '=', userId).executeTakeFirstOrThrow()

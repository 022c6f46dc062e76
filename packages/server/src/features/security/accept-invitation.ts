// Admits an invited person to Administrators: a new user provides names, phone and password, a known one confirms their
// password. Both then need the code; the link alone opens nothing.
import { Refusal, type BodyOf, type FieldFault, type Invitation, type PendingSignIn } from '@clubfolio/contract'
import { noFieldLeft } from '../../db/to-columns.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken, newId } from '../../kernel/id.ts'
import { endSessions } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { startAttempt, type ChallengedUser } from './challenge.ts'
import { limitRequests } from './limit-requests.ts'
import { spendLink } from './one-use-link.ts'
import { hashPassword, requireUncommonPassword } from './password.ts'
import { recheckPassword } from './recheck-password.ts'
import { answerSecondStep, startSecondStep } from './start-second-step.ts'

const attemptsPerAddressAndHour = 60

export type Acceptance = BodyOf<'security', 'acceptInvitation'>

/** Returns the recipient of the link. Throws `linkDead`. */
export async function findInvitation(services: Services, caller: Caller, token: string): Promise<Invitation> {
  await limitRequests(services, caller, 'links', attemptsPerAddressAndHour)
  const { email, userId } = await findInvited(services, token)
  return { email, isKnown: userId !== undefined }
}

export async function acceptInvitation(
  services: Services,
  caller: Caller,
  acceptance: Acceptance,
): Promise<PendingSignIn> {
  const { db, clock } = services
  await limitRequests(services, caller, 'links', attemptsPerAddressAndHour)
  const { email, userId } = await findInvited(services, acceptance.token)
  const newcomer = userId === undefined ? await prepareNewcomer(acceptance) : undefined
  if (userId !== undefined) await recheckPassword(services, caller, userId, acceptance.password)

  const attemptHash = startAttempt(caller)
  const { user, step } = await inTransaction(db, async (trx) => {
    await spendLink(trx, clock, 'INVITATION', acceptance.token)
    const user = newcomer ? await insertNewcomer(services, trx, email, newcomer) : await readUser(trx, userId!)
    await trx
      .insertInto('user_group_member')
      .columns(['user_id', 'group_id'])
      .expression((eb) =>
        eb
          .selectFrom('user_group')
          .select((select) => [select.val(user.id).as('user_id'), 'id'])
          .where('name_key', '=', 'ADMINISTRATORS'),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Existing sessions must not gain the new rights.
    await endSessions(trx, clock, { userId: user.id })
    await writeAudit(trx, clock, {
      actorId: user.id,
      action: 'invitation.accept',
      objectType: 'user',
      objectId: user.id,
      requestId: caller.requestId,
      address: caller.address,
    })
    return { user, step: await startSecondStep(services, trx, { user, email, attemptHash }) }
  })
  return answerSecondStep(services, step, { phoneNumber: user.phone_number, email })
}

async function findInvited(
  { db, clock }: Services,
  token: string,
): Promise<{ readonly email: string; readonly userId: string | undefined }> {
  const found = await db
    .selectFrom('one_use_link as l')
    .leftJoin('app_user as u', 'u.email', 'l.email')
    .select(['l.email', 'u.id', 'u.status'])
    .where('l.token_hash', '=', hashToken(token))
    .where('l.purpose', '=', 'INVITATION')
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', new Date(clock.nowMs()))
    .executeTakeFirst()
  if (!found || found.status === 'INACTIVE') throw new Refusal('linkDead')
  return { email: found.email, userId: found.id ?? undefined }
}

type Newcomer = Required<Omit<Acceptance, 'token' | 'password'>> & { readonly passwordHash: string }

async function prepareNewcomer({
  token: _token,
  password,
  firstName,
  lastName,
  phoneNumber,
  ...rest
}: Acceptance): Promise<Newcomer> {
  noFieldLeft(rest)
  if (firstName === undefined || lastName === undefined || phoneNumber === undefined) {
    const faults: (FieldFault | undefined)[] = [
      firstName === undefined ? { field: 'firstName', message: 'First name is required.' } : undefined,
      lastName === undefined ? { field: 'lastName', message: 'Last name is required.' } : undefined,
      phoneNumber === undefined ? { field: 'phoneNumber', message: 'Phone number is required.' } : undefined,
    ]
    throw new Refusal(
      'invalid',
      {},
      faults.filter((fault) => fault !== undefined),
    )
  }
  requireUncommonPassword(password)
  return { firstName, lastName, phoneNumber, passwordHash: await hashPassword(password) }
}

async function insertNewcomer(
  { clock }: Services,
  trx: Trx,
  email: string,
  newcomer: Newcomer,
): Promise<ChallengedUser> {
  const now = new Date(clock.nowMs())
  const inserted = await trx
    .insertInto('app_user')
    .values({
      id: newId(clock),
      first_name: newcomer.firstName,
      last_name: newcomer.lastName,
      email,
      phone_number: newcomer.phoneNumber,
      password_hash: newcomer.passwordHash,
      status: 'CONFIRMATION',
      is_system: false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'phone_number'])
    .executeTakeFirst()
  // Someone registered the e-mail at the same moment; opening the link again asks for their password.
  if (!inserted) throw new Refusal('linkDead')
  return inserted
}

const readUser = (trx: Trx, userId: string): Promise<ChallengedUser> =>
  trx.selectFrom('app_user').select(['id', 'phone_number']).where('id', '=', userId).executeTakeFirstOrThrow()

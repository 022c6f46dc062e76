// Whom an invitation is for, and admitting them: an administrator whom somebody on the server's machine invites, or a
// user whom an administrator created. How they prove that they accept, by a password or by a sign-in at a provider, is
// decided by their callers.
import { Refusal, type FieldFault } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import { endSessions } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { ChallengedUser } from './challenge.ts'
import { invitationPurposes } from './one-use-link.ts'

export interface Invited {
  readonly email: string
  /** Undefined for a person without a user. */
  readonly userId: string | undefined
  readonly isToAdminister: boolean
}

/** Returns the recipient of an invitation that still works. Throws `linkDead`. */
export async function findInvited(db: Db, clock: Clock, tokenHash: Buffer): Promise<Invited> {
  const found = await db
    .selectFrom('one_use_link as l')
    .leftJoin('app_user as u', (join) =>
      join.on((eb) =>
        eb.or([
          eb('u.id', '=', eb.ref('l.user_id')),
          eb.and([eb('l.user_id', 'is', null), eb('u.email', '=', eb.ref('l.email'))]),
        ]),
      ),
    )
    .select(['l.email', 'l.purpose', 'u.id', 'u.status'])
    .where('l.token_hash', '=', tokenHash)
    .where('l.purpose', 'in', invitationPurposes)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', new Date(clock.nowMs()))
    .executeTakeFirst()
  if (!found || found.status === 'INACTIVE') throw new Refusal('linkDead')
  return { email: found.email, userId: found.id ?? undefined, isToAdminister: found.purpose === 'INVITATION' }
}

/** What a person without a user enters. */
export interface Newcomer {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
}

/** Throws `invalid` with each field that is missing. */
export function requireNewcomer({ firstName, lastName, phoneNumber }: Partial<Newcomer>): Newcomer {
  if (firstName !== undefined && lastName !== undefined && phoneNumber !== undefined)
    return { firstName, lastName, phoneNumber }
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

export interface InvitedNewcomer extends Newcomer {
  readonly email: string
  readonly passwordHash: string
}

/** Throws `linkDead` when somebody registered the e-mail at the same moment; opening the link again tells. */
export async function insertInvited(
  trx: Trx,
  clock: Clock,
  { firstName, lastName, phoneNumber, email, passwordHash }: InvitedNewcomer,
): Promise<ChallengedUser> {
  const now = new Date(clock.nowMs())
  const inserted = await trx
    .insertInto('app_user')
    .values({
      id: newId(clock),
      first_name: firstName,
      last_name: lastName,
      email,
      phone_number: phoneNumber,
      password_hash: passwordHash,
      status: 'CONFIRMATION',
      is_system: false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'phone_number'])
    .executeTakeFirst()
  if (!inserted) throw new Refusal('linkDead')
  return inserted
}

/** Puts the user into Administrators. Existing sessions must not gain the new rights, so they end. */
export async function makeAdministrator(trx: Trx, clock: Clock, userId: string): Promise<void> {
  await trx
    .insertInto('user_group_member')
    .columns(['user_id', 'group_id'])
    .expression((eb) =>
      eb
        .selectFrom('user_group')
        .select((select) => [select.val(userId).as('user_id'), 'id'])
        .where('name_key', '=', 'ADMINISTRATORS'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await endSessions(trx, clock, { userId })
}

export const auditAcceptance = (
  trx: Trx,
  clock: Clock,
  caller: Caller,
  { userId, issuer }: { readonly userId: string; readonly issuer?: string },
): Promise<void> =>
  writeAudit(trx, clock, {
    actorId: userId,
    action: 'invitation.accept',
    objectType: 'user',
    objectId: userId,
    ...(issuer === undefined ? {} : { after: { issuer } }),
    requestId: caller.requestId,
    address: caller.address,
  })

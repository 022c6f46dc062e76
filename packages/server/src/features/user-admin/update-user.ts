// An administrator changes a user. A user whose e-mail or phone changes, or who is disabled, is signed out immediately
// and all pending codes and links are invalidated; a new phone number is confirmed by the code of the next sign-in,
// which is sent there.
import { Refusal, type UserChange } from '@clubfolio/contract'
import type { Mail } from '../../adapters/message/port.ts'
import { toColumns } from '../../db/to-columns.ts'
import { endSessions } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { refuseTaken } from '../../kernel/unique-refusal.ts'
import { auditChange, type ChangeContext, withGiven } from '../rights/change.ts'
import { lockRights, requireNobodyLockedOut } from '../rights/lock-rights.ts'
import { emailChangedMail, phoneChangedMail } from '../security/mail-text.ts'
import { revokePending } from '../security/set-password.ts'
import { hasOpenInvitation, inviteUser } from './invite-user.ts'
import { auditedUser, lastDigits, requireUser, userColumnNames, type UserFields } from './require-user.ts'

/** Returns the mails to send once the change is committed. */
export async function updateUser(
  change: ChangeContext,
  userId: string,
  given: Omit<UserChange, 'id'>,
): Promise<readonly Mail[]> {
  const {
    trx,
    session,
    services: { clock },
  } = change
  const actor = await lockRights(trx, session, ['VU'])
  const { isConfirmed, ...before } = await requireUser(trx, actor, userId)
  const wanted = withGiven(before, given)
  const [isNewEmail, isNewPhone] = [wanted.email !== before.email, wanted.phoneNumber !== before.phoneNumber]
  const isReachedElsewhere = isNewEmail || isNewPhone
  // Spec gap: no password is asked for here, so users change their own e-mail and phone only in the profile.
  if (userId === session.userId) {
    if (isReachedElsewhere) throw new Refusal('ownReach')
    if (wanted.status !== before.status) throw new Refusal('ownStatus')
  }
  await writeUser(change, userId, wanted)
  const isCut = isReachedElsewhere || (wanted.status !== before.status && wanted.status !== 'ACTIVE')
  // An invitation that went to a wrong address may have been accepted there.
  const hadLink = isNewEmail && !isConfirmed && (await removeLinks(trx, userId))
  const isInvited = isCut && !isConfirmed && (hadLink || (await hasOpenInvitation(trx, clock, userId)))
  if (isCut) {
    await endSessions(trx, clock, { userId })
    await revokePending(trx, userId)
  }
  await requireNobodyLockedOut(trx, actor)
  await auditChange(change, {
    action: 'user.update',
    objectType: 'user',
    objectId: userId,
    before: auditedUser(before),
    after: auditedUser(wanted),
  })
  // The mailed link has just been invalidated; without another one the invited user could never sign in.
  if (isInvited && wanted.status !== 'INACTIVE') return [await inviteUser(change, userId, wanted.email)]
  if (!isConfirmed) return []
  return [
    ...(isNewEmail ? [emailChangedMail(before.email, wanted.email)] : []),
    ...(isNewPhone ? [phoneChangedMail(before.email, lastDigits(wanted.phoneNumber))] : []),
  ]
}

/** Removes the sign-ins that are linked to a user, and returns whether there were any. */
async function removeLinks(trx: Trx, userId: string): Promise<boolean> {
  const removed = await trx.deleteFrom('oidc_link').where('user_id', '=', userId).returning('id').execute()
  return removed.length > 0
}

async function writeUser(
  { trx, services: { clock } }: ChangeContext,
  userId: string,
  wanted: UserFields,
): Promise<void> {
  const columns = { ...toColumns(wanted, userColumnNames), updated_at: new Date(clock.nowMs()) }
  await refuseTaken(trx.updateTable('app_user').set(columns).where('id', '=', userId).execute(), {
    email: wanted.email,
  })
}

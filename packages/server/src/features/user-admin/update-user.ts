// An administrator changes a user. Whoever is reached elsewhere, or may no longer come in, is signed out at once and everything
// that was on its way to him dies; a new phone number is confirmed by the code of the next sign-in, which goes there.
import { Refusal, type UserChange } from '@clubfolio/contract'
import type { Mail } from '../../adapters/message/port.ts'
import { endSessions } from '../../kernel/session.ts'
import { auditChange, type Change, withGiven } from '../rights/change.ts'
import { lockRights, requireNobodyLockedOut } from '../rights/lock-rights.ts'
import { emailChangedMail, phoneChangedMail } from '../security/mail-text.ts'
import { revokePending } from '../security/set-password.ts'
import { hasOpenInvitation, inviteUser } from './invite-user.ts'
import { auditedUser, lastDigits, requireUser, type UserFields } from './require-user.ts'

/** Returns the mails that go out once the change is in the books. */
export async function updateUser(change: Change, userId: string, given: Omit<UserChange, 'id'>): Promise<readonly Mail[]> {
  const { trx, session, services: { clock } } = change
  const actor = await lockRights(trx, session, ['VU'])
  const { isConfirmed, ...before } = await requireUser(trx, actor, userId)
  const wanted = withGiven(before, given)
  const [isNewEmail, isNewPhone] = [wanted.email !== before.email, wanted.phoneNumber !== before.phoneNumber]
  const isReachedElsewhere = isNewEmail || isNewPhone
  // Spec gap: here nobody's password is asked, so one's own e-mail and phone change in the profile alone.
  if (userId === session.userId) {
    if (isReachedElsewhere) throw new Refusal('ownReach')
    if (wanted.status !== before.status) throw new Refusal('ownStatus')
  }
  await writeUser(change, userId, wanted)
  const isCut = isReachedElsewhere || (wanted.status !== before.status && wanted.status !== 'ACTIVE')
  const isInvited = isCut && !isConfirmed && (await hasOpenInvitation(trx, clock, userId))
  if (isCut) {
    await endSessions(trx, clock, { userId })
    await revokePending(trx, userId)
  }
  await requireNobodyLockedOut(trx, actor)
  await auditChange(change, { action: 'user.update', objectType: 'user', objectId: userId, before: auditedUser(before), after: auditedUser(wanted) })
  // The link that was mailed has just died; without another one the invited user could never come in.
  if (isInvited && wanted.status !== 'INACTIVE') return [await inviteUser(change, userId, wanted.email)]
  if (!isConfirmed) return []
  return [
    ...(isNewEmail ? [emailChangedMail(before.email, wanted.email)] : []),
    ...(isNewPhone ? [phoneChangedMail(before.email, lastDigits(wanted.phoneNumber))] : []),
  ]
}

async function writeUser({ trx, services: { clock } }: Change, userId: string, wanted: UserFields): Promise<void> {
  const { firstName, lastName, email, phoneNumber, status } = wanted
  const other = await trx.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()
  if (other && other.id !== userId) throw new Refusal('emailTaken', { email })
  const columns = { first_name: firstName, last_name: lastName, email, phone_number: phoneNumber, status, updated_at: new Date(clock.nowMs()) }
  try {
    await trx.updateTable('app_user').set(columns).where('id', '=', userId).execute()
  } catch (error) {
    // Somebody registered the address between the look and the write.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === '23505') throw new Refusal('emailTaken', { email })
    throw error
  }
}

// The invitation of a user whom an administrator created without a password: a one-use link to set one, or to sign in
// with the provider in its place, valid for 7 days.
import type { Mail } from '../../adapters/message/port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { ChangeContext } from '../rights/change.ts'
import { linkAddress, makeLink, passwordPurposes } from '../security/one-use-link.ts'

/** Spec gap: as long as an unconfirmed user is kept. */
const invitationLifeMs = 7 * 24 * 60 * 60 * 1000

/** Creates the link and returns the mail that carries it. */
export async function inviteUser(
  { trx, session, services: { clock, config, oidc } }: ChangeContext,
  userId: string,
  email: string,
): Promise<Mail> {
  const token = await makeLink(trx, clock, {
    purpose: 'USER_INVITATION',
    subject: { userId, email },
    lifeMs: invitationLifeMs,
  })
  const link = linkAddress(config.origin, 'USER_INVITATION', token)
  return {
    to: email,
    subject: 'Your Clubfolio user',
    text:
      `${session.firstName} ${session.lastName} made a Clubfolio user for you. Open this link within 7 days to set ` +
      `your password${oidc ? `, or to continue with ${oidc.name} instead` : ''}. It works once:\n\n${link}\n\n` +
      `Then sign in with ${oidc ? `your password or ${oidc.name}` : 'this e-mail address and your password'}; a code ` +
      'goes to your phone. If you did not expect this, do nothing: a user who never signs in is removed after 7 ' +
      'days.\n\nClubfolio',
  }
}

/** Returns true while the user has an unused link to set a password. */
export async function hasOpenInvitation(trx: Trx, clock: Clock, userId: string): Promise<boolean> {
  const link = await trx
    .selectFrom('one_use_link')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', 'in', passwordPurposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .executeTakeFirst()
  return link !== undefined
}

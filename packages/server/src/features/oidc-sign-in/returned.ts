// What a return from the provider brings, and keeping it until the second step.
import { Refusal } from '@clubfolio/contract'
import type { OidcIdentity, OidcPort } from '../../adapters/oidc/port.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { pendingLifeMs, type ChallengedUser } from '../security/challenge.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import type { UsedAttempt } from './oidc-attempt.ts'

export interface Returned {
  readonly oidc: OidcPort
  readonly attempt: UsedAttempt
  readonly identity: OidcIdentity
}

export interface ReturnedUser {
  readonly user: ChallengedUser & { readonly email: string }
  /** By a stored link; otherwise by the e-mail, and the link is stored after the second step. */
  readonly isLinked: boolean
  /** An invited user is not before the first code, which they need whatever the provider proved. */
  readonly isActive: boolean
}

export interface FirstStep extends Omit<ReturnedUser, 'isActive'> {
  readonly returned: Returned
  readonly attemptHash?: Buffer
}

/**
 * Keeps what the provider proved until the second step; an earlier pending sign-in of this visit is replaced. Throws
 * `oidcAttemptOver` where the link that led to the user has ended since it was found.
 */
export async function noteFirstStep(
  { clock }: Services,
  trx: Trx,
  { user, isLinked, returned: { attempt, identity }, attemptHash }: FirstStep,
): Promise<void> {
  const { issuer, subject, email } = identity
  // A new password ends links and what they opened, and locks the user first: what is opened here is before or after.
  await lockMethods(trx, user.id)
  if (isLinked) {
    const link = await trx
      .updateTable('oidc_link')
      .set({ last_used_at: new Date(clock.nowMs()), email: email ?? null })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst()
    if (!link) throw new Refusal('oidcAttemptOver')
  }
  await trx
    .updateTable('oidc_attempt')
    .set({
      user_id: user.id,
      subject: isLinked ? null : subject,
      email: email ?? null,
      ...(attemptHash ? { attempt_hash: attemptHash, expires_at: new Date(clock.nowMs() + pendingLifeMs) } : {}),
    })
    .where('state_hash', '=', attempt.stateHash)
    .execute()
}

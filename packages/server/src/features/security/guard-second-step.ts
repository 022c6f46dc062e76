// Slows guessing after a right password, for users with a sign-in method that sends nothing: wrong answers of all their
// methods count together, so that changing the method gives no further tries. Users with text messages only are not
// counted here; the limits of their codes are those of the specification.
import type { Caller } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { hashToken } from '../../kernel/id.ts'
import { findKnownDevice } from './device.ts'
import { forgiveAttempt, reserveAttempt, secondStepScopes } from './sign-in-limit.ts'

export interface SecondStepGuard {
  /** The known browser that answers. */
  readonly deviceId: string | undefined
  /** Undoes the reserved failure after a right answer. */
  forgive(): Promise<void>
}

/**
 * Reserves a failure when this browser gave the password of the pending sign-in; strangers cannot use up the tries of a
 * user who is signing in. Throws `signInPaused`.
 */
export async function guardSecondStep(services: Services, caller: Caller, userId: string): Promise<SecondStepGuard> {
  const { db, clock } = services
  const { deviceToken, signInToken } = caller
  const deviceId = deviceToken ? await findKnownDevice(db, clock, userId, deviceToken) : undefined
  const pending =
    signInToken === undefined
      ? undefined
      : await db
          .selectFrom('sign_in_challenge')
          .select('id')
          .where('user_id', '=', userId)
          .where('attempt_hash', '=', hashToken(signInToken))
          .where('methods_until', 'is not', null)
          .executeTakeFirst()
  if (!pending) return { deviceId, forgive: () => Promise.resolve() }
  const scopes = secondStepScopes(userId, deviceId)
  await reserveAttempt(db, clock, scopes)
  return { deviceId, forgive: () => forgiveAttempt(db, scopes) }
}

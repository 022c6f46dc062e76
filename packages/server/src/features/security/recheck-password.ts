// Asks a signed-in user for the password again before something that could lock them out; guesses are slowed as at
// sign-in.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Services } from '../../services.ts'
import { passwordFits } from './password.ts'
import { forgiveAttempt, reserveAttempt } from './sign-in-limit.ts'

/** Throws `wrongPassword` or `signInPaused`. */
export async function recheckPassword(
  { db, clock }: Services,
  caller: Caller,
  userId: string,
  password: string,
): Promise<void> {
  const scopes = [{ scope: `password of user ${userId}`, limit: 5 }]
  await reserveAttempt(db, clock, scopes)
  const user = await db.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  if (!(await passwordFits(user?.password_hash, password))) {
    await writeAudit(db, clock, {
      actorId: userId,
      action: 'password.refused',
      requestId: caller.requestId,
      address: caller.address,
    })
    throw new Refusal('wrongPassword')
  }
  await forgiveAttempt(db, scopes)
}

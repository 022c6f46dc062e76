// The first step of a sign-in: e-mail and password, with the same answer and the same cost whether the e-mail is known
// or not.
import { Refusal, type PendingSignIn } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { startAttempt } from './challenge.ts'
import { findKnownDevice } from './device.ts'
import { passwordFits } from './password.ts'
import { forgiveAttempt, reserveAttempt, signInScopes } from './sign-in-limit.ts'
import { answerSecondStep, startSecondStep } from './start-second-step.ts'

export async function login(
  services: Services,
  caller: Caller,
  email: string,
  password: string,
): Promise<PendingSignIn> {
  const { db, clock } = services
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'status', 'phone_number'])
    .where('email', '=', email)
    .executeTakeFirst()
  const deviceId =
    user && caller.deviceToken ? await findKnownDevice(db, clock, user.id, caller.deviceToken) : undefined
  const scopes = signInScopes(email, caller.address, deviceId)
  await reserveAttempt(db, clock, scopes)

  const fits = await passwordFits(user?.password_hash, password)
  if (!user || !fits || user.status === 'INACTIVE') {
    await writeAudit(db, clock, {
      actorId: user?.id ?? null,
      action: 'sign-in.refused',
      requestId: caller.requestId,
      address: caller.address,
    })
    throw new Refusal('wrongCredentials')
  }
  await forgiveAttempt(db, scopes)
  const attemptHash = startAttempt(caller)
  const step = await inTransaction(db, (trx) => startSecondStep(services, trx, { user, email, attemptHash }))
  return answerSecondStep(services, step, { phoneNumber: user.phone_number, email })
}

// The second step of a sign-in by an authenticator app or a recovery code. It counts only in the browser that gave the
// password: without that, a code alone would complete somebody's sign-in.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import { recoveryCodeUsedMail } from '../sign-in-method/method-mail.ts'
import { readMethodState } from '../sign-in-method/read-methods.ts'
import { spendRecoveryCode } from '../sign-in-method/recovery-code.ts'
import { acceptTotp } from '../sign-in-method/totp.ts'
import { endChallenge, takeMethodTry } from './challenge.ts'
import { guardSecondStep } from './guard-second-step.ts'
import { openSignedInSession, startSession } from './open-signed-in-session.ts'

export type MethodCode = BodyOf<'security', 'checkMethodCode'>

export async function checkMethodCode(services: Services, caller: Caller, given: MethodCode): Promise<Session> {
  const { db, clock, mail, background, config } = services
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', given.email)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!user) throw new Refusal('codeDead')
  const { deviceId, forgive } = await guardSecondStep(services, caller, user.id)

  const opened = await inTransaction(db, async (trx) => {
    await lockMethods(trx, user.id)
    const taken = await takeMethodTry(services, trx, user.id, caller)
    if (!taken) return { outcome: 'dead' as const }
    if (!(await isRight(services, trx, user.id, given)))
      return { outcome: taken.isLast ? ('dead' as const) : ('wrong' as const) }
    if (!(await endChallenge(trx, taken.id))) return { outcome: 'dead' as const }
    const signedIn = await openSignedInSession(trx, clock, caller, {
      userId: user.id,
      factor: given.method,
      deviceId,
    })
    return { outcome: 'right' as const, signedIn, state: await readMethodState(trx, user.id) }
  })
  if (opened.outcome !== 'right') throw new Refusal(opened.outcome === 'dead' ? 'codeDead' : 'wrongCode')
  await forgive()
  if (given.method === 'RECOVERY_CODE') {
    const { recoveryCodesLeft } = opened.state
    background.start('mail about a used recovery code', () =>
      mail.send(recoveryCodeUsedMail(given.email, { left: recoveryCodesLeft, use: 'SIGN_IN' }, config.origin)),
    )
  }
  return startSession(services, caller, opened.signedIn)
}

const isRight = (services: Services, trx: Trx, userId: string, { method, code }: MethodCode): Promise<boolean> =>
  method === 'AUTHENTICATOR'
    ? acceptTotp(services, trx, userId, code)
    : spendRecoveryCode(trx, services.clock, userId, code)

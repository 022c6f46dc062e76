// The second step of adding an authenticator app: a code that it shows activates it. Nothing else ends; the user gets a
// mail.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import type { Session } from '../../kernel/session.ts'
import { renewFactor } from '../../kernel/strong-factor.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { forgiveAttempt, reserveAttempt } from '../security/sign-in-limit.ts'
import { requireRoomForMethod } from '../sign-in-method/lock-methods.ts'
import { methodChangedMail } from '../sign-in-method/method-mail.ts'
import { stepOfCode, useStep } from '../sign-in-method/totp.ts'

const setupLifeMs = 15 * 60 * 1000

export interface ConfirmAuthenticatorOptions {
  readonly session: Session
  readonly id: string
  readonly code: string
}

export async function confirmAuthenticator(
  services: Services,
  caller: Caller,
  { session, id, code }: ConfirmAuthenticatorOptions,
): Promise<void> {
  const { db, clock, secrets, mail, background, config } = services
  const { userId } = session
  const setup = await db
    .selectFrom('sign_in_factor')
    .select(['name', 'secret_sealed', 'created_at', 'confirmed_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '=', 'AUTHENTICATOR')
    .executeTakeFirst()
  if (!setup?.secret_sealed) throw new Refusal('notFound')
  const nowMs = clock.nowMs()
  if (setup.confirmed_at !== null || setup.created_at.getTime() + setupLifeMs <= nowMs) throw new Refusal('setupDead')
  const scopes = [{ scope: `authenticator setup of user ${userId}`, limit: 5 }]
  await reserveAttempt(db, clock, scopes)
  const step = stepOfCode(secrets.open(setup.secret_sealed, sealedFor('sign_in_factor', id, 'secret')), code, nowMs)
  if (step === undefined) throw new Refusal('wrongCode')
  await inTransaction(db, async (trx) => {
    await requireRoomForMethod(trx, session)
    // The code was shown to somebody, so it does not open a session as well.
    if (!(await useStep(trx, userId, step))) throw new Refusal('wrongCode')
    const confirmed = await trx
      .updateTable('sign_in_factor')
      .set({ confirmed_at: new Date(nowMs) })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!confirmed) throw new Refusal('setupDead')
    if (session.proof?.isTooWeak) await renewFactor(trx, clock, session.id, 'AUTHENTICATOR')
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'sign-in-method.add',
      objectType: 'sign-in method',
      objectId: id,
      after: { kind: 'AUTHENTICATOR', name: setup.name },
      requestId: caller.requestId,
      address: caller.address,
    })
  })
  await forgiveAttempt(db, scopes)
  background.start('mail about a new sign-in method', () =>
    mail.send(
      methodChangedMail(
        session.email,
        `The authenticator app "${setup.name}" was added to your Clubfolio user just now.`,
        config.origin,
      ),
    ),
  )
}

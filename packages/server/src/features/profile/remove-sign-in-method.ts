// Removes a sign-in method after the password was given again. With the last one the recovery codes end, and text
// messages are on again: they are then the only way in. No session ends; the user gets a mail.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recheckPassword } from '../security/recheck-password.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import { methodChangedMail } from '../sign-in-method/method-mail.ts'
import { hasStrongMethod, readMethodState } from '../sign-in-method/read-methods.ts'

export interface RemoveSignInMethodOptions {
  readonly session: Session
  readonly id: string
  readonly password: string
}

export async function removeSignInMethod(
  services: Services,
  caller: Caller,
  { session, id, password }: RemoveSignInMethodOptions,
): Promise<void> {
  const { db, clock, mail, background, config } = services
  const { userId } = session
  const own = await db
    .selectFrom('sign_in_factor')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!own) throw new Refusal('notFound')
  await recheckPassword(services, caller, userId, password)
  const { name, isLast } = await inTransaction(db, async (trx) => {
    await lockMethods(trx, userId)
    const removed = await trx
      .deleteFrom('sign_in_factor')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .returning(['name', 'kind'])
      .executeTakeFirst()
    if (!removed) throw new Refusal('notFound')
    const left = await readMethodState(trx, userId)
    const isLast = !hasStrongMethod(left)
    if (isLast && left.isStrongFactorRequired) throw new Refusal('strongMethodStays')
    if (isLast) {
      await trx.updateTable('app_user').set({ takes_sms: true }).where('id', '=', userId).execute()
      await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    }
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'sign-in-method.remove',
      objectType: 'sign-in method',
      objectId: id,
      before: removed,
      requestId: caller.requestId,
      address: caller.address,
    })
    return { name: removed.name, isLast }
  })
  background.start('mail about a removed sign-in method', () =>
    mail.send(
      methodChangedMail(
        session.email,
        `The sign-in method "${name}" was removed from your Clubfolio user just now.` +
          (isLast ? ' It was the last one, so signing in asks for a code by text message.' : ''),
        config.origin,
      ),
    ),
  )
}

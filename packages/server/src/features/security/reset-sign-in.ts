// Lets a user who lost every sign-in method sign in by text message again: a command for somebody on the server's
// machine, who has made sure that it is them. The password stays, so the command alone opens nothing.
import type { MailPort } from '../../adapters/message/port.ts'
import type { Db } from '../../db/connect.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import { endSessions } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import { methodChangedMail } from '../sign-in-method/method-mail.ts'
import { revokePending } from './set-password.ts'

export interface ResetSignInParts {
  readonly db: Db
  readonly clock: Clock
  readonly mail: MailPort
  readonly config: Pick<Config, 'origin'>
}

/**
 * Removes the user's sign-in methods, recovery codes and linked sign-ins, opens text messages, ends their sessions,
 * revokes their API tokens and pauses their webhooks and schedules of reports. Resolves to a sentence about the
 * outcome. What a group requires stays: their next session first adds a method.
 */
export async function resetSignIn(
  { db, clock, mail, config }: ResetSignInParts,
  email: string,
): Promise<{ readonly isDone: boolean; readonly message: string }> {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('email', '=', email.toLowerCase())
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!user) return { isDone: false, message: `There is no active user with the e-mail ${email}.` }
  const before = await inTransaction(db, async (trx) => {
    const { authenticators, passkeys, recoveryCodesLeft, isSmsOn } = await lockMethods(trx, user.id)
    await trx.deleteFrom('sign_in_factor').where('user_id', '=', user.id).execute()
    await trx.deleteFrom('recovery_code').where('user_id', '=', user.id).execute()
    await revokePending(trx, user.id)
    await trx.deleteFrom('oidc_link').where('user_id', '=', user.id).execute()
    await trx.updateTable('app_user').set({ takes_sms: true }).where('id', '=', user.id).execute()
    await endSessions(trx, clock, { userId: user.id })
    await writeAudit(trx, clock, {
      actorId: null,
      action: 'sign-in-method.reset',
      objectType: 'user',
      objectId: user.id,
      before: { authenticators, passkeys, recoveryCodesLeft, isSmsOn },
      after: { authenticators: 0, passkeys: 0, recoveryCodesLeft: 0, isSmsOn: true },
    })
    return authenticators + passkeys
  })
  const done =
    `${before === 1 ? '1 sign-in method was' : `${before} sign-in methods were`} removed. ${user.email} signs in ` +
    'with their password and a code by text message.'
  try {
    await mail.send(methodChangedMail(user.email, resetWords, config.origin))
  } catch {
    return { isDone: true, message: `${done} The mail about it could not be sent: tell them yourself.` }
  }
  return { isDone: true, message: `${done} They got a mail about it.` }
}

const resetWords =
  'An operator of your Clubfolio removed your sign-in methods, recovery codes and linked sign-ins just now, at your ' +
  'request. Your sessions were ended, your API tokens revoked, your webhooks and scheduled reports paused. ' +
  'Sign in with your password and a code by text message, and add a method again.'

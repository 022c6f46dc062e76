// Makes a new set of recovery codes after the password was given again, and shows it once; the earlier set ends.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recheckPassword } from '../security/recheck-password.ts'
import { lockMethods } from '../sign-in-method/lock-methods.ts'
import { methodChangedMail } from '../sign-in-method/method-mail.ts'
import { hasStrongMethod } from '../sign-in-method/read-methods.ts'
import { replaceRecoveryCodes } from '../sign-in-method/recovery-code.ts'

export async function makeRecoveryCodes(
  services: Services,
  caller: Caller,
  session: Session,
  password: string,
): Promise<{ readonly codes: string[] }> {
  const { db, clock, mail, background, config } = services
  const { userId } = session
  await recheckPassword(services, caller, userId, password)
  const codes = await inTransaction(db, async (trx) => {
    if (!hasStrongMethod(await lockMethods(trx, userId))) throw new Refusal('strongMethodFirst')
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'recovery-codes.make',
      objectType: 'user',
      objectId: userId,
      requestId: caller.requestId,
      address: caller.address,
    })
    return replaceRecoveryCodes(trx, clock, userId)
  })
  background.start('mail about new recovery codes', () =>
    mail.send(
      methodChangedMail(
        session.email,
        'New recovery codes were made for your Clubfolio user just now; the earlier ones no longer work.',
        config.origin,
      ),
    ),
  )
  return { codes }
}

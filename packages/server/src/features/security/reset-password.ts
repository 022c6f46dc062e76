// Sets a new password by a mailed link, the first one by the invitation of a user whom an administrator created. It
// opens no session: signing in requires the code as usual.
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken } from '../../kernel/id.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { limitLinks } from './limit-requests.ts'
import { passwordChangedMail } from './mail-text.ts'
import { findLinkHolder, passwordPurposes, spendLink } from './one-use-link.ts'
import { hashPassword, requireUncommonPassword } from './password.ts'
import { setPassword } from './set-password.ts'

export async function resetPassword(
  services: Services,
  caller: Caller,
  token: string,
  password: string,
): Promise<void> {
  const { db, clock, mail, background, config } = services
  await limitLinks(services, caller)
  requireUncommonPassword(password)
  const passwordHash = await hashPassword(password)
  const email = await inTransaction(db, async (trx) => {
    const link = await spendLink(trx, clock, passwordPurposes, hashToken(token))
    const { userId, email: holder } = await findLinkHolder(trx, link)
    await setPassword(trx, clock, { userId, passwordHash })
    await trx.deleteFrom('device').where('user_id', '=', userId).execute()
    // A person who had the old password may have linked a sign-in of their own.
    await trx.deleteFrom('oidc_link').where('user_id', '=', userId).execute()
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'password.reset',
      objectType: 'user',
      objectId: userId,
      requestId: caller.requestId,
      address: caller.address,
    })
    return holder
  })
  background.start('mail about a new password', () => mail.send(passwordChangedMail(email, config.origin)))
}

// "Forgot password?": sends a link to the owner of the address. Everything that differs between known and unknown
// addresses happens after the response.
import type { Caller } from '../../kernel/handler.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { limitRequests, mayMail } from './limit-requests.ts'
import { passwordResetMail } from './mail-text.ts'
import { linkAddress, makeLink } from './one-use-link.ts'

const requestsPerAddressAndHour = 20
const mailsPerHour = 3

export async function requestPasswordReset(services: Services, caller: Caller, email: string): Promise<void> {
  await limitRequests(services, caller, 'password resets', requestsPerAddressAndHour)
  services.background.start('mail with a link for a new password', () => mailLink(services, caller, email))
}

async function mailLink(services: Services, caller: Caller, email: string): Promise<void> {
  const { db, clock, config, mail } = services
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('status', '!=', 'INACTIVE')
    .executeTakeFirst()
  if (!user || !(await mayMail(services, 'password reset mails', email, mailsPerHour))) return
  const token = await inTransaction(db, async (trx) => {
    await writeAudit(trx, clock, {
      actorId: null,
      action: 'password.reset-asked',
      objectType: 'user',
      objectId: user.id,
      requestId: caller.requestId,
      address: caller.address,
    })
    return makeLink(trx, clock, { purpose: 'PASSWORD_RESET', subject: { userId: user.id, email } })
  })
  await mail.send(passwordResetMail(email, linkAddress(config.origin, 'PASSWORD_RESET', token)))
}

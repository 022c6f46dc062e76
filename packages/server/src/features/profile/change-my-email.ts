// Changes the e-mail address: the password again, then a link to the new address. Nothing changes before the link is
// opened, so a typo locks nobody out, and the answer does not reveal whether the address belongs to another user.
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { limitRequests, mayMail } from '../security/limit-requests.ts'
import { confirmEmailMail, emailTakenMail } from '../security/mail-text.ts'
import { linkAddress, makeLink } from '../security/one-use-link.ts'
import { recheckPassword } from '../security/recheck-password.ts'

const requestsPerAddressAndHour = 20
const mailsPerHour = 3

export interface ChangeMyEmailOptions {
  readonly session: Session
  readonly email: string
  readonly password: string
}

export async function changeMyEmail(
  services: Services,
  caller: Caller,
  { session, email, password }: ChangeMyEmailOptions,
): Promise<void> {
  await limitRequests(services, caller, 'e-mail changes', requestsPerAddressAndHour)
  await recheckPassword(services, caller, session.userId, password)
  services.background.start('mail to a new address', () => mailNewAddress(services, caller, session, email))
}

async function mailNewAddress(services: Services, caller: Caller, session: Session, email: string): Promise<void> {
  const { db, clock, mail, config } = services
  if (!(await mayMail(services, 'e-mail change mails', email, mailsPerHour))) return
  const owner = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()
  if (owner) {
    if (owner.id !== session.userId) await mail.send(emailTakenMail(email))
    return
  }
  const token = await inTransaction(db, async (trx) => {
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'user.e-mail-asked',
      objectType: 'user',
      objectId: session.userId,
      after: { email },
      requestId: caller.requestId,
      address: caller.address,
    })
    return makeLink(trx, clock, { purpose: 'EMAIL_CHANGE', subject: { userId: session.userId, email } })
  })
  await mail.send(confirmEmailMail(email, linkAddress(config.origin, 'EMAIL_CHANGE', token)))
}

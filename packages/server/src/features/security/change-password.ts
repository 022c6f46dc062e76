// Changes the password, given the old one. This session stays, every other one ends, and the owner is notified by mail.
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { passwordChangedMail } from './mail-text.ts'
import { hashPassword, requireUncommonPassword } from './password.ts'
import { recheckPassword } from './recheck-password.ts'
import { setPassword } from './set-password.ts'

export interface ChangePasswordOptions {
  readonly session: Session
  readonly oldPassword: string
  readonly newPassword: string
}

export async function changePassword(
  services: Services,
  caller: Caller,
  { session, oldPassword, newPassword }: ChangePasswordOptions,
): Promise<void> {
  const { db, clock, mail, background, config } = services
  await recheckPassword(services, caller, session.userId, oldPassword)
  requireUncommonPassword(newPassword)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(db, async (trx) => {
    await setPassword(trx, clock, { userId: session.userId, passwordHash, exceptSession: session.id })
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'password.change',
      objectType: 'user',
      objectId: session.userId,
      requestId: caller.requestId,
      address: caller.address,
    })
  })
  background.start('mail about a changed password', () => mail.send(passwordChangedMail(session.email, config.origin)))
}

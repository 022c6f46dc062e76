// Handles the opened link at the new address: the address is changed, every session ends, and the old address is
// notified.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken } from '../../kernel/id.ts'
import { endSessions } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { violatedUnique } from '../../kernel/unique-refusal.ts'
import type { Services } from '../../services.ts'
import { limitLinks } from '../security/limit-requests.ts'
import { emailChangedMail } from '../security/mail-text.ts'
import { findLinkHolder, spendLink } from '../security/one-use-link.ts'
import { revokePending } from '../security/set-password.ts'

/** Returns the new address. Throws `linkDead`, also when another user took the address in the meantime. */
export async function confirmMyEmail(services: Services, caller: Caller, token: string): Promise<string> {
  const { db, clock, mail, background } = services
  await limitLinks(services, caller)
  const { before, after } = await inTransaction(db, async (trx) => {
    const link = await spendLink(trx, clock, ['EMAIL_CHANGE'], hashToken(token))
    const { email } = link
    const user = await findLinkHolder(trx, link)
    const { userId } = user
    await trx
      .updateTable('app_user')
      .set({ email, updated_at: new Date(clock.nowMs()) })
      .where('id', '=', userId)
      .execute()
      .catch(refuseTakenEmail)
    await endSessions(trx, clock, { userId })
    await revokePending(trx, userId)
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'user.e-mail',
      objectType: 'user',
      objectId: userId,
      before: { email: user.email },
      after: { email },
      requestId: caller.requestId,
      address: caller.address,
    })
    return { before: user.email, after: email }
  })
  background.start('mail to the old address', () => mail.send(emailChangedMail(before, after)))
  return after
}

/** A link never says that its address belongs to someone else. */
function refuseTakenEmail(error: unknown): never {
  throw violatedUnique(error) === 'app_user_email_key' ? new Refusal('linkDead') : error
}

// An invitation to administer: a link that a person with access to the server's machine creates and hands over. It is
// the only way to the first administrator in production.
import type { Db } from '../../db/connect.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { linkAddress, makeLink } from './one-use-link.ts'

/**
 * Returns the address to hand over; it works once, for 30 minutes, and invalidates an earlier one for the same e-mail.
 */
export function inviteAdministrator(db: Db, clock: Clock, origin: string, email: string): Promise<string> {
  return inTransaction(db, async (trx) => {
    const token = await makeLink(trx, clock, { purpose: 'INVITATION', subject: { userId: null, email } })
    await writeAudit(trx, clock, { actorId: null, action: 'invitation.make', objectType: 'e-mail', objectId: email })
    return linkAddress(origin, 'INVITATION', token)
  })
}

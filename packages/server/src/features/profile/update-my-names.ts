// Changes the names that others see of a person; effective immediately.
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export async function updateMyNames(
  { db, clock }: Services,
  caller: Caller,
  session: Session,
  names: { readonly firstName: string; readonly lastName: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('app_user')
      .set({ first_name: names.firstName, last_name: names.lastName, updated_at: new Date(clock.nowMs()) })
      .where('id', '=', session.userId)
      .execute()
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'user.names',
      objectType: 'user',
      objectId: session.userId,
      before: { firstName: session.firstName, lastName: session.lastName },
      after: names,
      requestId: caller.requestId,
      address: caller.address,
    })
  })
}

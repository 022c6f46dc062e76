// Gives one of a user's own sign-in methods another name; another user's is answered like a missing one.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export async function renameSignInMethod(
  { db, clock }: Services,
  caller: Caller,
  session: Session,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const renamed = await trx
      .updateTable('sign_in_factor')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', session.userId)
      .where('confirmed_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!renamed) throw new Refusal('notFound')
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'sign-in-method.rename',
      objectType: 'sign-in method',
      objectId: id,
      after: { name },
      requestId: caller.requestId,
      address: caller.address,
    })
  })
}

// Requests running work to stop. Its process notices within a second and stops at its next safe point. Users cancel
// their own work; only an administrator (VAd) cancels the work of others and work that concerns everybody.
import { Refusal } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { raiseMessage } from '../push/raise-message.ts'
import { toTask } from './task-row.ts'

export async function cancelTask(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId, permissions }: Pick<Session, 'userId' | 'permissions'>,
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const isAdministrator = permissions.includes('VAd')
    const task = await trx
      .selectFrom('task')
      .select(['status', 'is_cancellable', 'owner_id'])
      .where('id', '=', id)
      .$if(!isAdministrator, (query) => query.where('owner_id', '=', userId))
      .forUpdate()
      .executeTakeFirst()
    if (!task) throw new Refusal('notFound')
    if (task.status !== 'RUNNING') throw new Refusal('taskEnded')
    if (!task.is_cancellable) throw new Refusal('taskNotCancellable')
    const now = new Date(clock.nowMs())
    const row = await trx
      .updateTable('task')
      .set((eb) => ({
        cancel_requested_at: eb.fn.coalesce('cancel_requested_at', eb.val(now)),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'task.cancel',
      objectType: 'task',
      objectId: id,
      after: { name: row.name },
    })
    await raiseMessage(trx, row.owner_id, { topic: 'task', task: toTask(row) })
  })
}

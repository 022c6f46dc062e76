// Cancels a run. Its worker finds the claim gone within a second and ends its thread; mails already sent stay sent,
// files already stored are deleted.
import { Refusal } from '@clubfolio/contract'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export async function cancelRun(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ownerId: string,
  id: string,
): Promise<void> {
  const isCancelled = await inTransaction(db, async (trx) => {
    const cancelled = await trx
      .updateTable('report_run')
      .set({ state: 'CANCELLED', reason: null, ended_at: new Date(clock.nowMs()) })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('state', 'in', ['WAITING', 'RUNNING'])
      .returning('id')
      .executeTakeFirst()
    // Files are stored just before the run ends: a run that is cancelled in between must leave none.
    if (cancelled) await trx.deleteFrom('report_file').where('run_id', '=', id).execute()
    return cancelled !== undefined
  })
  if (isCancelled) return
  const run = await db
    .selectFrom('report_run')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  throw new Refusal(run ? 'reportRunEnded' : 'notFound')
}

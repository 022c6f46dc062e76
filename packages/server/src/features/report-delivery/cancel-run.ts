// Gives up a run. The worker that has it finds its claim gone within a second and ends its thread; mails that went out are out.
import { Refusal } from '@clubfolio/contract'
import type { Services } from '../../services.ts'

export async function cancelRun({ db, clock }: Pick<Services, 'db' | 'clock'>, ownerId: string, id: string): Promise<void> {
  const cancelled = await db
    .updateTable('report_run')
    .set({ state: 'CANCELLED', reason: null, ended_at: new Date(clock.nowMs()) })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .returning('id')
    .executeTakeFirst()
  if (cancelled) return
  const run = await db.selectFrom('report_run').select('id').where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst()
  throw new Refusal(run ? 'reportRunEnded' : 'notFound')
}

// Tasks whose process died: nobody renews their lease any more.
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { raiseMessage } from '../push/raise-message.ts'
import { toTask } from './task-row.ts'

export const lostWords = 'The process that did this work ended before it was done. What it had not finished was not stored.'

/** Marks them as failed and answers how many there were. */
export async function endLostTasks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return inTransaction(db, async (trx) => {
    const now = new Date(clock.nowMs())
    const lost = await trx
      .updateTable('task')
      .set((eb) => ({ status: 'FAILED' as const, error: lostWords, ended_at: now, updated_at: now, revision: eb('revision', '+', 1) }))
      .where('status', '=', 'RUNNING')
      .where('lease_until', '<', sql<Date>`clock_timestamp()`)
      .returningAll()
      .execute()
    for (const row of lost) await raiseMessage(trx, row.owner_id, { topic: 'task', task: toTask(row) })
    return lost.length
  })
}

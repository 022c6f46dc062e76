// Ends tasks whose process died: their lease is no longer renewed.
import { sql } from 'kysely'
import { isLeaseRunning } from '../../kernel/lease.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { JobServices } from '../job/job-row.ts'
import { runRows } from '../job/run-rows.ts'
import { raiseMessage } from '../push/raise-message.ts'
import { toTask } from './task-row.ts'

export const lostTaskText =
  'The process that did this work ended before it was done. What it had not finished was not stored.'

/** Marks them as failed and returns how many there were. */
export async function endLostTasks(services: JobServices): Promise<number> {
  const { db, clock } = services
  const isLost = sql<boolean>`status = 'RUNNING' and not ${isLeaseRunning('lease_until')}`
  const lost = await db.selectFrom('task').select(['id', 'owner_id', 'name']).where(isLost).execute()
  const ended = await runRows(services, 'end-lost-task', lost, {
    describe: ({ id, owner_id: ownerId, name }) => ({ id, ownerId, name: `The task ${name}` }),
    work: ({ id }) =>
      inTransaction(db, async (trx) => {
        const now = new Date(clock.nowMs())
        const row = await trx
          .updateTable('task')
          .set((eb) => ({
            status: 'FAILED' as const,
            error: lostTaskText,
            ended_at: now,
            updated_at: now,
            revision: eb('revision', '+', 1),
          }))
          .where('id', '=', id)
          .where(isLost)
          .returningAll()
          .executeTakeFirst()
        if (row) await raiseMessage(trx, row.owner_id, { topic: 'task', task: toTask(row) })
        return row !== undefined
      }),
  })
  return ended.filter(Boolean).length
}

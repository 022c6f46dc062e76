// Ends what waited too long and tells its author. It can no longer be decided from that instant on, whether this has
// run or not.
import { sql } from 'kysely'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { tellAuthor } from '../role/tell-approval.ts'
import { waitingDays } from './may-wait.ts'

const atATime = 200

/** Returns how many expired. */
export async function expireApprovals(services: Services): Promise<number> {
  const { db, clock } = services
  const due = await db
    .selectFrom('fund_approval as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.id', 'a.owner_id', 'p.title'])
    .where('p.state', '=', 'WAITING')
    .where('p.expires_at', '<=', new Date(clock.nowMs()))
    .where((eb) => eb.not(isBackingOff('expire-approval', sql`p.id::text`, clock)))
    .orderBy('p.expires_at')
    .limit(atATime)
    .execute()
  await runRows(services, 'expire-approval', due, {
    describe: ({ id, owner_id: ownerId, title }) => ({ id, ownerId, name: title }),
    work: ({ id }) => expireOne(services, id),
  })
  return due.length
}

async function expireOne(services: Services, id: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const expired = await trx
      .updateTable('fund_approval')
      .set({ state: 'EXPIRED', decided_at: new Date(services.clock.nowMs()) })
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .returning(['account_id', 'author_id', 'title'])
      .executeTakeFirst()
    if (!expired) return
    const { account_id: accountId, author_id: authorId, title } = expired
    await tellAuthor(services, trx, {
      id,
      accountId,
      authorId,
      title,
      became: `expired, because nobody decided it within ${waitingDays} days. Ask for it again.`,
    })
  })
}

// What follows the end of a role besides the right, which ends in the SQL of every query: what the person was told is
// removed, and their open pages read again.
import { newYorkDateAt } from '@clubfolio/domain'
import { sql } from 'kysely'
import { inTransaction, type Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { raiseMessage } from '../../push/raise-message.ts'
import { forgetApprovals, updateApprovalAlerts } from './tell-approval.ts'

const atATime = 200

export async function leaveFund(
  services: Pick<Services, 'clock'>,
  trx: Trx,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<void> {
  await forgetApprovals(trx, userId, accountId)
  await updateApprovalAlerts(services, trx, accountId)
  for (const topic of ['account', 'notification', 'alert'] as const) await raiseMessage(trx, userId, { topic })
}

/** Ends the roles whose last day is over, in the name of nobody; returns how many there were. */
export async function endLapsedRoles(services: Services): Promise<number> {
  const { db, clock } = services
  const due = await db
    .selectFrom('fund_role as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['r.id', 'a.owner_id', 'r.email'])
    .where('r.ended_at', 'is', null)
    .where('r.last_day', '<', newYorkDateAt(clock.nowMs()))
    .where((eb) => eb.not(isBackingOff('end-role', sql`r.id::text`, clock)))
    .orderBy('r.last_day')
    .limit(atATime)
    .execute()
  await runRows(services, 'end-role', due, {
    describe: ({ id, owner_id: ownerId, email }) => ({ id, ownerId, name: `Role of ${email}` }),
    work: ({ id }) => inTransaction(db, (trx) => endLapsedRole(services, trx, id)),
  })
  return due.length
}

async function endLapsedRole(services: Services, trx: Trx, id: string): Promise<void> {
  const ended = await trx
    .updateTable('fund_role')
    .set({ ended_at: new Date(services.clock.nowMs()), token_hash: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('last_day', '<', newYorkDateAt(services.clock.nowMs()))
    .returning(['account_id', 'user_id'])
    .executeTakeFirst()
  if (ended?.user_id) await leaveFund(services, trx, { accountId: ended.account_id, userId: ended.user_id })
}

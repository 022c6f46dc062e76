// Goes on with actions that wait: for a fill, for the fate of an order, after their process died, and with stopped ones
// whose owner did not decide in time.
import { maskNumber } from '@clubfolio/domain'
import { Refusal } from '@clubfolio/contract'
import { sql } from 'kysely'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import type { Requester } from '../order/order-request.ts'
import { tradedAccountOf } from '../order/traded-account.ts'
import { actionLease, type ActionRow } from './action-row.ts'
import { restoreAction } from './restore-action.ts'
import { runAction } from './run-action.ts'

const actionsPerTurn = 200

/** Returns how many were due. */
export async function advanceActions(services: Services): Promise<number> {
  const { db, clock } = services
  const now = new Date(clock.nowMs())
  const rows = await actionLease.claim(services, {
    due: sql`(state in ('RUNNING', 'WAITING') or restore_at <= ${now})
      and not ${isBackingOff('advance-action', sql`position_action.id::text`, clock)}`,
    orderBy: sql`next_at`,
    limit: actionsPerTurn,
  })
  if (rows.length === 0) return 0
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'owner_id', 'number'])
    .where(
      'id',
      'in',
      rows.map(({ account_id: id }) => id),
    )
    .execute()
  await runRows(services, 'advance-action', rows, {
    describe: ({ id, account_id: accountId, title }) => {
      const account = accounts.find((one) => one.id === accountId)
      return {
        id,
        ownerId: account?.owner_id ?? null,
        name: `The action "${title}" in account ${maskNumber(account?.number ?? '')}`,
      }
    },
    work: (row) => advance(services, row),
  })
  return rows.length
}

async function advance(services: Services, row: ActionRow): Promise<void> {
  const account = await tradedAccountOf(services.db, row.account_id)
  // Nothing is sent for a disabled account.
  if (!account) return
  const asker: Requester = { requestKey: row.id, requestId: row.id, address: '' }
  try {
    await (row.state === 'STOPPED'
      ? restoreAction(services, account, row, asker)
      : runAction(services, account, row, asker))
  } catch (error) {
    // It is due again when the claim expires.
    if (!(error instanceof Refusal) && !(error instanceof BrokerFailure)) throw error
    services.log.warn({ err: error, positionAction: row.id }, 'an action on a position could not be advanced yet')
  }
}

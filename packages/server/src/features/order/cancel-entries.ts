// Cancels the working entries of accounts whose daily loss was reached and whose owner wants that. Stops and targets of
// positions stay.
// Source: docs/rules/trading.md, "Limits".
import { Refusal } from '@clubfolio/contract'
import { maskNumber } from '@clubfolio/domain'
import { sql } from 'kysely'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { cancelAllOrders } from './cancel-order.ts'
import { refuseRests } from './entry-division.ts'
import { workingEntries } from './find-limit-state.ts'
import { refreshOrders } from './refresh-orders.ts'
import { tradedAccountOf } from './traded-account.ts'

const accountsPerTurn = 200

/** Cancels what is due and returns the number of accounts. What cannot be cancelled now is tried in the next turn. */
export async function cancelDueEntries(services: Services): Promise<number> {
  const { db, clock } = services
  const due = await db
    .selectFrom('order_limit_reached as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['a.id', 'a.owner_id', 'a.number', 'r.day'])
    .where((eb) => eb.not(isBackingOff('cancel-entries', sql`a.id::text`, clock)))
    .where('r.entries', '=', 'DUE')
    .where('a.is_active', '=', true)
    .orderBy('r.reached_at')
    .limit(accountsPerTurn)
    .execute()
  await runRows(services, 'cancel-entries', due, {
    describe: ({ id, owner_id: ownerId, number }) => ({
      id,
      ownerId,
      name: `The working entries of account ${maskNumber(number)}, which reached its daily loss`,
    }),
    async work({ id, day }) {
      try {
        await cancelEntriesOf(services, id, day)
      } catch (error) {
        // The reading of the account reports a failing brokerage.
        if (!(error instanceof BrokerFailure) && !(error instanceof Refusal)) throw error
      }
    },
  })
  return due.length
}

async function cancelEntriesOf(services: Services, accountId: string, day: string): Promise<void> {
  const { db } = services
  const account = await tradedAccountOf(db, accountId)
  if (!account) return
  // A request that is still being sent becomes an entry after this: it is cancelled in the next turn.
  const onTheWay = await db
    .selectFrom('order_request')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['NEW', 'SENDING', 'UNKNOWN'])
    .executeTakeFirst()
  await refuseRests(db, services.clock, { accountId })
  const orders = await refreshOrders(services, account)
  const only = await workingEntries(db, accountId)
  const outcomes =
    only.length === 0 ? [] : await cancelAllOrders(services, account, { orders, by: { actorId: null }, only })
  if (onTheWay || outcomes.some(({ outcome }) => outcome === 'FAILED' || outcome === 'UNKNOWN')) return
  await db
    .updateTable('order_limit_reached')
    .set({ entries: 'CANCELLED' })
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .where('kind', '=', 'dailyLoss')
    .execute()
}

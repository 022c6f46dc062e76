// Keeps orders fresh between two readings of their account: settles requests whose answer is missing, reads accounts
// with open orders every few seconds, and cancels entries at their cancel price. Workers share the accounts by claiming
// turns; the claim of a worker that dies expires.
import { maskNumber } from '@clubfolio/domain'
import { sql } from 'kysely'
import { BrokerFailure } from '../adapters/broker/port.ts'
import { divideEntries } from '../features/entry-division/divide-entries.ts'
import { cancelDueEntries } from '../features/order/cancel-entries.ts'
import { placeHeldExits } from '../features/order/place-held-exits.ts'
import { refreshOrders } from '../features/order/refresh-orders.ts'
import { settleOverlaps } from '../features/order/settle-overlap.ts'
import { settleRequests } from '../features/order/settle-request.ts'
import { tradedAccountOf } from '../features/order/traded-account.ts'
import { watchCancelPrices } from '../features/order/watch-cancel-price.ts'
import { advanceActions } from '../features/position-action/advance-actions.ts'
import type { Services } from '../services.ts'
import { runRows } from '../features/job/run-rows.ts'
import { runSteps } from '../features/job/run-steps.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 3_000
const readEveryMs = 10_000
const accountsPerPage = 20

/** Runs one full turn of the job. */
export async function runOrderTurn(services: Services): Promise<void> {
  await runSteps(
    () => settleRequests(services),
    () => settleOverlaps(services),
    () => readOrders(services),
    // After the reading, so that exits follow the fills that it found.
    () => placeHeldExits(services),
    // After the reading, so that it has found the parts.
    () => divideEntries(services),
    // After the reading, so that a fill that an action waits for is known.
    () => advanceActions(services),
    // After the reading, so that an entry that was filled is known to be filled.
    () => watchCancelPrices(services),
    () => cancelDueEntries(services),
  )
}

async function readOrders(services: Services): Promise<void> {
  let ids: readonly string[]
  do await readPage(services, (ids = await claimAccounts(services)))
  while (ids.length === accountsPerPage)
}

async function readPage(services: Services, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const accounts = await services.db
    .selectFrom('account')
    .select(['id', 'owner_id', 'number'])
    .where('id', 'in', [...ids])
    .execute()
  await runRows(services, 'read-orders', accounts, {
    describe: ({ id, owner_id: ownerId, number }) => ({
      id,
      ownerId,
      name: `The orders of account ${maskNumber(number)}`,
    }),
    async work({ id }) {
      try {
        const account = await tradedAccountOf(services.db, id)
        if (account) await refreshOrders(services, account)
      } catch (error) {
        // The reading of the account reports a failing brokerage; its orders are read in the next turn.
        if (!(error instanceof BrokerFailure)) throw error
      }
    },
  })
}

/** Accounts with an order that may still change and that are due. */
async function claimAccounts({ db, clock, brokers }: Services): Promise<string[]> {
  const now = new Date(clock.nowMs())
  const claimed = await sql<{ account_id: string }>`
    insert into order_turn as t (account_id, next_at)
    select a.id, ${new Date(now.getTime() + readEveryMs)}
    from account a join account_sync s on s.account_id = a.id
    where a.is_active and a.broker = any(${[...brokers.names]}) and s.failure is distinct from 'LAPSED'
      and exists (select from broker_order o where o.account_id = a.id
        and o.status not in ('REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED'))
      and not exists (select from order_turn w where w.account_id = a.id and w.next_at > ${now})
    limit ${accountsPerPage}
    on conflict (account_id) do update set next_at = excluded.next_at where t.next_at <= ${now}
    returning account_id
  `.execute(db)
  return claimed.rows.map((row) => row.account_id)
}

export const startOrderJob = (services: Services): PeriodicJob =>
  startPeriodicJob(services, { tickMs, failure: 'the order job failed', run: () => runOrderTurn(services) })

// Takes what was read of an account's orders into our copy and tells the owner of what happened, in one transaction.
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { announceChanges } from './announce-changes.ts'
import { storeOrders } from './store-orders.ts'

/** `readMs` is the wall time at which the reading began; nothing happens when the account is gone. */
export async function takeInOrders(trx: Trx, clock: Clock, accountId: string, roots: readonly BrokerOrder[], readMs: number): Promise<void> {
  const account = await trx.selectFrom('account').select(['id', 'owner_id', 'number']).where('id', '=', accountId).forUpdate().executeTakeFirst()
  if (!account) return
  await announceChanges(trx, clock, account, await storeOrders(trx, accountId, roots, readMs))
}

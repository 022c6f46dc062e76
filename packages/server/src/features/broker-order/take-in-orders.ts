// Takes what was read of an account's orders into our copy and tells the owner of what happened, in one transaction.
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { announceChanges, type NewsOptions } from './announce-changes.ts'
import { storeOrders } from './store-orders.ts'

/** `readMs` is the wall time at which the reading began; nothing happens when the account is gone. Answers whether something was filled. */
export async function takeInOrders(trx: Trx, clock: Clock, accountId: string, roots: readonly BrokerOrder[], readMs: number, options: NewsOptions = {}): Promise<boolean> {
  const account = await trx.selectFrom('account').select(['id', 'owner_id', 'number']).where('id', '=', accountId).forUpdate().executeTakeFirst()
  if (!account) return false
  const changes = await storeOrders(trx, accountId, roots, readMs)
  await announceChanges(trx, clock, account, changes, options)
  const isFilled = changes.some(({ order, before }) => Number(order.filledQuantity) > Number(before?.filledQuantity ?? 0))
  // Whoever took this in reads positions and cash at once; when it dies before, the account's turn has come.
  if (isFilled) await trx.updateTable('account_sync').set({ next_at: new Date(clock.nowMs()) }).where('account_id', '=', accountId).where('next_at', '>', new Date(clock.nowMs())).execute()
  return isFilled
}

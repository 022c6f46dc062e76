// Stores the orders of one reading and notifies the owner of what happened, in one transaction.
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { announceChanges, type NewsOptions } from './announce-changes.ts'
import { reopenHeldExits } from './reopen-held-exits.ts'
import { storeOrders } from './store-orders.ts'

/** For this long, the one who found a fill reads the account itself. */
const ownReadingMs = 10_000

export interface ApplyBrokerOrdersOptions {
  readonly accountId: string
  readonly roots: readonly BrokerOrder[]
  readonly readMs: number
  readonly options?: NewsOptions | undefined
}

/**
 * Returns whether something was filled; does nothing when the account is gone. `readMs` is the wall-clock time at which
 * the reading started.
 */
export async function applyBrokerOrders(
  trx: Trx,
  clock: Clock,
  { accountId, roots, readMs, options = {} }: ApplyBrokerOrdersOptions,
): Promise<boolean> {
  const account = await trx
    .selectFrom('account')
    .select(['id', 'owner_id', 'number', 'is_paper'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return false
  const changes = await storeOrders(trx, accountId, roots, readMs)
  await reopenHeldExits(trx, clock, accountId, changes)
  await announceChanges(trx, clock, { account, changes, newsOptions: options })
  const isFilled = changes.some(
    ({ order, before }) => Number(order.filledQuantity) > Number(before?.filledQuantity ?? 0),
  )
  // The caller reads positions and cash immediately. If it dies before that, the account's scheduled reading is due
  // soon, but not at once: the account would be read twice at the same moment.
  const soon = new Date(clock.nowMs() + ownReadingMs)
  if (isFilled)
    await trx
      .updateTable('account_sync')
      .set({ next_at: soon })
      .where('account_id', '=', accountId)
      .where('next_at', '>', soon)
      .execute()
  return isFilled
}

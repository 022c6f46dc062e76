// Stores the orders of an account that were just read, under the lock of the account's row like every reading.
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { readAfterFill } from '../account-reading/read-after-fill.ts'
import type { NewsOptions } from '../broker-order/announce-changes.ts'
import { applyBrokerOrders } from '../broker-order/apply-broker-orders.ts'

export interface StoreReadOrdersOptions {
  readonly orders: readonly BrokerOrder[]
  readonly startedMs: number
  readonly options?: NewsOptions | undefined
}

/** Stores the orders; also reads positions and cash when something was filled. */
export async function storeReadOrders(
  services: Services,
  accountId: string,
  { orders, startedMs, options = {} }: StoreReadOrdersOptions,
): Promise<void> {
  const { db, clock } = services
  if (
    await inTransaction(db, (trx) =>
      applyBrokerOrders(trx, clock, { accountId, roots: orders, readMs: startedMs, options }),
    )
  )
    await readAfterFill(services, accountId)
}

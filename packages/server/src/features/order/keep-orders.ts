// Stores the orders of an account that were just read, under the lock of the account's row like every reading.
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { readAfterFill } from '../account-reading/read-after-fill.ts'
import type { NewsOptions } from '../broker-order/announce-changes.ts'
import { takeInOrders } from '../broker-order/take-in-orders.ts'

export interface KeepOrdersOptions {
  readonly orders: readonly BrokerOrder[]
  readonly startedMs: number
  readonly options?: NewsOptions | undefined
}

/** Stores the orders; also reads positions and cash when something was filled. */
export async function keepOrders(services: Services, accountId: string, { orders, startedMs, options = {} }: KeepOrdersOptions): Promise<void> {
  const { db, clock } = services
  if (await inTransaction(db, (trx) => takeInOrders(trx, clock, { accountId, roots: orders, readMs: startedMs, options }))) await readAfterFill(services, accountId)
}

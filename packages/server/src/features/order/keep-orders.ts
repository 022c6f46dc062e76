// Takes what was just read of an account's orders into our copy, holding the account's row as every reading does.
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { takeInOrders } from '../broker-order/take-in-orders.ts'

export async function keepOrders({ db, clock }: Services, accountId: string, orders: readonly BrokerOrder[], startedMs: number): Promise<void> {
  await inTransaction(db, (trx) => takeInOrders(trx, clock, accountId, orders, startedMs))
}

// Reads an order at the brokerage and stores it together with its tree.
import { type BrokerOrder, BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { storeReadOrders } from './store-read-orders.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

/** Returns the order. Throws a refusal when the brokerage cannot be reached. */
export async function lookAtOrder(services: Services, account: TradedAccount, orderId: string): Promise<BrokerOrder> {
  const startedMs = services.clock.nowMs()
  try {
    const order = await services.brokers
      .brokerOf(account)
      .readOrder(accessOf(services, account), account.hash_value, orderId)
    await storeReadOrders(services, account.id, { orders: await wholeTrees(services, account, order), startedMs })
    return order
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

/**
 * Returns the order's whole tree: a child keeps its place in the tree, so its root is read instead. Throws
 * BrokerFailure.
 */
export async function wholeTrees(
  services: Services,
  account: TradedAccount,
  order: BrokerOrder,
): Promise<readonly BrokerOrder[]> {
  const stored = await services.db
    .selectFrom('broker_order')
    .select('root_id')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', order.brokerId)
    .executeTakeFirst()
  if (!stored || stored.root_id === order.brokerId) return [order]
  return [
    await services.brokers.brokerOf(account).readOrder(accessOf(services, account), account.hash_value, stored.root_id),
  ]
}

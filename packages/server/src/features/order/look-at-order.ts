// Reads an order at the brokerage and stores it together with its tree.
import { type BrokerOrder, BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { storeReadOrders } from './store-read-orders.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

/** Returns the order. Throws a refusal when the brokerage cannot be reached. */
export async function lookAtOrder(services: Services, account: TradedAccount, orderId: string): Promise<BrokerOrder> {
  const startedMs = services.clock.nowMs()
  try {
    const { order, roots } = await readWithTree(services, account, orderId)
    await storeReadOrders(services, account.id, { orders: roots, startedMs })
    return order
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

export interface OrderInTree {
  readonly order: BrokerOrder
  /** What is stored of it: a child keeps its place in its tree, so this is its root. */
  readonly roots: readonly BrokerOrder[]
}

/**
 * Reads an order together with its tree. Of a child whose root is known only the root is read, because the brokerage
 * limits the requests of a login per minute. Throws BrokerFailure.
 */
export async function readWithTree(services: Services, account: TradedAccount, orderId: string): Promise<OrderInTree> {
  const root = await readOrder(services, account, await findRootId(services, account, orderId))
  const inTree = flattenOrders([root]).find(({ order }) => order.brokerId === orderId)?.order
  return { order: inTree ?? (await readOrder(services, account, orderId)), roots: [root] }
}

/** Returns the tree of an order that was read: itself, or its root, which is read. Throws BrokerFailure. */
export async function findTree(services: Services, account: TradedAccount, order: BrokerOrder): Promise<BrokerOrder> {
  const rootId = await findRootId(services, account, order.brokerId)
  return rootId === order.brokerId ? order : readOrder(services, account, rootId)
}

const readOrder = (services: Services, account: TradedAccount, id: string): Promise<BrokerOrder> =>
  services.brokers.brokerOf(account).readOrder(accessOf(services, account), account.hash_value, id)

/** Returns its own id for an order that is not known yet. */
async function findRootId({ db }: Services, account: TradedAccount, orderId: string): Promise<string> {
  const stored = await db
    .selectFrom('broker_order')
    .select('root_id')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', orderId)
    .executeTakeFirst()
  return stored?.root_id ?? orderId
}

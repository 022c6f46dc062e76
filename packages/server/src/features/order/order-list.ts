// Reads an account's recent orders at the broker: before sending, to know which orders exist, and after a lost
// response, to find out what happened.
import { dayMs, type EpochMs, toEpochMs } from '@clubfolio/domain'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'
import { readWithTree } from './look-at-order.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

/** Wide enough for any error of a brokerage's clock: the ids decide, not the times. */
const spanDays = 3

export interface OrderList {
  readonly fromMs: EpochMs
  readonly startedMs: number
  readonly orders: readonly BrokerOrder[]
}

export interface ListOptions {
  /** Market time; by default the last days are listed. */
  readonly since?: EpochMs
  /** An order that is replaced: what takes its place is listed too, even if their tree is older. */
  readonly replacesId: string | null
}

/**
 * Returns the orders entered since then. A brokerage lists a tree by the time of its root, and the stop of an entry is
 * often replaced weeks after the entry. Throws BrokerFailure.
 */
export async function listRecentOrders(
  services: Services,
  account: TradedAccount,
  { since, replacesId }: ListOptions,
): Promise<OrderList> {
  const startedMs = services.clock.nowMs()
  const market = await accountMarketTime(services.db, services.clock, account.market_source)
  const fromMs = since ?? toEpochMs(market.nowMs - spanDays * dayMs)
  const orders = await services.brokers
    .brokerOf(account)
    .listOrders(accessOf(services, account), account.hash_value, fromMs, toEpochMs(market.nowMs + dayMs))
  if (replacesId === null || idsOf(orders).includes(replacesId)) return { fromMs, startedMs, orders }
  const { roots } = await readWithTree(services, account, replacesId)
  return { fromMs, startedMs, orders: [...orders, ...roots] }
}

/** Returns all ids of the list, including those inside trees. */
export const idsOf = (orders: readonly BrokerOrder[]): string[] =>
  flattenOrders(orders).map(({ order }) => order.brokerId)

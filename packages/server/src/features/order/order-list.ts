// Reads the broker's recent orders of an account: before something is sent, to know what was there, and after an answer was
// lost, to find what came of it.
import type { EpochMs } from '@clubfolio/domain'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

const dayMs = 24 * 60 * 60_000
/** Wide enough for any clock of a brokerage to be wrong by: what counts are the ids, not the instants. */
const spanDays = 3

export interface OrderList {
  readonly fromMs: EpochMs
  readonly startedMs: number
  readonly orders: readonly BrokerOrder[]
}

/** Orders entered since `fromMs` (market time), by default of the last days. Throws BrokerFailure. */
export async function listRecentOrders(services: Services, account: TradedAccount, since?: EpochMs): Promise<OrderList> {
  const startedMs = services.clock.nowMs()
  const market = await accountMarketTime(services.db, services.clock, account.market_source)
  const fromMs = since ?? ((market.nowMs - spanDays * dayMs) as EpochMs)
  const orders = await services.broker.listOrders(accessOf(services, account), account.hash_value, fromMs, (market.nowMs + dayMs) as EpochMs)
  return { fromMs, startedMs, orders }
}

/** All ids of the list, those inside of trees included. */
export const idsOf = (orders: readonly BrokerOrder[]): string[] => flattenOrders(orders).map(({ order }) => order.brokerId)

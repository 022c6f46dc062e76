// Reads all orders of an account that may still have changed and stores them, between two readings of the account.
import { dayMs, toEpochMs } from '@clubfolio/domain'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { ordersFrom } from '../broker-order/orders-from.ts'
import { storeReadOrders } from './store-read-orders.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

/**
 * Returns the root orders. Simultaneous calls share one read that starts after they were made, because the brokerage
 * limits a login's requests per minute. Throws BrokerFailure.
 */
export async function refreshOrders(services: Services, account: TradedAccount): Promise<readonly BrokerOrder[]> {
  return services.brokers.brokerOf(account).shared.orders(account.id, () => refresh(services, account))
}

async function refresh(services: Services, account: TradedAccount): Promise<readonly BrokerOrder[]> {
  const { db, clock, brokers } = services
  const startedMs = clock.nowMs()
  const market = await accountMarketTime(db, clock, account.market_source)
  const orders = await brokers
    .brokerOf(account)
    .listOrders(
      accessOf(services, account),
      account.hash_value,
      await ordersFrom(db, account.id, market.nowMs),
      toEpochMs(market.nowMs + dayMs / 24),
    )
  await storeReadOrders(services, account.id, { orders, startedMs })
  return orders
}

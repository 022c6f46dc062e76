// Whole objects of which a test states only what matters to it.
import type { Task } from '@clubfolio/contract'
import { toEpochMs } from '@clubfolio/domain'
import type { Insertable } from 'kysely'
import type { BrokerOrder } from '../adapters/broker/port.ts'
import type { Tables } from '../db/tables.ts'

/** A working stop order to buy 100 ACME, as the brokerage reports it. */
export const brokerOrder = (more: Partial<BrokerOrder> = {}): BrokerOrder => ({
  brokerId: '1',
  strategy: 'SINGLE',
  symbol: 'ACME',
  assetType: 'EQUITY',
  multiplier: 1,
  legCount: 1,
  legs: [],
  shape: null,
  instruction: 'BUY',
  orderType: 'STOP',
  session: 'NORMAL',
  duration: 'DAY',
  quantity: '100',
  filledQuantity: '0',
  remainingQuantity: '100',
  price: null,
  stopPrice: '51',
  averageFillPrice: null,
  lastFillMs: null,
  goodTill: null,
  trail: null,
  status: 'WORKING',
  description: null,
  isCancelable: true,
  enteredMs: toEpochMs(0),
  closedMs: null,
  children: [],
  ...more,
})

/** Our copy of a working order to buy one share at a limit of 10.00. */
export const brokerOrderRow = (
  accountId: string,
  brokerId: string,
  more: Partial<Insertable<Tables['broker_order']>> = {},
): Insertable<Tables['broker_order']> => ({
  account_id: accountId,
  broker_id: brokerId,
  root_id: brokerId,
  parent_id: null,
  position: 0,
  strategy: 'SINGLE',
  symbol: 'AAPL',
  asset_type: 'EQUITY',
  multiplier: 1,
  leg_count: 1,
  instruction: 'BUY',
  order_type: 'LIMIT',
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  quantity: '1',
  filled_quantity: '0',
  remaining_quantity: '1',
  price: '10.00',
  stop_price: null,
  average_fill_price: null,
  status: 'WORKING',
  description: null,
  is_cancelable: true,
  entered_at: new Date('2026-03-02T15:00:00Z'),
  closed_at: null,
  read_at: new Date('2026-03-04T15:00:00Z'),
  ...more,
})

/** A trade in SPY that moved one cent. */
export const transactionRow = (
  accountId: string,
  more: Partial<Insertable<Tables['account_transaction']>> = {},
): Insertable<Tables['account_transaction']> => ({
  account_id: accountId,
  broker_id: '1',
  occurred_at: new Date('2026-02-10T15:00:00Z'),
  day: '2026-02-10',
  kind: 'TRADE',
  description: 'x',
  symbol: 'SPY',
  asset_type: null,
  quantity: null,
  price: null,
  net_amount_cents: 1n,
  order_id: null,
  ...more,
})

/** A task that is half done. */
export const taskNamed = (name: string): Task => ({
  id: '00000000-0000-7000-8000-000000000001',
  name,
  position: 1,
  total: 2,
  percent: 50,
  status: 'RUNNING',
  revision: 1,
  startedAt: 0,
  endedAt: null,
  error: null,
  isCancellable: false,
  isCancelling: false,
})

// One reading of an account at its brokerage: the request, the response, and the closes that follow from it.
import type { AccountDay, Cents } from '@clubfolio/domain'
import type { BrokerAccount, BrokerOrder } from '../../adapters/broker/port.ts'
import type { DayedTransaction } from './booked-transaction.ts'
import type { ClosingPrices } from './closing-prices.ts'
import type { MarketTime } from '../account/market-time.ts'

export interface SyncedAccount {
  readonly id: string
  readonly owner_id: string
  readonly broker: string
  readonly broker_login_id: string | null
  readonly hash_value: string
  readonly market_source: string
  readonly linked_day: string
}

export interface Reading {
  readonly account: SyncedAccount
  readonly startedMs: number
  readonly market: MarketTime
  readonly values: BrokerAccount
  readonly transactions: readonly DayedTransaction[]
  readonly orders: readonly BrokerOrder[]
  readonly closes: ComputedCloses
}

export interface ComputedClose extends AccountDay {
  readonly isRebuilt: boolean
  readonly isReconciled: boolean
}

export interface DeliveredSecurities {
  readonly transaction: DayedTransaction
  /** The price of their day may still come. */
  readonly isPriceLate: boolean
}

export interface ComputedCloses {
  readonly closes: readonly ComputedClose[]
  /** Null when nothing was due, so nothing was checked. */
  readonly unexplainedCents: Cents | null
  /** Delivered securities that are new, or whose day has a close now: what they count for. */
  readonly deliveries: readonly DeliveredSecurities[]
  readonly prices: ClosingPrices | null
}

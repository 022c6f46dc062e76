// The dependencies of a running brokerage, passed to every route.

import type { Database } from './db/connect.ts'
import type { OrderNews } from './engine/order-news.ts'
import type { Clock } from './kernel/clock.ts'
import type { RequestLimit } from './kernel/request-limit.ts'
import type { WebSessions } from './login/web-session.ts'
import type { MarketDesk } from './market/market-desk.ts'
import type { EngineSettings } from './order/account-book.ts'
import type { OAuthClient } from './oauth/client.ts'
import type { Lifetimes } from './oauth/lifetime.ts'

export interface BrokerParts {
  readonly database: Database
  readonly clock: Clock
  readonly desk: MarketDesk
  /** Execution settings: slippage, fees, partial fills. */
  readonly settings: EngineSettings
  readonly sessions: WebSessions
  readonly clients: readonly OAuthClient[]
  readonly lifetimes: Lifetimes
  /** Undefined: no limit on calls per minute. */
  readonly limit: RequestLimit | undefined
  /** The brokerage's own origin; also the issuer of identity tokens. */
  readonly issuer: () => string
  /** Says when the orders of an account have changed. */
  readonly orderNews: OrderNews
  /** Advances every open order to the present of its market. */
  readonly advanceAll: () => Promise<void>
}

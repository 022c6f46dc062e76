// The dependencies of use cases: real ones in the running server, the same on a test database in tests. Only main.ts
// and testing/ build them.
import type { SimulatedMarket } from '@clubfolio/simulated-market'
import type { Pool } from 'pg'
import type { Brokers } from './adapters/broker/brokers.ts'
import type { MarketDataPort } from './adapters/market-data/port.ts'
import type { OidcPort } from './adapters/oidc/port.ts'
import type { CaptchaPort } from './adapters/captcha/port.ts'
import type { MailPort, TextMessagePort } from './adapters/message/port.ts'
import type { OutboundPort } from './adapters/outbound/port.ts'
import type { Db } from './db/connect.ts'
import type { RawReads } from './db/raw-reads.ts'
import type { MarketWatch } from './features/market/watch-market.ts'
import type { WatchedSessions } from './features/security/watch-sessions.ts'
import type { MessageFeed } from './features/push/message-feed.ts'
import type { ReportRenderer } from './features/report-delivery/report-renderer.ts'
import type { ReplayCache } from './features/fund/book/replay-cache.ts'
import type { RealisedCache } from './features/transaction/realised-cache.ts'
import type { Background } from './kernel/background.ts'
import type { Clock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import type { Health } from './kernel/health.ts'
import type { KeptAnswers } from './kernel/kept-answers.ts'
import type { Log } from './kernel/log.ts'
import type { Metrics } from './kernel/metrics.ts'
import type { Pause } from './kernel/pause.ts'
import type { SocketPlaces } from './kernel/socket-limit.ts'
import type { SecretBox } from './kernel/secret.ts'
import type { Trx } from './kernel/transaction.ts'

export interface Services {
  readonly config: Config
  readonly db: Db
  /** Handwritten SQL reads, on the same connections as `db`. */
  readonly raw: RawReads
  readonly clock: Clock
  /** The seeded market; the paper brokerage computes with an equal one. */
  readonly simulated: SimulatedMarket
  /** Yahoo Finance, if configured. */
  readonly yahoo: MarketDataPort | undefined
  /** Alpaca as a source of prices, if configured. */
  readonly alpacaPrices: MarketDataPort | undefined
  readonly log: Log
  readonly metrics: Metrics
  readonly secrets: SecretBox
  /** Every configured brokerage; a use case picks by the account it works on. */
  readonly brokers: Brokers
  readonly sms: TextMessagePort
  readonly mail: MailPort
  /** Requests to addresses that users have entered, never into the own network. */
  readonly outbound: OutboundPort
  readonly captcha: CaptchaPort
  /** Signing in with an OpenID Connect provider, if configured. */
  readonly oidc: OidcPort | undefined
  readonly background: Background
  /** Waits before something is looked at again. */
  readonly pause: Pause
  /** Replays of funds' books, checked against the database before each use. */
  readonly replays: ReplayCache
  /** Realised gains of accounts, checked against the database before each use. */
  readonly realised: RealisedCache
  /** Trades of accounts as round trips, checked against the database before each use. */
  /** This process's view of the log of messages to browsers. */
  readonly messages: MessageFeed
  /** Whether the market has changed, as far as this process knows. */
  readonly market: MarketWatch
  /** What this process keeps of sessions, and hears of their changes. */
  readonly sessionWatch: WatchedSessions
  /** Answers that follow from the market alone, kept until it changes. */
  readonly keptAnswers: KeptAnswers
  /** Counts sockets together with the other web processes of a supervisor. */
  readonly socketPlaces?: SocketPlaces | undefined
  /** Threads that write reports as files. */
  readonly renderer: ReportRenderer
  /** Reads an account at its brokerage now. A reading writes into the books, so the books call it through here. */
  readonly readAccount: (services: Services, accountId: string) => Promise<unknown>
  /** Accounts with fills, noted here by work that reads them once at its end. Without it each is read at once. */
  readonly filledAccounts?: Set<string>
}

/**
 * The services of reads and jobs: also the connection pool under `db`, for COPY and for locks that outlive a
 * transaction.
 */
export interface PooledServices extends Services {
  readonly pool: Pool
  /** Runs on a connection outside the pool; rejects when the database does not answer. */
  readonly probe: () => Promise<Health>
}

/**
 * The services of an effect's handler: its own transaction as `db`, and no pool. An effect that requested a second
 * connection from the pool while holding one would wait for the others, which wait for it: ten at once freeze the
 * server.
 */
export interface EffectServices extends Services {
  readonly db: Trx
}

// Starts the paper brokerage: connects, migrates, listens. All settings come from the caller; `main.ts` reads the
// environment.

import { brokerApp } from './app.ts'
import type { BrokerLog } from './app.ts'
import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { purgeLapsed } from './db/purge-lapsed.ts'
import type { Clock } from './kernel/clock.ts'
import { orderNews } from './engine/order-news.ts'
import { runEngine } from './engine/run-engine.ts'
import { requestLimit } from './kernel/request-limit.ts'
import { checkBooks } from './ledger/check-books.ts'
import { webSessions } from './login/web-session.ts'
import { marketDesk } from './market/market-desk.ts'
import type { PaperMarket } from './market/paper-market.ts'
import { recordedPaperMarket } from './market/recorded-paper-market.ts'
import type { OAuthClient } from './oauth/client.ts'
import { callbackRefusal } from './oauth/client.ts'
import type { Lifetimes } from './oauth/lifetime.ts'
import { LIFETIMES } from './oauth/lifetime.ts'
import type { EngineSettings } from './order/account-book.ts'
import { PLAIN_SETTINGS } from './order/account-book.ts'

export interface PaperBrokerOptions {
  readonly databaseUrl: string
  /** 0 selects a free port. */
  readonly port: number
  /** Address to listen on; defaults to this machine only. */
  readonly host?: string
  /** Public origin for browsers; defaults to the address it listens on. */
  readonly publicUrl?: string | undefined
  readonly clock: Clock
  /** The simulated market; recorded bars are read from the database. */
  readonly market: PaperMarket
  /** Whether the simulated market ticks around the clock; by default it does. False: New York hours. */
  readonly isAlwaysOpen?: boolean
  readonly clients: readonly OAuthClient[]
  readonly lifetimes?: Partial<Lifetimes>
  /** Execution settings; defaults to plain fills without fees. */
  readonly settings?: Partial<EngineSettings>
  /**
   * Interval at which the engine works open orders; absent with a steerable clock, whose owner calls `advance` instead.
   */
  readonly engineEveryMs?: number | undefined
  /** Calls per minute that one consent may make; absent means unlimited. */
  readonly requestsPerMinute?: number | undefined
  readonly log: BrokerLog
}

export interface PaperBroker {
  /** The brokerage's origin, without a trailing slash. */
  readonly url: string
  /** The port it listens on; behind a proxy not the origin's. */
  readonly port: number
  /** Works every open order up to the present of its market; called after moving a steerable clock. */
  advance(): Promise<void>
  stop(): Promise<void>
}

const MARKET_CONNECTIONS = 4

function reportFault(log: BrokerLog, fault: string): void {
  if (log === false) return
  if ('error' in log) log.error(fault)
  else console.error(fault)
}

function refuseWrongCallbacks(clients: readonly OAuthClient[]): void {
  for (const client of clients) {
    for (const redirectUri of client.redirectUris) {
      const refusal = callbackRefusal(redirectUri)
      if (refusal !== null) throw new Error(`The callback of ${client.name} cannot be registered: ${refusal}.`)
    }
  }
}

/** Starts the brokerage and resolves once it listens. `stop` lets running requests finish, then closes the database. */
export async function startPaperBroker(options: PaperBrokerOptions): Promise<PaperBroker> {
  refuseWrongCallbacks(options.clients)
  const { log, clock } = options
  const onIdleError = (error: Error): void => reportFault(log, `A resting database connection broke: ${error.message}`)
  const database = connect(options.databaseUrl, onIdleError)
  // Prices are read while an account is locked; a separate pool keeps those reads from waiting behind requests that
  // wait for the lock.
  const marketDatabase = connect(options.databaseUrl, onIdleError, MARKET_CONNECTIONS)
  const news = orderNews({ databaseUrl: options.databaseUrl, onFault: (fault) => reportFault(log, fault) })
  const disconnect = async (): Promise<void> => {
    await Promise.all([database.destroy(), marketDatabase.destroy(), news.stop()])
  }
  try {
    await migrate(database)
    await purgeLapsed(database, clock.now())
    for (const difference of await checkBooks(database))
      reportFault(log, `The books disagree: ${JSON.stringify(difference)}`)
    const desk = marketDesk({
      database: marketDatabase,
      clock,
      simulated: options.market,
      recorded: {
        import: recordedPaperMarket(marketDatabase, 'import'),
        yahoo: recordedPaperMarket(marketDatabase, 'yahoo'),
        alpaca: recordedPaperMarket(marketDatabase, 'alpaca'),
      },
      alwaysOpen: options.isAlwaysOpen ?? true,
    })
    const settings = { ...PLAIN_SETTINGS, ...options.settings }
    const engine = runEngine({
      database,
      desk,
      settings,
      clock,
      everyMs: options.engineEveryMs,
      onFault: (fault) => reportFault(log, fault),
    })
    // Browsers are only ever sent to the public origin; with port 0 it is known after listening, so it is resolved
    // lazily.
    let origin = options.publicUrl === undefined ? '' : new URL(options.publicUrl).origin
    const app = brokerApp(
      {
        database,
        clock,
        desk,
        settings,
        sessions: webSessions({ database, clock, publicOrigin: () => origin }),
        clients: options.clients,
        lifetimes: { ...LIFETIMES, ...options.lifetimes },
        limit: options.requestsPerMinute === undefined ? undefined : requestLimit(clock, options.requestsPerMinute),
        issuer: () => origin,
        orderNews: news,
        advanceAll: engine.advanceAll,
      },
      log,
    )
    await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('The brokerage does not listen on a port')
    const { port } = address
    if (origin === '') origin = `http://127.0.0.1:${port}`
    return {
      url: origin,
      port,
      advance: engine.advanceAll,
      stop: async () => {
        await Promise.all([app.close(), engine.stop()])
        await disconnect()
      },
    }
  } catch (error) {
    await disconnect()
    throw error
  }
}

// A real brokerage for a test file: its own database, free port, steerable clock, fixed market, one registered
// application.

import type { PaperBroker, PaperBrokerOptions } from '../start-paper-broker.ts'
import { startPaperBroker } from '../start-paper-broker.ts'
import { connect } from '../db/connect.ts'
import type { Database } from '../db/connect.ts'
import { steerableClock } from '../kernel/clock.ts'
import type { SteerableClock } from '../kernel/clock.ts'
import type { OAuthClient } from '../oauth/client.ts'
import { createBrokerDatabase } from './broker-database.ts'
import { fixedMarket } from './fixed-market.ts'
import type { FixedMarket } from './fixed-market.ts'

/** Wednesday, 10:00 in New York, during the session. */
export const TEST_NOW_MS = Date.parse('2026-03-04T15:00:00Z')

export const TEST_CLIENT: OAuthClient = {
  clientId: 'club-key',
  clientSecret: 'club-secret-of-some-length',
  name: 'Clubfolio',
  redirectUris: ['http://127.0.0.1:4600/account'],
}

export const TEST_CALLBACK = 'http://127.0.0.1:4600/account'

export interface TestBroker {
  readonly broker: PaperBroker
  readonly url: string
  readonly databaseUrl: string
  readonly clock: SteerableClock
  readonly market: FixedMarket
  /** Direct access to the tables, to verify what was written. */
  readonly database: Database
  close(): Promise<void>
}

export async function startTestBroker(
  more: Pick<PaperBrokerOptions, 'requestsPerMinute' | 'settings' | 'isAlwaysOpen'> = {},
): Promise<TestBroker> {
  const own = await createBrokerDatabase()
  const clock = steerableClock(TEST_NOW_MS)
  const market = fixedMarket()
  const broker = await startPaperBroker({
    databaseUrl: own.url,
    port: 0,
    clock,
    market,
    clients: [TEST_CLIENT],
    log: false,
    ...more,
  })
  const database = connect(own.url, () => {})
  return {
    broker,
    url: broker.url,
    databaseUrl: own.url,
    clock,
    market,
    database,
    close: async () => {
      await broker.stop()
      await database.destroy()
      await own.drop()
    },
  }
}

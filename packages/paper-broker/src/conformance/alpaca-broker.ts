// A paper brokerage on the simulated market for the conformance of the Alpaca wire, with an account that has traded for
// some months: fills with fees, dividends, deposits, options and open orders.

import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { connect } from '../db/connect.ts'
import type { Database } from '../db/connect.ts'
import { steerableClock } from '../kernel/clock.ts'
import type { SteerableClock } from '../kernel/clock.ts'
import { simulatedPaperMarket } from '../market/simulated-paper-market.ts'
import { parseCents } from '../money/money.ts'
import { startPaperBroker } from '../start-paper-broker.ts'
import type { PaperBroker } from '../start-paper-broker.ts'
import type { AlpacaAccount } from '../testing/alpaca-account.ts'
import { alpacaAccount } from '../testing/alpaca-account.ts'
import { createBrokerDatabase } from '../testing/broker-database.ts'
import { TEST_CLIENT, TEST_NOW_MS } from '../testing/test-broker.ts'
import { accountIdOf } from '../testing/trade.ts'

export interface AlpacaBroker {
  readonly url: string
  readonly broker: PaperBroker
  readonly database: Database
  readonly clock: SteerableClock
  readonly account: AlpacaAccount
  readonly keys: { readonly keyId: string; readonly secret: string }
  close(): Promise<void>
}

const DAY_MS = 24 * 60 * 60_000

/** Starts it with one linked account and a key pair of that account. */
export async function startAlpacaBroker(userName: string): Promise<AlpacaBroker> {
  const own = await createBrokerDatabase()
  const clock = steerableClock(TEST_NOW_MS)
  const commission = parseCents('0.35')
  if (commission === null) throw new Error('no commission')
  const broker = await startPaperBroker({
    databaseUrl: own.url,
    port: 0,
    clock,
    market: simulatedPaperMarket(createSimulatedMarket({ seed: 'client', instrumentCount: 20 })),
    clients: [TEST_CLIENT],
    settings: { commission },
    log: false,
  })
  const database = connect(own.url, () => undefined)
  const account = await alpacaAccount({ url: broker.url, database }, userName)
  await account.browser.get('/paper')
  const made = await account.browser.submit('/paper/make-keys', { account: await accountIdOf({ database }, userName) })
  const [, keyId = ''] = /Key id<\/dt>\s*<dd class="code">([^<]+)/.exec(made.body) ?? []
  const [, secret = ''] = /Secret key<\/dt>\s*<dd class="code">([^<]+)/.exec(made.body) ?? []
  return {
    url: broker.url,
    broker,
    database,
    clock,
    account,
    keys: { keyId, secret },
    close: async () => {
      await broker.stop()
      await database.destroy()
      await own.drop()
    },
  }
}

/** Lets time pass for the account, day by day, as an engine on a timer does. */
export async function passDays({ clock, broker }: AlpacaBroker, days: number): Promise<void> {
  for (let n = 0; n < days; n += 1) {
    clock.advance(DAY_MS)
    await broker.advance()
  }
}

// The demonstration as a test environment: its people, the real paper brokerage with the simulated market and a year of
// trades, and optionally the club of five on top of it. Both are created once per run; every test file gets a copy.
import { paperBrokerSettings } from '../adapters/broker/broker-settings.ts'
import { createSchwabBroker, requestsPerMinute } from '../adapters/broker/schwab/schwab-broker.ts'
import { createBrokers } from '../adapters/broker/brokers.ts'
import type { BrokerPort } from '../adapters/broker/port.ts'
import { createRequestAllowance } from '../adapters/broker/http/request-allowance.ts'
import { makeClub } from '../demonstration/make-club.ts'
import { demonstrationPassword, localSignIns, seedDemonstration } from '../demonstration/seed-demonstration.ts'
import type { PooledServices } from '../services.ts'
import { ManualClock } from '../kernel/clock.ts'
import { startTestApp, testStartMs, type TestApp, type TestAppOptions, type TestUser } from './test-app.ts'
import { schemaTemplate, type TestTemplate } from './test-database.ts'

interface Brokerage {
  readonly url: string
  stop(): Promise<void>
}

export interface Demonstration extends TestApp {
  readonly broker: BrokerPort
  /** The manager's login at the paper brokerage. */
  readonly login: { readonly userName: string; readonly password: string }
  signInAs(role: 'manager' | 'administrator' | 'member'): Promise<TestUser>
}

/** The brokerage is another program; it is loaded by its URL so that the server's build never depends on it. */
const folder = new URL('../../../paper-broker/src/', import.meta.url)
const load = async <Module>(file: string): Promise<Module> =>
  (await import(/* @vite-ignore */ new URL(file, folder).href)) as Module

const yearTemplate: TestTemplate = {
  name: 'year',
  from: schemaTemplate,
  fill: (url) => fillDemonstration(url, async () => {}),
}
const clubTemplate: TestTemplate = {
  name: 'club',
  from: yearTemplate,
  fill: (url) => fillDemonstration(url, async ({ services, login }) => void (await makeClub(services, login))),
}

interface DemonstrationOptions extends Pick<TestAppOptions, 'replace'> {
  /** Includes the club of five on top of the year. */
  readonly hasClub?: boolean
}

export function startDemonstration({ hasClub = false, ...options }: DemonstrationOptions = {}): Promise<Demonstration> {
  return startOn({ ...options, template: hasClub ? clubTemplate : yearTemplate })
}

async function fillDemonstration(
  databaseUrl: string,
  fill: (demonstration: Demonstration) => Promise<void>,
): Promise<void> {
  const demonstration = await startOn({ beside: { databaseUrl, clock: new ManualClock(testStartMs) } })
  try {
    await fill(demonstration)
  } finally {
    await demonstration.stop()
  }
}

/** Creates what is missing: nothing when the database is a copy. */
async function startOn(options: Pick<TestAppOptions, 'replace' | 'template' | 'beside'>): Promise<Demonstration> {
  const { startPaperBroker } = await load<{ startPaperBroker: (options: unknown) => Promise<Brokerage> }>('index.ts')
  const paper = await load<{ seedDemonstration: (parts: unknown, login: unknown) => Promise<string | null> }>(
    'demonstration/seed-demonstration.ts',
  )
  const { simulatedPaperMarket } = await load<{ simulatedPaperMarket: (market: unknown) => unknown }>(
    'market/simulated-paper-market.ts',
  )
  const login = { userName: 'demo', password: demonstrationPassword }
  let brokerage: Brokerage | undefined
  let broker: BrokerPort | undefined
  const app = await startTestApp({
    ...options,
    async replace(services: PooledServices, databaseUrl: string) {
      const own = paperBrokerSettings(services.config, 'a secret that only this test knows')
      const parts = {
        databaseUrl,
        clock: { now: () => services.clock.nowMs() },
        market: simulatedPaperMarket(services.simulated),
      }
      brokerage = await startPaperBroker({
        ...parts,
        port: 0,
        log: false,
        clients: [
          {
            clientId: own.clientId,
            clientSecret: own.clientSecret,
            name: 'Clubfolio',
            redirectUris: [own.callbackUrl],
          },
        ],
      })
      await paper.seedDemonstration(parts, login)
      broker = createSchwabBroker(
        paperBrokerSettings({ ...services.config, paperPublicUrl: brokerage.url }, own.clientSecret),
        createRequestAllowance(services.db, { perMinute: requestsPerMinute }),
        () => services.clock.nowMs(),
      )
      return { brokers: createBrokers([broker]), ...(await options.replace?.(services, databaseUrl)) }
    },
  })
  await seedDemonstration(app.services.db, app.clock, false)
  return {
    ...app,
    broker: broker!,
    login,
    async signInAs(role) {
      const { email } = localSignIns.find((one) => one.role === role)!
      await app.client().security.login({ body: { email, password: demonstrationPassword } })
      const user = await app
        .client()
        .security.checkVerificationCode({ body: { email, code: await app.readCode(email) } })
      return { user, client: app.client(user.token), email }
    },
    async stop() {
      broker?.close()
      await brokerage?.stop()
      await app.stop()
    },
  }
}

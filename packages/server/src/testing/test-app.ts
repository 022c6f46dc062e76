// The whole application on its own database and free port, with a steered clock and real HTTP; only text messages are
// not really sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type ApiError, type Client, type SessionUser } from '@clubfolio/contract'
import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { rawReadsOf } from '../db/raw-reads.ts'
import { createApp, type AppOptions } from '../app.ts'
import { connect } from '../db/connect.ts'
import { seedRights } from '../db/seed-rights.ts'
import { createUser, type SystemGroupKey } from '../features/user/create-user.ts'
import { readHealth } from '../features/job/worker-beat.ts'
import { createMarketWatch } from '../features/market/watch-market.ts'
import { createSessionWatch } from '../features/security/watch-sessions.ts'
import { createMessageFeed } from '../features/push/message-feed.ts'
import { createReplayCache } from '../features/fund/book/replay-cache.ts'
import { createRealisedCache } from '../features/transaction/realised-cache.ts'
import { createRequestAllowance } from '../adapters/broker/http/request-allowance.ts'
import { openBrokers } from '../adapters/broker/open-brokers.ts'
import { openOidc } from '../adapters/oidc/open-oidc.ts'
import { createAltcha } from '../adapters/captcha/altcha.ts'
import { createOutbox } from '../adapters/message/outbox.ts'
import { createGuardedOutbound } from '../adapters/outbound/guarded-outbound.ts'
import { createBackground } from '../kernel/background.ts'
import { ManualClock } from '../kernel/clock.ts'
import { readConfig } from '../kernel/config.ts'
import { createKeptAnswers } from '../kernel/kept-answers.ts'
import { createLog } from '../kernel/log.ts'
import { createMetrics } from '../kernel/metrics.ts'
import { pause, type Pause } from '../kernel/pause.ts'
import { createSecretBox } from '../kernel/secret.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { PooledServices } from '../services.ts'
import { createSignInFetch } from './sign-in-cookies.ts'
import { createTestDatabase, type TestTemplate } from './test-database.ts'
import { syncAccount } from '../features/account-reading/sync-account.ts'
import { createTestRenderer } from './test-renderer.ts'

/** Every test's clock starts at this instant (10:00 in New York on a Wednesday, markets open). */
export const testStartMs = Date.parse('2026-03-04T15:00:00Z')
export const testPassword = 'correct horse battery'
export const testSecretKey = 'a test key that is long enough for everything'

/** Other work has its turn, and nothing waits for real time to pass. */
const briefMs = 20
const pauseBriefly: Pause = (ms) => pause(Math.min(ms, briefMs))

export interface TestUser {
  readonly user: SessionUser
  readonly client: Client
  readonly email: string
}

export interface TestApp {
  readonly url: string
  readonly databaseUrl: string
  readonly app: FastifyInstance
  readonly services: PooledServices
  readonly clock: ManualClock
  /** Creates a user in the groups and signs them in through the real calls. */
  signUp(groups: readonly SystemGroupKey[], name?: string): Promise<TestUser>
  signIn(email: string): Promise<TestUser>
  /** Returns the last code that was sent to the user's phone. */
  readCode(email: string): Promise<string>
  client(token?: string, onFailure?: (error: ApiError) => void): Client
  stop(): Promise<void>
}

/**
 * The part of an application that is needed to create rows: also available for one in another process, if its database
 * and keys are known.
 */
export interface TestGround {
  readonly services: Pick<PooledServices, 'db' | 'clock' | 'secrets'>
  readonly clock: ManualClock
}

/** The part of a user that is needed to create objects. */
export interface ObjectOwner {
  readonly user: Pick<SessionUser, 'id' | 'token'>
  readonly client: Client
  readonly email: string
}

export interface TestAppOptions {
  /** The template its database is a copy of; without it only the tables exist. */
  readonly template?: TestTemplate
  /** Another application whose database this one shares, as a second process would; stop this one first. */
  readonly beside?: Pick<TestApp, 'databaseUrl' | 'clock'>
  readonly environment?: Readonly<Record<string, string>>
  readonly webDirectory?: string
  /** Defaults to those of the product. */
  readonly strangerLimits?: AppOptions['strangerLimits']
  /** Replaces services before the application is built, e.g. a text message port that fails. */
  readonly replace?: (
    services: PooledServices,
    databaseUrl: string,
  ) => Partial<PooledServices> | Promise<Partial<PooledServices>>
}

/** Holds one folder for each application of the test process, so that none finds the files of another. */
const dataFolders = mkdtempSync(join(tmpdir(), 'clubfolio-test-app-'))
process.once('exit', () => rmSync(dataFolders, { recursive: true, force: true }))

/**
 * A hash states its own cost. This one is cheap, so that the thousands of sign-ins of a run are; the product never
 * creates such a hash.
 */
let passwordHash: Promise<string> | undefined

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.beside
    ? { url: options.beside.databaseUrl, drop: () => Promise.resolve() }
    : await createTestDatabase(options.template)
  const connection = connect(database.url, () => undefined)
  const clock = options.beside?.clock ?? new ManualClock(testStartMs)
  await seedRights(connection.db, clock)
  const config = readConfig(
    { NODE_ENV: 'test', CLUBFOLIO_LOG: 'silent', CLUBFOLIO_MARKET_INSTRUMENTS: '20', ...options.environment },
    mkdtempSync(join(dataFolders, 'app-')),
  )
  const log = createLog(config.logLevel)
  // Not watched: tests write prices and rights by SQL and ask at once.
  const market = createMarketWatch()
  const base: PooledServices = {
    config,
    db: connection.db,
    pool: connection.pool,
    probe: () => readHealth((question) => connection.probe(question)),
    raw: rawReadsOf(connection.pool),
    simulated: createSimulatedMarket(config.market),
    yahoo: undefined,
    alpacaPrices: undefined,
    clock,
    log,
    background: createBackground(log),
    pause: pauseBriefly,
    replays: createReplayCache(),
    realised: createRealisedCache(),
    renderer: createTestRenderer(),
    readAccount: syncAccount,
    messages: createMessageFeed({ db: connection.db, databaseUrl: database.url, log }),
    market,
    sessionWatch: createSessionWatch(),
    keptAnswers: createKeptAnswers(market.version),
    outbound: createGuardedOutbound({ allowedNetworks: config.outboundNetworks }),
    oidc: openOidc(config),
    captcha: createAltcha(connection.db, clock, ['the captcha key in tests'], { from: 2, to: 8 }),
    metrics: createMetrics(),
    secrets: createSecretBox([testSecretKey]),
    brokers: openBrokers(config, {
      paperSecret: 'the secret of the paper brokerage in tests',
      allowanceOf: (perMinute) => createRequestAllowance(connection.db, { perMinute }),
      nowMs: () => clock.nowMs(),
    }),
    ...createOutbox(connection.db, clock, () => undefined),
  }
  const services: PooledServices = { ...base, ...(await options.replace?.(base, database.url)) }
  const undeclared = new Set<string>()
  const app = await createApp(services, {
    onUndeclaredRefusal: ({ route, refusal }) => undeclared.add(`${route} answers ${refusal}`),
    webDirectory: options.webDirectory ?? 'nowhere',
    showOutbox: true,
    ...(options.strangerLimits ? { strangerLimits: options.strangerLimits } : {}),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  const browserFetch = createSignInFetch()
  const client: TestApp['client'] = (token, onFailure) =>
    createClient({ baseUrl: url, getToken: () => token, fetch: browserFetch, ...(onFailure ? { onFailure } : {}) })

  const readCode: TestApp['readCode'] = async (email) => {
    await services.background.idle()
    const { phone_number } = await services.db
      .selectFrom('app_user')
      .select('phone_number')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const message = await services.db
      .selectFrom('outbox_message')
      .select('body')
      .where('recipient', '=', phone_number)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return /\b(\d{6})\b/.exec(message.body)![1]!
  }

  const signIn: TestApp['signIn'] = async (email) => {
    await client().security.login({ body: { email, password: testPassword } })
    const user = await client().security.checkVerificationCode({ body: { email, code: await readCode(email) } })
    return { user, client: client(user.token), email }
  }

  let people = 0
  const signUp: TestApp['signUp'] = async (groups, name) => {
    people++
    const email = `person${people}@example.test`
    passwordHash ??= hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const cheapHash = await passwordHash
    await inTransaction(services.db, (trx) =>
      createUser(trx, clock, {
        firstName: name ?? `Person${people}`,
        lastName: 'Example',
        email,
        phoneNumber: `+1212555${String(1000 + people)}`,
        passwordHash: cheapHash,
        groups,
      }),
    )
    return signIn(email)
  }

  return {
    databaseUrl: database.url,
    url,
    app,
    services,
    clock,
    signUp,
    signIn,
    readCode,
    client,
    async stop() {
      await app.close()
      await services.background.idle()
      await services.renderer.stop()
      await services.market.stop()
      await services.sessionWatch.stop()
      await services.messages.stop()
      await connection.close()
      await database.drop()
      if (undeclared.size > 0)
        throw new Error(`Add to the refusals of the route in packages/contract/src: ${[...undeclared].join(', ')}.`)
    },
  }
}

// The server process: reads the environment, builds the services, listens, and stops in order. ROLE decides whether it
// serves pages (web), runs the jobs (worker), or both (all). Everything it starts is passed to the parts as arguments;
// nothing else in the server reads the environment. Under the supervisor (start/supervise.ts) it is a web process that
// serves the connections it is handed, or the worker, which does everything but serve.
import { channel } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { fileURLToPath } from 'node:url'
import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { rawReadsOf } from './db/raw-reads.ts'
import { hasPaperBroker, paperClient, paperClientSecret } from './adapters/broker/broker-settings.ts'
import { createRequestAllowance } from './adapters/broker/http/request-allowance.ts'
import { createAlpacaPrices } from './adapters/market-data/alpaca-prices.ts'
import { openBrokers } from './adapters/broker/open-brokers.ts'
import { openOidc } from './adapters/oidc/open-oidc.ts'
import { chooseCaptcha } from './adapters/captcha/choose-captcha.ts'
import { chooseMessages, usesOutbox } from './adapters/message/choose-messages.ts'
import { createOutbox } from './adapters/message/outbox.ts'
import { createGuardedOutbound } from './adapters/outbound/guarded-outbound.ts'
import { createApp } from './app.ts'
import { connect } from './db/connect.ts'
import type { BrokerLogin } from './demonstration/allow-access.ts'
import { makeClub } from './demonstration/make-club.ts'
import { seedClubLife } from './demonstration/seed-club-life.ts'
import { demonstrationPassword, paperUserName, seedDemonstration } from './demonstration/seed-demonstration.ts'
import { seedAlerts } from './demonstration/seed-alerts.ts'
import { seedReports } from './demonstration/seed-reports.ts'
import { seedSchedules } from './demonstration/seed-schedules.ts'
import { seedResearch } from './demonstration/seed-research.ts'
import { migrate } from './db/migrate.ts'
import { seedRights } from './db/seed-rights.ts'
import { startStompForwarder } from './features/push/forward-to-stomp.ts'
import { readHealth } from './features/job/worker-beat.ts'
import { createMarketWatch } from './features/market/watch-market.ts'
import { createSessionWatch } from './features/security/watch-sessions.ts'
import { createMessageFeed } from './features/push/message-feed.ts'
import { syncAccount } from './features/account-reading/sync-account.ts'
import { createReportRenderer } from './features/report-delivery/report-renderer.ts'
import { createReplayCache, mostCachedRecords } from './features/fund/book/replay-cache.ts'
import { createRealisedCache, mostCachedRows } from './features/transaction/realised-cache.ts'
import { createBackground } from './kernel/background.ts'
import { ManualClock, systemClock } from './kernel/clock.ts'
import { tidyImports } from './features/market/tidy-imports.ts'
import { startResearchJob } from './jobs/research-job.ts'
import { startSimulatedMarketJob } from './jobs/simulated-market-job.ts'
import { startTaskUpkeepJob } from './jobs/task-upkeep-job.ts'
import { divideAmong } from './kernel/anonymous-limit.ts'
import { readConfig, type Config } from './kernel/config.ts'
import { newToken } from './kernel/id.ts'
import { chooseFormat, openLog, type Log, type OpenLog } from './kernel/log.ts'
import { createKeptAnswers } from './kernel/kept-answers.ts'
import { createMetrics } from './kernel/metrics.ts'
import { pause } from './kernel/pause.ts'
import { createSecretBox } from './kernel/secret.ts'
import type { PooledServices } from './services.ts'
import { createWorkerApp } from './worker-app.ts'
import { tellParent } from './start/tell-parent.ts'
import { withStartLock } from './start/with-start-lock.ts'
import { announce } from './start/announce.ts'
import { explainFailedStart } from './start/explain-failed-start.ts'
import { explainPort } from './start/explain-port.ts'
import { watchFrontDoor } from './start/front-door.ts'
import { openDatabase } from './start/open-database.ts'
import {
  startPaperBrokerProcess,
  type PaperBrokerOrder,
  type PaperBrokerProcess,
} from './start/paper-broker-process.ts'
import { readPlace } from './start/place.ts'
import { prepareDataFolder } from './start/prepare-data-folder.ts'
import { refuseUnfinishedFolder } from './start/restore-draft.ts'
import { readOrMakeSecretKey } from './start/secret-key.ts'
import { nothingDue, steerClockByMessages } from './start/steer-clock.ts'
import { startJobs } from './start/start-jobs.ts'
import { showProgress, silentProgress, startingDatabase } from './start/start-progress.ts'
import { withStopList, type StopList } from './start/stop-list.ts'
import { onStopRequest } from './start/stop-request.ts'
import { beSupervised, type Supervised } from './start/supervised.ts'
import { takeFreePort, type FreePort } from './start/take-free-port.ts'

/** A process with this much memory keeps as much of the books as one that is alone. */
const cacheHeapBytes = 2 * 2 ** 30

const root = fileURLToPath(new URL('../../..', import.meta.url))

async function main(): Promise<void> {
  const startedMs = performance.now()
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
  const asked = readConfig(process.env, `${root}.data`)
  const place = readPlace(process.argv.slice(2))
  const supervised = place && beSupervised(place)
  const openedLog = openLog(asked.logLevel, chooseFormat(asked.logFormat))
  const log = place ? openedLog.log.child({ process: place.name }) : openedLog.log
  try {
    const freePort = asked.port === 0 ? await takeFreePort(asked.host) : undefined
    // Read again: the addresses that the configuration leaves open follow the port.
    const config = freePort ? readConfig({ ...process.env, PORT: String(freePort.port) }, `${root}.data`) : asked
    try {
      await withStopList(log, (stops) =>
        serve(config, { log, terminal: openedLog, startedMs, freePort, supervised, stops }),
      )
    } finally {
      freePort?.release()
    }
  } finally {
    await openedLog.flush()
  }
}

interface Circumstances {
  readonly log: Log
  readonly terminal: Pick<OpenLog, 'format' | 'say' | 'tell'>
  readonly startedMs: number
  /** With PORT=0: the port that the system assigned. */
  readonly freePort: FreePort | undefined
  readonly supervised: Supervised | undefined
  readonly stops: StopList
}

/** Resolves when a stop was requested. What it starts joins `stops`, also when a later part does not start. */
async function serve(asked: Config, circumstances: Circumstances): Promise<void> {
  const { log, terminal, startedMs, supervised, stops } = circumstances
  // Of several processes the supervisor and the worker do what takes long.
  const progress = supervised?.place.isWorker === false ? silentProgress : showProgress(terminal)
  await prepareDataFolder(asked.dataDirectory)
  if (!asked.databaseUrl) await refuseUnfinishedFolder(asked.dataDirectory)
  const clock = asked.fixedNowMs === undefined ? systemClock : new ManualClock(asked.fixedNowMs)
  const secretKeys: readonly [string, ...string[]] = asked.secretKeys ?? [
    await readOrMakeSecretKey(asked.dataDirectory),
  ]
  const secrets = createSecretBox(secretKeys)

  if (!supervised) progress.step(startingDatabase)
  const database = await openDatabase(asked, log)
  stops.add('database', 'database', () => database.close())
  const { db } = database
  const onWait = (why: string) => log.warn({ why }, 'the start waits')
  const migrated = await migrate(db, { onWait })
  for (const name of migrated) log.info({ migration: name }, 'migrated')
  if (migrated.length > 0) progress.step(`The tables are up to date: ${migrated.length} steps.`)
  const isDemonstration = asked.environment !== 'production'
  const isWorker = asked.role !== 'web'
  const paperLogin: BrokerLogin = {
    userName: paperUserName,
    password: asked.isPublicDemo ? newToken() : demonstrationPassword,
  }
  // It takes as long to start as we do, and neither needs the other for that.
  const paperStart = startPaperBrokerOf({
    config: asked,
    databaseUrl: database.url,
    secretKey: secretKeys[0],
    demonstration: paperLogin,
    log,
  })
  // Where it refuses before anything waits for it, the start fails when something does.
  paperStart.catch(() => undefined)
  stops.add('brokerage', 'paper brokerage', () =>
    paperStart.then(
      (process) => process?.stop(),
      () => undefined,
    ),
  )
  const signIns = await withStartLock(
    database.pool,
    async () => {
      await seedRights(db, clock)
      return isDemonstration && isWorker ? seedDemonstration(db, clock, asked.isPublicDemo) : []
    },
    { onWait },
  )
  const config = asked.paperPort === 0 ? withPaperAddress(asked, await paperStart) : asked
  supervised?.prepared()
  // Separate connections: a renewal of access requests a token while it holds a connection, and must never wait for
  // another renewal.
  const counting = connect(database.url, (error) => log.warn({ err: error }, 'an idle database connection ended'), 2)
  stops.add('brokerage', 'connections that count requests', () => counting.close())
  const brokers = openBrokers(config, {
    paperSecret: paperClientSecret(secretKeys[0]),
    allowanceOf: (perMinute) => createRequestAllowance(counting.db, { perMinute }),
    nowMs: () => clock.nowMs(),
  })
  stops.add('brokerage', 'brokerage clients', () => brokers.close())
  const market = createMarketWatch()
  if (config.role !== 'worker') market.watch(database.url, log)
  stops.add('services', 'watch of the market', () => market.stop())
  const sessionWatch = createSessionWatch()
  if (config.role !== 'worker') sessionWatch.watch(database.url, log)
  stops.add('services', 'watch of sessions', () => sessionWatch.stop())
  const services: PooledServices = {
    config,
    db,
    clock,
    log,
    secrets,
    pool: database.pool,
    probe: () => readHealth((question) => database.probe(question)),
    raw: rawReadsOf(database.pool),
    simulated: createSimulatedMarket(config.market),
    yahoo: config.yahoo && (await import('./adapters/market-data/yahoo.ts')).createYahoo(config.yahoo.origin),
    alpacaPrices: config.alpacaPrices && createAlpacaPrices(config.alpacaPrices, () => clock.nowMs()),
    metrics: supervised?.shareMetrics(createMetrics(supervised.place.name)) ?? createMetrics(),
    brokers,
    background: createBackground(log),
    pause,
    ...createCaches(supervised),
    socketPlaces: supervised?.socketPlaces,
    renderer: createReportRenderer(undefined, supervised && 1),
    readAccount: syncAccount,
    messages: createMessageFeed({ db, databaseUrl: database.url, log }),
    market,
    sessionWatch,
    keptAnswers: createKeptAnswers(market.version),
    outbound: createGuardedOutbound({ allowedNetworks: config.outboundNetworks }),
    oidc: openOidc(config),
    captcha: chooseCaptcha({ config, db, clock, secrets, log }),
    ...(await chooseMessages(config, createOutbox(db, clock, terminal.tell))),
  }
  stops.add('services', 'background work', () => services.background.idle())
  stops.add('services', 'message feed', () => services.messages.stop())
  // A report that is being written is returned to the queue and written again after the next start.
  stops.add('services', 'report renderer', () => services.renderer.stop())
  await tidyImports(services)
  const simulatedMarket = isWorker ? startSimulatedMarketJob(services, progress.market) : undefined
  stops.add('market', 'simulated market', () => simulatedMarket?.stop())
  await simulatedMarket?.filled
  if (signIns.length > 0) {
    await seedResearch(services)
    await seedReports(services)
    await seedSchedules(services)
  }
  const paperBroker = await paperStart
  if (paperBroker) progress.step('The paper brokerage is ready.')
  if (supervised?.place.isWorker === true) supervised.firstDataReady()
  else await openFrontDoor(services, circumstances)
  const research = isWorker ? startResearchJob(services) : undefined
  stops.add('jobs', 'research job', () => research?.stop())
  if (signIns.length > 0 && config.hasDemonstrationClub) progress.step('The demonstration: an account, a club of five.')
  if (paperBroker && config.hasDemonstrationClub) await makeClubOrSayWhy(services, paperLogin)
  const jobs = isWorker ? startJobs(services, paperBroker) : undefined
  stops.add('jobs', 'jobs', () => jobs?.stop())
  const forwarder =
    config.stomp &&
    startStompForwarder(
      services,
      (await import('./adapters/push/stomp-publisher.ts')).createStompPublisher({
        ...config.stomp,
        url: config.stomp.serverUrl,
      }),
    )
  stops.add('jobs', 'STOMP forwarder', () => forwarder?.stop())
  const taskUpkeep = startTaskUpkeepJob(services)
  stops.add('jobs', 'task upkeep job', () => taskUpkeep.stop())
  if (clock instanceof ManualClock) steerClockByMessages(clock, jobs ?? nothingDue)
  const print = (seconds: number) => {
    progress.end()
    terminal.say(announce(config, signIns, seconds))
  }
  if (supervised) supervised.onAnnounce(print)
  else print((performance.now() - startedMs) / 1000)
  channel('clubfolio:listening').publish({ url: config.origin })
  tellParent({ type: 'ready', origin: config.origin, port: config.port, paperPort: paperBroker?.port })
  const reason = await Promise.race([supervised?.stopRequest ?? onStopRequest(), database.failed])
  if (reason instanceof Error) throw reason
  log.info({ reason }, 'stopping')
  if (!supervised && terminal.format === 'text') terminal.tell('Stopping.')
}

/** Serves pages and calls, or of a worker health and metrics. */
async function openFrontDoor(services: PooledServices, { freePort, supervised, stops }: Circumstances): Promise<void> {
  const { config, log } = services
  const app =
    config.role === 'worker'
      ? await createWorkerApp(services)
      : await createApp(services, {
          webDirectory: `${root}packages/web/dist`,
          docsDirectory: `${root}site/dist`,
          showOutbox: config.environment !== 'production' && !config.isPublicDemo && usesOutbox(config),
          ...(supervised && { strangerLimits: divideAmong(supervised.place.webProcesses) }),
        })
  const door = watchFrontDoor(app)
  stops.add('front door', 'front door', async () =>
    log.info({ cut: await door.close(supervised?.lastConnection) }, 'nobody is served any more'),
  )
  if (supervised) await supervised.serve(app)
  else await (freePort ? freePort.serve(app) : listen(app, config))
}

/** One of several processes keeps what its part of the memory has room for. */
function createCaches(supervised: Supervised | undefined): Pick<PooledServices, 'replays' | 'realised'> {
  if (!supervised) return { replays: createReplayCache(), realised: createRealisedCache() }
  const share = Math.min(1, getHeapStatistics().heap_size_limit / cacheHeapBytes)
  return {
    replays: createReplayCache(Math.floor(mostCachedRecords * share)),
    realised: createRealisedCache(Math.floor(mostCachedRows * share)),
  }
}

/** The demonstration's club is optional: when it cannot be created the product starts anyway. */
async function makeClubOrSayWhy(services: PooledServices, login: BrokerLogin): Promise<void> {
  try {
    const made = await makeClub(services, login)
    if (made !== 'SKIPPED') await seedClubLife(services)
    if (made === 'MADE') await seedAlerts(services)
  } catch (error) {
    services.log.error({ err: error }, 'the club of the demonstration could not be made')
  }
}

/**
 * Starts our own paper brokerage when it is configured and this process is the whole product; production starts none.
 */
async function startPaperBrokerOf(
  order: Omit<PaperBrokerOrder, 'clientId' | 'clientSecret' | 'callbackUrl'> & { readonly secretKey: string },
): Promise<PaperBrokerProcess | undefined> {
  const { config, secretKey, ...rest } = order
  if (config.environment === 'production' || !hasPaperBroker(config) || config.role !== 'all') return undefined
  const paperBroker = await startPaperBrokerProcess({
    ...rest,
    ...paperClient(config, paperClientSecret(secretKey)),
    config,
  })
  tellParent({ type: 'paper-broker', port: paperBroker.port, url: paperBroker.url })
  return paperBroker
}

/** Returns the configuration with the port that the system assigned to our paper brokerage. */
function withPaperAddress(config: Config, paperBroker: PaperBrokerProcess | undefined): Config {
  return paperBroker === undefined
    ? config
    : { ...config, paperPort: paperBroker.port, paperPublicUrl: paperBroker.url }
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw explainPort(error, config) ?? error
  }
}

try {
  await main()
  process.exit(0)
} catch (error) {
  process.exit(explainFailedStart(error))
}

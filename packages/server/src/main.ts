// The server process: reads the environment, builds real things, listens, and stops in order.
// Everything it starts is handed to the parts as arguments; nothing else in the server reads the environment.
import { channel } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { brokerSettings, paperClientSecret } from './adapters/broker/broker-settings.ts'
import { createRequestAllowance, requestsPerMinute } from './adapters/broker/schwab/request-allowance.ts'
import { createSchwabBroker } from './adapters/broker/schwab/schwab-broker.ts'
import { chooseCaptcha } from './adapters/captcha/choose-captcha.ts'
import { chooseMessages, usesOutbox } from './adapters/message/choose-messages.ts'
import { createOutbox } from './adapters/message/outbox.ts'
import { createApp } from './app.ts'
import { connect } from './db/connect.ts'
import type { BrokerLogin } from './db/demo/allow-access.ts'
import { makeClub } from './db/demo/make-club.ts'
import { demonstrationPassword, paperUserName, seedDemonstration } from './db/demo/seed-demonstration.ts'
import { seedReports } from './db/demo/seed-reports.ts'
import { seedSchedules } from './db/demo/seed-schedules.ts'
import { seedResearch } from './db/demo/seed-research.ts'
import { DataFolderRefusal } from './db/embedded/data-folder-refusal.ts'
import { migrate } from './db/migrate.ts'
import { seedRights } from './db/seed-rights.ts'
import { reportAccess } from './features/account/report-access.ts'
import { fillSimulatedMarket } from './features/market/fill-simulated-market.ts'
import { writeFormingDay } from './features/market/write-forming-day.ts'
import { createMessageFeed } from './features/push/message-feed.ts'
import { createReportRenderer } from './features/report-delivery/report-renderer.ts'
import { createReplayCache } from './features/participation/replay-cache.ts'
import { createRealisedCache } from './features/transaction/realised-cache.ts'
import { createBackground } from './kernel/background.ts'
import { SteeredClock, systemClock } from './kernel/clock.ts'
import { startAccessReportJob } from './jobs/access-report-job.ts'
import { runFundUpkeep, startFundJob } from './jobs/fund-job.ts'
import { startAccountSyncJob } from './jobs/account-sync-job.ts'
import { runOrderTurn, startOrderJob } from './jobs/order-job.ts'
import { startFormingDayJob } from './jobs/forming-day-job.ts'
import { startYahooJob } from './jobs/yahoo-job.ts'
import { runSignInUpkeep, startSignInUpkeepJob } from './jobs/sign-in-upkeep-job.ts'
import { closeInterruptedRuns } from './features/market/import/close-interrupted-runs.ts'
import { runResearchUpkeep, startResearchJob } from './jobs/research-job.ts'
import { runReportUpkeep, startReportJob } from './jobs/report-job.ts'
import { startSimulatedMarketJob } from './jobs/simulated-market-job.ts'
import { ConfigError, readConfig, type Config } from './kernel/config.ts'
import { newToken } from './kernel/id.ts'
import { createLog } from './kernel/log.ts'
import { createMetrics } from './kernel/metrics.ts'
import { createSecretBox } from './kernel/secret.ts'
import type { Services } from './services.ts'
import { announce } from './start/announce.ts'
import { openDatabase } from './start/open-database.ts'
import { startPaperBrokerProcess, type PaperBrokerProcess } from './start/paper-broker-process.ts'
import { readOrMakeSecretKey } from './start/secret-key.ts'
import { steerClockByMessages } from './start/steer-clock.ts'
import { onStopRequest } from './start/stop-request.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

async function main(): Promise<void> {
  const startedMs = performance.now()
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
  const config = readConfig(process.env, `${root}.data`)
  const log = createLog(config.logLevel)
  await mkdir(config.dataDirectory, { recursive: true })
  const clock = config.fixedNowMs === undefined ? systemClock : new SteeredClock(config.fixedNowMs)
  const secretKeys: readonly [string, ...string[]] = config.secretKeys ?? [await readOrMakeSecretKey(config.dataDirectory)]
  const secrets = createSecretBox(secretKeys)

  const database = await openDatabase(config, log)
  const undo: (() => Promise<unknown>)[] = [() => database.close()]
  try {
    const { db } = database
    for (const name of await migrate(db)) log.info({ migration: name }, 'migrated')
    await seedRights(db, clock)
    const isDemonstration = config.environment !== 'production'
    const signIns = isDemonstration ? await seedDemonstration(db, clock, config.isPublicDemo) : []
    // Connections of its own: a renewal of access asks for a turn while it holds one, and must never wait for its like.
    const counting = connect(database.url, (error) => log.warn({ err: error }, 'an idle database connection ended'), 2)
    undo.unshift(() => counting.close())
    const allowance = createRequestAllowance(counting.db, { perMinute: requestsPerMinute })
    const broker = createSchwabBroker(brokerSettings(config, paperClientSecret(secretKeys[0])), allowance, () => clock.nowMs())
    undo.unshift(async () => broker.close())
    const services: Services = {
      config, db, clock, log, secrets,
      pool: database.pool,
      simulated: createSimulatedMarket(config.market),
      yahoo: config.yahoo && (await import('./adapters/market-data/yahoo.ts')).createYahoo(config.yahoo.origin),
      metrics: createMetrics(),
      broker,
      background: createBackground(log),
      replays: createReplayCache(),
      realised: createRealisedCache(),
      renderer: createReportRenderer(),
      messages: createMessageFeed({ db, databaseUrl: database.url, log }),
      captcha: chooseCaptcha({ config, db, clock, secrets, log }),
      ...chooseMessages(config, createOutbox(db, clock, (line) => console.log(line))),
    }
    undo.unshift(() => services.background.idle())
    undo.unshift(() => services.messages.stop())
    // A report that is being written is put back and written again after the next start.
    undo.unshift(() => services.renderer.stop())
    if ((await closeInterruptedRuns(services)) > 0) log.warn('an import was interrupted by the last stop; nothing of it was stored')
    const simulatedMarket = startSimulatedMarketJob(services)
    undo.unshift(() => simulatedMarket.stop())
    await simulatedMarket.filled
    if (signIns.length > 0) {
      await seedResearch(services)
      await seedReports(services)
      await seedSchedules(services)
    }
    const paperLogin: BrokerLogin = { userName: paperUserName, password: config.isPublicDemo ? newToken() : demonstrationPassword }
    const paperBroker = await startPaperBrokerOf(services, database.url, secretKeys[0], paperLogin)
    undo.unshift(() => paperBroker?.stop() ?? Promise.resolve())
    const app = await createApp(services, { webDirectory: `${root}packages/web/dist`, showOutbox: isDemonstration && !config.isPublicDemo && usesOutbox(config) })
    undo.unshift(() => app.close())
    await listen(app, config)
    const research = startResearchJob(services)
    undo.splice(1, 0, () => research.stop())
    if (paperBroker && config.hasDemonstrationClub) await makeClubOrSayWhy(services, paperLogin)
    const accountSync = startAccountSyncJob(services)
    const formingDay = startFormingDayJob(services)
    const orders = startOrderJob(services)
    const signInUpkeep = startSignInUpkeepJob(services)
    const funds = startFundJob(services)
    const accessReport = startAccessReportJob(services)
    const yahoo = startYahooJob(services)
    const reports = startReportJob(services)
    undo.splice(1, 0, () => accountSync.stop(), () => formingDay.stop(), () => orders.stop(), () => signInUpkeep.stop(), () => funds.stop(), () => accessReport.stop(), () => yahoo.stop(), () => reports.stop())
    if (clock instanceof SteeredClock) {
      steerClockByMessages(clock, {
        // What follows an entry at the brokerage belongs to its day. A reading between the moves of our clock and the brokerage's
        // would take yesterday's figures for today's and be done.
        before: async () => {
          await services.background.idle()
          await accountSync.hold()
        },
        after: async (nowMs) => {
          await paperBroker?.moveClock(nowMs)
          await fillSimulatedMarket(services)
          await writeFormingDay(services)
          await runResearchUpkeep(services)
          await accountSync.runNow()
          await runOrderTurn(services)
          await reportAccess(services)
          await runSignInUpkeep(services)
          await runFundUpkeep(services)
          await runReportUpkeep(services)
          accountSync.release()
        },
      })
    }
    console.log(announce(config, signIns, (performance.now() - startedMs) / 1000))
    channel('clubfolio:listening').publish({ url: config.origin })
    process.send?.({ type: 'ready', origin: config.origin })
    const reason = await Promise.race([onStopRequest(), database.failed])
    if (reason instanceof Error) throw reason
    log.info({ reason }, 'stopping')
  } finally {
    for (const step of undo) await step()
  }
}

/** The demonstration's club is for looking around: when it cannot be made the product starts all the same. */
async function makeClubOrSayWhy(services: Services, login: BrokerLogin): Promise<void> {
  try {
    await makeClub(services, login)
  } catch (error) {
    services.log.error({ err: error }, 'the club of the demonstration could not be made')
  }
}

/** Our own paper brokerage, when no other is configured and this process is the whole product; production starts none. */
async function startPaperBrokerOf({ config, broker, log }: Services, databaseUrl: string, secretKey: string, demonstration: BrokerLogin): Promise<PaperBrokerProcess | undefined> {
  if (config.environment === 'production' || config.broker.traderUrl !== undefined || config.role !== 'all') return undefined
  return startPaperBrokerProcess({
    config,
    databaseUrl,
    clientId: broker.appKey,
    clientSecret: paperClientSecret(secretKey),
    callbackUrl: broker.redirectUrl,
    demonstration,
    log,
  })
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError(`PORT: port ${config.port} is taken by another program. Stop it, or set PORT to a free one.`)
  }
}

try {
  await main()
  process.exit(0)
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof DataFolderRefusal
  console.error(isPlain ? `Clubfolio did not start.\n${error.message}` : error)
  process.exit(isPlain ? 2 : 1)
}

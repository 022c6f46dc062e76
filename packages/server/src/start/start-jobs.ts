// The jobs of a worker process: everything that runs without a request. A process that only serves pages starts none.
import { reportAccess } from '../features/account-reading/report-access.ts'
import { startWorkerBeat } from '../features/job/worker-beat.ts'
import { fillSimulatedMarket } from '../features/market/fill-simulated-market.ts'
import { writeFormingDay } from '../features/market/write-forming-day.ts'
import { deliverMessages } from '../features/notification-delivery/send-messages.ts'
import { deliverWebhooks } from '../features/webhook-delivery/deliver-webhooks.ts'
import { startNewsListener } from '../features/order/listen-for-news.ts'
import { startAccessReportJob } from '../jobs/access-report-job.ts'
import { startAccountSyncJob } from '../jobs/account-sync-job.ts'
import { startAlertJob } from '../jobs/alert-job.ts'
import { startFormingDayJob } from '../jobs/forming-day-job.ts'
import { runFundUpkeep, startFundJob } from '../jobs/fund-job.ts'
import { runJournalUpkeep, startJournalJob } from '../jobs/journal-job.ts'
import { startMessageJob } from '../jobs/message-job.ts'
import { runOrderTurn, startOrderJob } from '../jobs/order-job.ts'
import { startPriceJob } from '../jobs/price-job.ts'
import { runReportUpkeep, startReportJob } from '../jobs/report-job.ts'
import { runResearchUpkeep } from '../jobs/research-job.ts'
import { runSignInUpkeep, startSignInUpkeepJob } from '../jobs/sign-in-upkeep-job.ts'
import { startWebhookJob } from '../jobs/webhook-job.ts'
import { startUpdateCheckJob } from '../jobs/update-check-job.ts'
import { startWebPushJob } from '../jobs/web-push-job.ts'
import { deliverWebPush } from '../features/web-push/send-web-push.ts'
import type { PooledServices } from '../services.ts'
import type { PaperBrokerProcess } from './paper-broker-process.ts'
import type { ClockMove } from './steer-clock.ts'

export interface Jobs extends ClockMove {
  /** Finishes running work and starts nothing new. */
  stop(): Promise<void>
}

export function startJobs(services: PooledServices, paperBroker: PaperBrokerProcess | undefined): Jobs {
  const accountSync = startAccountSyncJob(services)
  const alerts = startAlertJob(services)
  const others = [
    startMessageJob,
    startWebhookJob,
    startWebPushJob,
    startFormingDayJob,
    startOrderJob,
    startNewsListener,
    startSignInUpkeepJob,
    startFundJob,
    startAccessReportJob,
    startPriceJob,
    startReportJob,
    startJournalJob,
    startUpdateCheckJob,
    startWorkerBeat,
  ].map((start) => start(services))
  return {
    // The brokerage's follow-up to an entry belongs to the entry's day. A reading between the moves of our clock and
    // the brokerage's would take yesterday's figures for today's and count as done.
    async before() {
      await services.background.idle()
      await accountSync.hold()
    },
    async after(nowMs) {
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
      await runJournalUpkeep(services)
      await alerts.runNow()
      await deliverMessages(services)
      await deliverWebhooks(services)
      await deliverWebPush(services)
      accountSync.release()
    },
    async stop() {
      // Stop all at once: waiting for one job's turn to end must not give another one time to start a new turn.
      await Promise.all([accountSync, alerts, ...others].map((job) => job.stop()))
    },
  }
}

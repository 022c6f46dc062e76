// Runs one turn of every job, one by one, as a worker does.
import { reportAccess } from '../features/account-reading/report-access.ts'
import { watchAccountRules } from '../features/alert-rule/watch-accounts.ts'
import { watchInstrumentRules } from '../features/alert-rule/watch-instruments.ts'
import { runSteps } from '../features/job/run-steps.ts'
import { writeFormingDay } from '../features/market/write-forming-day.ts'
import { deliverMessages } from '../features/notification-delivery/send-messages.ts'
import { deliverWebPush } from '../features/web-push/send-web-push.ts'
import { endLostTasks } from '../features/task/end-lost-tasks.ts'
import { syncDueAccounts } from '../jobs/account-sync-job.ts'
import { runFundUpkeep } from '../jobs/fund-job.ts'
import { runJournalUpkeep } from '../jobs/journal-job.ts'
import { runOrderTurn } from '../jobs/order-job.ts'
import { runReportUpkeep } from '../jobs/report-job.ts'
import { runResearchUpkeep } from '../jobs/research-job.ts'
import { runSignInUpkeep } from '../jobs/sign-in-upkeep-job.ts'
import type { PooledServices } from '../services.ts'

export const runAllJobs = (services: PooledServices): Promise<void> =>
  runSteps(
    () => writeFormingDay(services),
    () => runResearchUpkeep(services),
    () => syncDueAccounts(services),
    () => runOrderTurn(services),
    () => reportAccess(services),
    () => runSignInUpkeep(services),
    () => runFundUpkeep(services),
    () => runReportUpkeep(services),
    () => runJournalUpkeep(services),
    () => watchInstrumentRules(services, new Map()),
    () => watchAccountRules(services),
    () => deliverMessages(services),
    () => deliverWebPush(services),
    () => endLostTasks(services),
  )

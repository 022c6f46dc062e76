// Checks all accounts once a minute for access that is about to expire.
import { reportAccess } from '../features/account-reading/report-access.ts'
import type { Services } from '../services.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 60_000

export const startAccessReportJob = (services: Services): PeriodicJob =>
  startPeriodicJob(services, {
    tickMs,
    failure: 'lapsing access could not be reported',
    run: () => reportAccess(services),
  })

// Writes the forming day of the simulated market into the list figures every minute.
import { writeFormingDay } from '../features/market/write-forming-day.ts'
import type { PooledServices } from '../services.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 60_000

export const startFormingDayJob = (services: PooledServices): PeriodicJob =>
  startPeriodicJob(services, {
    tickMs,
    failure: 'the forming day could not be written',
    run: () => writeFormingDay(services),
  })

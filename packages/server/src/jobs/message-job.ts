// Delivers notifications by mail and text message to users who chose that.
import { deliverMessages } from '../features/notification-delivery/send-messages.ts'
import type { Services } from '../services.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 5_000

export const startMessageJob = (services: Services): PeriodicJob =>
  startPeriodicJob(services, {
    tickMs,
    failure: 'notifications could not be sent',
    run: () => deliverMessages(services),
  })

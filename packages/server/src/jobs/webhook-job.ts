// Sends the events of webhooks.
import { deliverWebhooks } from '../features/webhook-delivery/deliver-webhooks.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'
import type { Services } from '../services.ts'

const tickMs = 2_000

export const startWebhookJob = (services: Services): PeriodicJob =>
  startPeriodicJob(services, {
    tickMs,
    failure: 'webhooks could not be sent',
    run: () => deliverWebhooks(services),
  })

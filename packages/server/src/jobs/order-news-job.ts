// Keeps the connections over which brokerages report changes of orders.
import { createNewsListener } from '../features/order/listen-for-news.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'
import type { Services } from '../services.ts'

const tickMs = 5_000

export function startOrderNewsJob(services: Services): PeriodicJob {
  const listener = createNewsListener(services)
  const job = startPeriodicJob(services, {
    tickMs,
    failure: 'the news of orders could not be listened to',
    run: () => listener.turn(),
  })
  return {
    async stop() {
      await job.stop()
      await listener.stop()
    },
  }
}

// Sends notifications to browsers by web push: at once when the message log tells of one, and every few seconds what
// has to be tried again.
import { createWebPushSender, dropWebPush } from '../features/web-push/send-web-push.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'
import type { Services } from '../services.ts'

const tickMs = 5_000

export function startWebPushJob(services: Services): PeriodicJob {
  const sender = createWebPushSender(services)
  const stopListening = services.messages.listen((messages) => {
    if (messages.some(({ topic }) => topic === 'notification'))
      sender.pump().catch((error: unknown) => services.log.warn({ err: error }, 'web pushes could not be read'))
  })
  const job = startPeriodicJob(services, {
    tickMs,
    failure: 'notifications could not be sent by web push',
    async run() {
      await dropWebPush(services)
      await sender.pump()
    },
  })
  return {
    async stop() {
      stopListening()
      await job.stop()
      await sender.idle()
    },
  }
}

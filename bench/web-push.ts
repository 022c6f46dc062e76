// How long a notification takes from its record to the push service, with 1, 2, 5 and 10 devices of one user: the time
// until the last device has it, encrypted, signed and received by a push service on this machine, which opens it. At
// most four messages of a user are on their way at a time. Recorded; the promise of two seconds is a test.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded.ts'
import { recordNotification } from '../packages/server/src/features/notification/record-notification.ts'
import { startWebPushJob } from '../packages/server/src/jobs/web-push-job.ts'
import { startPushService } from '../packages/server/src/testing/push-service.ts'
import { startTestApp } from '../packages/server/src/testing/test-app.ts'
import { reportRow } from './support/report-row.ts'

const rounds = 50
const warmUps = 5

const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-bench-'))
const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = server.adminUrl
process.env['CLUBFOLIO_TEST_RUN'] = 'bench'

try {
  const service = await startPushService()
  const app = await startTestApp({ environment: { CLUBFOLIO_OUTBOUND_ALLOW: '127.0.0.1/32' } })
  const job = startWebPushJob(app.services)
  for (const count of [1, 2, 5, 10]) {
    const owner = await app.signUp(['INVESTORS'])
    const devices: string[] = []
    for (let n = 0; n < count; n++) {
      const { id } = await owner.client.webPush.saveDevice({ body: { ...service.subscribe(), showsDetails: false } })
      devices.push(id)
    }
    const times: number[] = []
    for (let round = -warmUps; round < rounds; round++) {
      const title = `Alert ${round}`
      const arrivals = devices.map((id) =>
        service.next(({ payload }) => payload.device === id && payload.title === title),
      )
      const startMs = performance.now()
      await recordNotification(app.services.db, app.clock, {
        userId: owner.user.id,
        kind: 'ALERT_FIRED',
        key: title,
        title,
        text: 'ACME traded at $10.01.',
        link: '/alert',
      })
      const pushes = await Promise.all(arrivals)
      if (round >= 0) times.push(Math.max(...pushes.map(({ atMs }) => atMs)) - startMs)
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => times[Math.floor(times.length * share)]!
    reportRow({
      what: `from a notification to the push service, ${count === 1 ? 'one device' : `the last of ${count} devices`}`,
      value: at(0.5),
      unit: 'ms',
      digits: 0,
      figures: `p50 of ${rounds}; p90 ${at(0.9).toFixed(0)} ms, worst ${times.at(-1)!.toFixed(0)} ms`,
    })
  }
  await job.stop()
  await app.stop()
  await service.stop()
} finally {
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
}

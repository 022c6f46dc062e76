import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { beat, reportSilentWorkers } from './worker-beat.ts'

let app: TestApp
let administrator: TestUser
let manager: TestUser

beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.signUp(['ADMINISTRATORS'])
  manager = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

const quietFor = (seconds: number) =>
  sql`update worker_beat set beat_at = clock_timestamp() - make_interval(secs => ${seconds})`.execute(app.services.db)
const health = async () => (await fetch(`${app.url}/health`)).json()
const told = async (person: TestUser) =>
  (await person.client.alert.findCurrent()).map(({ kind, severity, title, resolvedAt }) => ({
    kind,
    severity,
    title,
    resolvedAt,
  }))

test('a worker that is quiet for more than a minute is an alert for administrators until one gives a sign again, and /health says so', async () => {
  await quietFor(50)
  await reportSilentWorkers(app.services)
  expect([await told(administrator), await health()]).toEqual([
    [],
    { status: 'ok', worker: 'running', commits: 'local' },
  ])

  await quietFor(70)
  await reportSilentWorkers(app.services)
  await reportSilentWorkers(app.services)
  expect(await told(administrator)).toEqual([
    { kind: 'NO_WORKER', severity: 'CRITICAL', title: 'No worker runs', resolvedAt: null },
  ])
  expect([await told(manager), await health()]).toEqual([[], { status: 'ok', worker: 'silent', commits: 'local' }])

  await beat(app.services.db)
  await reportSilentWorkers(app.services)
  expect([await told(administrator), await health()]).toMatchObject([
    [{ kind: 'NO_WORKER', resolvedAt: app.clock.nowMs() }],
    { worker: 'running' },
  ])
})

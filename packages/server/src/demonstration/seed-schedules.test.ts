// The demonstration's scheduled reports run for their owners.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderDueRuns } from '../features/report-delivery/run-schedules.ts'
import { runWaitingReports } from '../features/report-delivery/run-reports.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { seedDemonstration } from './seed-demonstration.ts'
import { seedSchedules } from './seed-schedules.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.stop())

it('gives each of them a report that comes again, and every one of them can be made', async () => {
  const { db } = app.services
  await seedDemonstration(db, app.clock, false)
  await seedSchedules(app.services)
  const schedules = await db
    .selectFrom('report_schedule')
    .select(['name', 'report_name', 'frequency'])
    .orderBy('name')
    .execute()
  expect(schedules.map(({ name, frequency }) => `${name} ${frequency}`)).toEqual([
    'Activity of the users WEEKLY',
    'Month in review MONTHLY',
    'Open positions every morning DAILY',
    'Winners of the week WEEKLY',
  ])
  app.clock.set(Date.parse('2026-04-06T15:00:00Z'))
  expect(await orderDueRuns(app.services)).toBe(4)
  await runWaitingReports(app.services)
  expect(
    (await db.selectFrom('report_run').select(['name', 'state', 'reason']).execute()).filter(
      ({ state }) => state !== 'DONE',
    ),
  ).toEqual([])
  expect(await db.selectFrom('outbox_message').select('subject').where('channel', '=', 'MAIL').execute()).toHaveLength(
    4,
  )
})

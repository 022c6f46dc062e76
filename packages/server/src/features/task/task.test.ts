// Tasks: written by one writer, seen by those they concern while they run and for a moment after.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startTask } from './write-task.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('a task shows its progress and, for five minutes, its end; the own ones of others stay hidden', async () => {
  const { db, clock } = app.services
  const [anna, ben] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
  const all = await startTask(db, clock, { name: 'Fill the market', total: 500 })
  app.clock.advance(1)
  const own = await startTask(db, clock, { name: 'Report', total: 2, ownerId: anna.user.id })
  await all.advance(123, 500)
  expect(await ben.client.task.findRecent()).toEqual([{ name: 'Fill the market', position: 123, total: 500, percent: 24.6, status: 'RUNNING' }])
  await own.fail()
  expect((await anna.client.task.findRecent()).map(({ name, status }) => `${name} ${status}`)).toEqual(['Fill the market RUNNING', 'Report FAILED'])
  await all.complete()
  expect((await ben.client.task.findRecent())[0]).toMatchObject({ status: 'COMPLETED' })
  app.clock.advance(5 * 60_000)
  expect(await ben.client.task.findRecent()).toEqual([])
})

test('work that begins again after its process died leaves no task running for ever', async () => {
  const { db, clock } = app.services
  app.clock.advance(5 * 60_000)
  const dora = await app.signUp(['INVESTORS'])
  await startTask(db, clock, { name: 'Fill again', total: 5 })
  app.clock.advance(1)
  await startTask(db, clock, { name: 'Fill again', total: 5 })
  expect((await dora.client.task.findRecent()).map(({ status }) => status)).toEqual(['FAILED', 'RUNNING'])
})

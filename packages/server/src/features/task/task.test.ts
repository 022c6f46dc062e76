// Tasks: written by one writer, seen by those they concern while they run, kept as a history, cancelled at a safe
// point, and failed when their process dies.
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { outcomeOf } from '../../testing/rights.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { endLostTasks, lostTaskText } from './end-lost-tasks.ts'
import { startLateTask } from './start-late-task.ts'
import { runTask, startTask, TaskCancelled } from './write-task.ts'

let app: TestApp
let anna: TestUser
let ben: TestUser
let root: TestUser
beforeAll(async () => {
  app = await startTestApp()
  anna = await app.signUp(['INVESTORS'], 'Anna')
  ben = await app.signUp(['INVESTORS'], 'Ben')
  root = await app.signUp(['ADMINISTRATORS'])
})
beforeEach(async () => {
  await app.services.db.deleteFrom('task').execute()
})
afterAll(() => app.stop())

const everything = { status: 'ALL', whose: 'OWN', start: 0, count: 20 } as const
const start = (name: string, ownerId?: string, onCancel?: string) =>
  startTask(app.services.db, app.clock, {
    name,
    total: 5,
    ...(ownerId ? { ownerId } : {}),
    ...(onCancel ? { onCancel } : {}),
  })
const namesOf = async (user: TestUser) =>
  (await user.client.task.findRecent()).map(({ name, status }) => `${name} ${status}`)

test('a task shows its progress and, for five minutes, its end; the own ones of others stay hidden', async () => {
  const all = await start('Fill the market')
  app.clock.advance(1)
  const own = await start('Report', anna.user.id)
  await all.advance(123, 500)
  expect(await ben.client.task.findRecent()).toEqual([
    {
      id: all.id,
      name: 'Fill the market',
      position: 123,
      total: 500,
      percent: 24.6,
      status: 'RUNNING',
      revision: 2,
      startedAt: app.clock.nowMs() - 1,
      endedAt: null,
      error: null,
      isCancellable: false,
      isCancelling: false,
    },
  ])
  await own.fail('No paper.')
  expect(await namesOf(anna)).toEqual(['Fill the market RUNNING', 'Report FAILED'])
  await all.complete()
  expect((await ben.client.task.findRecent())[0]).toMatchObject({ status: 'COMPLETED' })
  app.clock.advance(5 * 60_000)
  expect(await ben.client.task.findRecent()).toEqual([])
})

test('work whose process died counts as failed once its lease has run out, and says so; work that lives goes on', async () => {
  const { db } = app.services
  await start('Lost', anna.user.id)
  const alive = await start('Alive', anna.user.id)
  await sql`update task set lease_until = clock_timestamp() - interval '1 second' where name = 'Lost'`.execute(db)
  expect(await endLostTasks(app.services)).toBe(1)
  expect((await anna.client.task.find({ params: { ...everything, status: 'FAILED' } })).result).toMatchObject([
    { name: 'Lost', error: lostTaskText },
  ])
  expect(await endLostTasks(app.services)).toBe(0)
  // A task that was silent for too long but is still alive continues.
  await sql`update task set lease_until = clock_timestamp() - interval '1 second' where name = 'Alive'`.execute(db)
  expect(await endLostTasks(app.services)).toBe(1)
  await alive.advance(2, 5)
  expect(await namesOf(anna)).toContain('Alive RUNNING')
  await alive.complete()
  expect(await namesOf(anna)).toContain('Alive COMPLETED')
})

test('a step that is still on its way when the work ends does not make it run again', async () => {
  const { db } = app.services
  let isSlow = false
  // The connection of the step comes late, as from a busy pool.
  const transaction = () => ({
    execute: async <Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> => {
      const waits = isSlow
      isSlow = false
      if (waits) await delay(300)
      return db.transaction().execute(work)
    },
  })
  const task = await startTask(Object.assign(Object.create(db) as Db, { transaction }), app.clock, {
    name: 'Hasty',
    total: 5,
    ownerId: anna.user.id,
  })
  isSlow = true
  const step = task.advance(2, 5)
  await task.complete()
  await step
  expect((await anna.client.task.findRecent())[0]).toMatchObject({
    name: 'Hasty',
    status: 'COMPLETED',
    position: 5,
    total: 5,
    percent: 100,
  })
})

test('running work renews its lease by itself', async () => {
  const { db } = app.services
  const task = await start('Long')
  await sql`update task set lease_until = clock_timestamp() + interval '100 milliseconds'`.execute(db)
  await vi.waitFor(async () => {
    const { rows } = await sql<{
      isRenewed: boolean
    }>`select lease_until > clock_timestamp() + interval '5 seconds' as "isRenewed" from task`.execute(db)
    expect(rows).toEqual([{ isRenewed: true }])
  }, 5_000)
  await task.complete()
})

describe('cancelling', () => {
  test('its owner cancels work that can be cancelled; it stops at its next step and says what that leaves', async () => {
    const task = await start('Import', anna.user.id, 'Nothing was stored.')
    await anna.client.task.cancel({ body: { id: task.id } })
    expect((await anna.client.task.findRecent())[0]).toMatchObject({ status: 'RUNNING', isCancelling: true })
    await expect(task.advance(1, 5)).rejects.toThrow(TaskCancelled)
    await task.fail(task.signal.reason)
    expect((await anna.client.task.find({ params: everything })).result).toMatchObject([
      { status: 'CANCELLED', error: 'Nothing was stored.', mayCancel: true },
    ])
    expect(await outcomeOf(anna.client.task.cancel({ body: { id: task.id } }))).toBe('409 taskEnded')
  })

  test('work that says nothing for a while hears of it too', async () => {
    const task = await start('Quiet', anna.user.id, 'Nothing was stored.')
    const isStopped = new Promise((resolve) => task.signal.addEventListener('abort', resolve, { once: true }))
    await anna.client.task.cancel({ body: { id: task.id } })
    await isStopped
    expect(task.signal.reason).toBeInstanceOf(TaskCancelled)
    await task.fail(task.signal.reason)
  })

  test("somebody else's task looks like a missing one; what concerns everybody is an administrator's to cancel", async () => {
    const own = await start('Own', anna.user.id, 'Nothing.')
    const all = await start('All', undefined, 'Nothing.')
    expect(await outcomeOf(ben.client.task.cancel({ body: { id: own.id } }))).toBe('404 notFound')
    expect(await outcomeOf(ben.client.task.cancel({ body: { id: all.id } }))).toBe('404 notFound')
    await root.client.task.cancel({ body: { id: own.id } })
    await root.client.task.cancel({ body: { id: all.id } })
    const audited = await app.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'object_id'])
      .where('action', '=', 'task.cancel')
      .where('actor_id', '=', root.user.id)
      .execute()
    expect(audited.map(({ object_id }) => object_id).sort()).toEqual([own.id, all.id].sort())
  })

  test('work that the product needs to its end cannot be cancelled', async () => {
    const task = await start('Needed', anna.user.id)
    expect(await outcomeOf(anna.client.task.cancel({ body: { id: task.id } }))).toBe('409 taskNotCancellable')
    await task.complete()
  })

  test('a cancellation that came after the last step changes nothing', async () => {
    const task = await start('Done', anna.user.id, 'Nothing.')
    await anna.client.task.cancel({ body: { id: task.id } })
    await task.complete()
    expect(await namesOf(anna)).toEqual(['Done COMPLETED'])
  })
})

describe('the history', () => {
  test("has pages, newest first, and one status alone; an administrator sees everybody's with their names", async () => {
    for (let count = 0; count < 5; count++) {
      app.clock.advance(1_000)
      const task = await start(`Own ${count}`, anna.user.id)
      await (count % 2 === 0 ? task.complete() : task.fail('It rained.'))
    }
    await (await start('All')).complete()
    const page = await anna.client.task.find({ params: { ...everything, start: 1, count: 2 } })
    expect(page.total).toBe(6)
    expect(page.result.map(({ name }) => name)).toHaveLength(2)
    expect(
      (await anna.client.task.find({ params: { ...everything, status: 'FAILED' } })).result.map(({ name, error }) => [
        name,
        error,
      ]),
    ).toEqual([
      ['Own 3', 'It rained.'],
      ['Own 1', 'It rained.'],
    ])
    expect((await ben.client.task.find({ params: everything })).result.map(({ name }) => name)).toEqual(['All'])
    expect(await outcomeOf(ben.client.task.find({ params: { ...everything, whose: 'ALL' } }))).toBe('403 forbidden')
    const all = await root.client.task.find({ params: { ...everything, whose: 'ALL' } })
    expect(all.total).toBe(6)
    expect(new Set(all.result.map(({ ownerName }) => ownerName))).toEqual(new Set([null, 'Anna Example']))
  })

  test('a fault of ours is described in plain words without its inside', async () => {
    const secret = new Error('relation "secret" does not exist')
    await expect(
      runTask(app.services.db, app.clock, { name: 'Broken', total: 1, ownerId: anna.user.id }, () =>
        Promise.reject(secret),
      ),
    ).rejects.toThrow(secret)
    const [task] = (await anna.client.task.find({ params: everything })).result
    expect(task).toMatchObject({ status: 'FAILED' })
    expect(task!.error).toContain('in the log')
    expect(task!.error).not.toContain('secret')
  })
})

test('work that is over at once leaves no task; work that lasts shows itself and can be cancelled', async () => {
  const { db, clock } = app.services
  const order = { name: 'Read account', total: 4, ownerId: anna.user.id, onCancel: 'Nothing of it was stored.' }
  const quick = startLateTask(db, clock, order)
  await quick.advance(1, 4)
  await quick.complete()
  const long = startLateTask(db, clock, order)
  await long.advance(2, 4)
  await vi.waitFor(
    async () => expect(await anna.client.task.findRecent()).toMatchObject([{ position: 2, total: 4 }]),
    10_000,
  )
  await anna.client.task.cancel({ body: { id: (await anna.client.task.findRecent())[0]!.id } })
  await vi.waitFor(() => expect(long.signal.aborted).toBe(true), 5_000)
  await long.fail(long.signal.reason)
  expect(await namesOf(anna)).toEqual(['Read account CANCELLED'])
})

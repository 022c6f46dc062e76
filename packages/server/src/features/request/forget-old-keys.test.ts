import { randomUUID } from 'node:crypto'
import { requestKeyLifeMs } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { deleteOldKeys } from './forget-old-keys.ts'

const dayMs = 24 * 60 * 60 * 1000

let app: TestApp
let person: TestUser
beforeAll(async () => {
  app = await startTestApp()
  person = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

const countKeys = async () => (await app.services.db.selectFrom('idempotency_key').select('key').execute()).length
const countSessions = async () => (await app.services.db.selectFrom('session').select('id').execute()).length
const add = (name: string) => person.client.watchlist.create({ body: { name } }, { idempotencyKey: randomUUID() })

test('keys are kept as long as they may be asked about, then thinned in steps; one that is too old is reported as such', async () => {
  const key = randomUUID()
  const sentAt = app.clock.nowMs()
  await person.client.watchlist.create({ body: { name: 'First' } }, { idempotencyKey: key })
  for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) await add(name)
  app.clock.advance(requestKeyLifeMs)
  await deleteOldKeys(app.services, 2)
  expect(await countKeys()).toBe(5)
  person = await app.signIn(person.email)
  expect(await person.client.request.settle({ body: { key, sentAt } })).toMatchObject({ fate: 'DONE' })
  app.clock.advance(2 * dayMs)
  await deleteOldKeys(app.services, 2)
  expect(await countKeys()).toBe(0)
  person = await app.signIn(person.email)
  expect(await person.client.request.settle({ body: { key, sentAt } })).toMatchObject({
    fate: 'UNKNOWN',
    reason: expect.stringContaining('too long ago') as string,
  })
  expect(await countKeys()).toBe(0)
})

test('a request that is still at work keeps its key', async () => {
  const key = randomUUID()
  await person.client.watchlist.create({ body: { name: 'At work' } }, { idempotencyKey: key })
  await app.services.pool.query(
    "update idempotency_key set state = 'RUNNING', reply = null, leased_until = clock_timestamp() + interval '20 seconds' where key = $1",
    [key],
  )
  app.clock.advance(requestKeyLifeMs + 2 * dayMs)
  await deleteOldKeys(app.services)
  expect(await countKeys()).toBe(1)
})

test('sessions go a day after they ran out, live ones stay', async () => {
  await app.signIn(person.email)
  const before = await countSessions()
  expect(before).toBeGreaterThan(0)
  await deleteOldKeys(app.services)
  person = await app.signIn(person.email)
  app.clock.advance(60_000)
  await deleteOldKeys(app.services)
  await expect(person.client.security.getMyUser()).resolves.toMatchObject({ email: person.email })
  app.clock.advance(2 * dayMs)
  await deleteOldKeys(app.services)
  expect(await countSessions()).toBe(0)
})

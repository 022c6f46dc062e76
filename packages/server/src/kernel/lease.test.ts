// Claims by several workers at once, in each of the ways in which a worker recognises its own claim.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { newId } from './id.ts'
import { createLease, renewEvery } from './lease.ts'

const leaseMs = 60_000
const messages = createLease({
  table: 'outgoing_message',
  key: ['id'],
  owner: { by: 'COUNT', column: 'attempts' },
  until: 'claimed_until',
  isClearedOnRelease: true,
  leaseMs,
  held: sql<boolean>`state = 'WAITING'`,
})
const turns = createLease({
  table: 'alert_turn',
  key: ['name'],
  owner: { by: 'TOKEN', column: 'claim' },
  until: 'claimed_until',
  isClearedOnRelease: true,
  leaseMs,
})
const dueMessages = createLease({
  table: 'outgoing_message',
  key: ['id', 'user_id'],
  owner: { by: 'EXPIRY', column: 'next_at' },
  until: 'next_at',
  isClearedOnRelease: false,
  leaseMs,
})

let app: TestApp
let userId: string
beforeAll(async () => {
  app = await startTestApp()
  userId = (await app.signUp(['INVESTORS'])).user.id
}, 60_000)
afterAll(() => app.stop())
beforeEach(async () => {
  await app.services.db.deleteFrom('outgoing_message').execute()
})

async function plan(count: number): Promise<void> {
  const planned = new Date(app.clock.nowMs())
  await app.services.db
    .insertInto('outgoing_message')
    .values(
      Array.from({ length: count }, () => ({
        id: newId(app.clock),
        user_id: userId,
        channel: 'MAIL' as const,
        state: 'WAITING' as const,
        planned_at: planned,
        next_at: planned,
        claimed_until: null,
        sent_at: null,
        reason: null,
      })),
    )
    .execute()
}
const claimUpTo = (limit: number) =>
  messages.claim(app.services, { due: sql<boolean>`state = 'WAITING'`, orderBy: sql`position`, limit })
const claimOne = async () => (await claimUpTo(1))[0]!

test('workers that claim at the same time share the rows: none is claimed twice and none is left', async () => {
  await plan(60)
  const claimed = await Promise.all(Array.from({ length: 6 }, () => claimUpTo(10)))
  const ids = claimed.flat().map(({ id }) => id)
  // A worker leaves out what another one is just locking, so the rest is found by the next look.
  ids.push(...(await claimUpTo(60)).map(({ id }) => id))
  expect([ids.length, new Set(ids).size]).toEqual([60, 60])
  expect(Math.max(...claimed.map((rows) => rows.length))).toBeLessThanOrEqual(10)
  expect(await claimUpTo(60)).toEqual([])
})

test('a claim that expires is taken over; from then on its first owner writes, renews and releases nothing', async () => {
  await plan(1)
  const first = await claimOne()
  app.clock.advance(leaseMs - 1)
  expect(await claimUpTo(1)).toEqual([])
  app.clock.advance(1)
  const second = await claimOne()
  expect([first.attempts, second.attempts]).toEqual([1, 2])
  expect(await messages.change(app.services.db, first, { reason: 'late' })).toBe(false)
  expect(await messages.renew(app.services, first)).toBe(false)
  expect(await messages.release(app.services, first)).toBe(false)
  expect(await messages.change(app.services.db, second, { reason: 'in time' })).toBe(true)
  expect(await app.services.db.selectFrom('outgoing_message').select(['reason', 'claimed_until']).execute()).toEqual([
    { reason: 'in time', claimed_until: second.claimed_until },
  ])
})

test('a renewed claim runs for its whole time again, and a released one is free at once', async () => {
  await plan(1)
  const first = await claimOne()
  app.clock.advance(leaseMs - 1)
  expect(await messages.renew(app.services, first)).toBe(true)
  app.clock.advance(leaseMs - 1)
  expect(await claimUpTo(1)).toEqual([])
  expect(await messages.release(app.services, first, { reason: 'tried' })).toBe(true)
  expect(await claimOne()).toMatchObject({ id: first.id, attempts: 2, reason: 'tried' })
})

test('a row that is no longer worked on belongs to nobody, whatever its claim says', async () => {
  await plan(1)
  const claimed = await claimOne()
  await app.services.db.updateTable('outgoing_message').set({ state: 'FAILED' }).execute()
  expect(await messages.renew(app.services, claimed)).toBe(false)
})

test('a token tells two workers of one row apart, and is gone with the release', async () => {
  const claim = async () =>
    (await turns.claim(app.services, { due: sql<boolean>`name = 'ACCOUNT'`, orderBy: sql`name`, limit: 1 }))[0]
  const first = await claim()
  expect(await claim()).toBeUndefined()
  app.clock.advance(leaseMs)
  const second = await claim()
  expect(second?.claim).not.toBe(first?.claim)
  expect(await turns.release(app.services, first!)).toBe(false)
  expect(await turns.release(app.services, second!)).toBe(true)
  expect(
    await app.services.db
      .selectFrom('alert_turn')
      .select(['claim', 'claimed_until'])
      .where('name', '=', 'ACCOUNT')
      .execute(),
  ).toEqual([{ claim: null, claimed_until: null }])
})

test('where a claim moves the due time on, that time is the claim: it tells owners apart and a release brings it back', async () => {
  await plan(1)
  const claim = () => dueMessages.claim(app.services, { due: sql<boolean>`true`, orderBy: sql`next_at`, limit: 1 })
  const [first] = await claim()
  expect(await claim()).toEqual([])
  app.clock.advance(leaseMs)
  const [second] = await claim()
  expect(await dueMessages.release(app.services, first!)).toBe(false)
  expect(await dueMessages.release(app.services, second!)).toBe(true)
  expect(await claim()).toHaveLength(1)
})

test('renewals go on after one that failed, until they are ended', async () => {
  const faults: unknown[] = []
  let count = 0
  const renew = () => (++count === 1 ? Promise.reject(new Error('no connection')) : Promise.resolve())
  const end = renewEvery(5, renew, (error) => faults.push(error))
  await vi.waitFor(() => expect(count).toBeGreaterThan(2))
  end()
  const reached = count
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect([count, faults.length]).toEqual([reached, 1])
})

// What counts for the very next call in another process, when it asks the database: as each call does that changes
// something, and every call while nothing is kept. What reading calls keep: features/security/watch-sessions.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSimulatedMarket } from '../features/market/fill-simulated-market.ts'
import { refusalOf } from '../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { endSessions, findSessions } from './session.ts'

let one: TestApp
let other: TestApp
beforeAll(async () => {
  one = await startTestApp()
  other = await startTestApp({ beside: one })
  await fillSimulatedMarket(one.services)
}, 120_000)
afterAll(async () => {
  await other.stop()
  await one.stop()
})

/** Calls the other process with a user's token: what changes their rights happens beside it. */
const members = ({ user }: TestUser) => other.client(user.token).member.findAllMembers()

test.each<[string, string, (user: TestUser) => Promise<unknown>]>([
  ['ended session', '401 sessionEnded', ({ user }) => endSessions(one.services.db, one.clock, { userId: user.id })],
  [
    'disabled user',
    '401 sessionEnded',
    ({ user }) =>
      one.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', user.id).execute(),
  ],
])('%s: the next call of another process is refused', async (_what, refusal, change) => {
  const user = await one.signUp(['MANAGERS'])
  expect(await members(user)).toEqual([])
  await change(user)
  expect(await refusalOf(members(user))).toBe(refusal)
})

test('a lost right counts for the next call of another process', async () => {
  const { user } = await one.signUp(['MANAGERS'])
  const ask = async () =>
    (await findSessions(other.services.db, other.clock, [{ token: user.token, isBackground: true }]))[0]!.permissions
  expect(await ask()).toEqual(user.permissions.map(({ nameKey }) => nameKey).toSorted())
  await one.services.db.deleteFrom('user_group_member').where('user_id', '=', user.id).execute()
  expect(await ask()).toEqual([])
})

test('a forming day counts for the next call of another process', async () => {
  const { user } = await one.signUp(['INVESTORS'])
  const state = () => other.client(user.token).market.findState()
  expect((await state()).formingDay).toBeNull()
  await one.services.pool.query("update market_source set forming_day = market_day + 1 where source = 'simulated'")
  const { marketDay, formingDay } = await state()
  expect(formingDay! > marketDay!).toBe(true)
  await one.services.pool.query("update market_source set forming_day = null where source = 'simulated'")
  expect((await state()).formingDay).toBeNull()
})

test('sessions asked for together come in their order; an unknown one is missing', async () => {
  const { db } = one.services
  const [ann, ben] = [await one.signUp(['INVESTORS']), await one.signUp(['MANAGERS'])]
  const asked = [ben.user.token, 'nobody', ann.user.token, ben.user.token].map((token) => ({
    token,
    isBackground: true,
  }))
  const found = await findSessions(db, one.clock, asked)
  expect(found.map((session) => session?.userId)).toEqual([ben.user.id, undefined, ann.user.id, ben.user.id])
  expect(found[0]!.permissions).not.toEqual(found[2]!.permissions)
})

test('only a call of its user keeps a session alive, also when both kinds arrive together', async () => {
  const { db } = one.services
  const [ann, ben] = [await one.signUp(['INVESTORS']), await one.signUp(['INVESTORS'])]
  one.clock.advance(10 * 60_000)
  const [used, background] = await findSessions(db, one.clock, [
    { token: ann.user.token, isBackground: false },
    { token: ben.user.token, isBackground: true },
  ])
  expect(used!.tokenExpireMs - background!.tokenExpireMs).toBe(10 * 60_000)
  one.clock.advance(25 * 60_000)
  const left = await findSessions(
    db,
    one.clock,
    [ann, ben].map(({ user }) => ({ token: user.token, isBackground: true })),
  )
  expect(left.map((session) => session !== undefined)).toEqual([true, false])
})

// The owner of an account is warned before its access lapses.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { giveWebhook } from '../../testing/webhooks.ts'
import { reportAccess } from './report-access.ts'

const dayMs = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const alertsOf = async (person: TestUser) =>
  (await person.client.alert.findCurrent()).map(({ severity, title, link, resolvedAt }) => ({
    severity,
    title,
    link,
    isOver: resolvedAt !== null,
  }))
const messagesOf = async (person: TestUser) =>
  (await person.client.notification.findRecent()).result
    .filter(({ kind }) => kind === 'ACCESS_LAPSING')
    .map(({ title }) => title)

test('an alert is active from two days before the end, becomes critical at the end, and is resolved by the renewal', async () => {
  const { db, clock } = app.services
  const email = (await app.signUp(['MANAGERS'])).email
  const linked = await linkAccount(app, await app.signIn(email), '2026-03-04', '1000.00')
  const { webhook } = await giveWebhook(app, (await app.signIn(email)).user.id)
  const ending = `account •••• ${linked.number.slice(-4)} (paper)`
  const link = '/account/activate'

  app.clock.advance(5 * dayMs - 1)
  expect(await reportAccess(app.services)).toBe(0)
  app.clock.advance(1)
  expect(await reportAccess(app.services)).toBe(1)
  expect(await reportAccess(app.services)).toBe(0)
  const owner = await app.signIn(email)
  expect(await alertsOf(owner)).toEqual([
    { severity: 'WARNING', title: `The access to ${ending} ends soon`, link, isOver: false },
  ])
  expect(await messagesOf(owner)).toEqual([`The access to ${ending} ends soon`])

  app.clock.advance(2 * dayMs)
  expect(await reportAccess(app.services)).toBe(0)
  const later = await app.signIn(email)
  expect(await alertsOf(later)).toEqual([
    { severity: 'CRITICAL', title: `The access to ${ending} has lapsed`, link, isOver: false },
  ])
  expect(await messagesOf(later)).toEqual([`The access to ${ending} has lapsed`, `The access to ${ending} ends soon`])

  const sent = await db
    .selectFrom('webhook_delivery')
    .select(['event', 'account_id'])
    .where('webhook_id', '=', webhook)
    .where('event', '<>', 'webhook.test')
    .orderBy('id')
    .execute()
  expect(sent).toEqual([
    { event: 'access.ending', account_id: linked.id },
    { event: 'access.lapsed', account_id: linked.id },
  ])

  await db
    .updateTable('broker_login')
    .set({ refresh_expires_at: new Date(clock.nowMs() + 7 * dayMs) })
    .where('owner_id', '=', owner.user.id)
    .execute()
  await reportAccess(app.services)
  expect(await alertsOf(later)).toMatchObject([{ isOver: true }])
})

test('a disabled account asks for nothing, and nobody hears of accounts of others', async () => {
  const { db } = app.services
  const [owner, other] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
  const account = await linkAccount(app, owner, '2026-03-04', '1000.00')
  await db
    .updateTable('broker_login')
    .set({ lapsed_at: new Date(app.clock.nowMs()) })
    .where('owner_id', '=', owner.user.id)
    .execute()
  await reportAccess(app.services)
  expect(await alertsOf(owner)).toMatchObject([{ severity: 'CRITICAL', isOver: false }])
  expect(await alertsOf(other)).toEqual([])
  await db.updateTable('account').set({ is_active: false }).where('id', '=', account.id).execute()
  await reportAccess(app.services)
  expect(await alertsOf(owner)).toMatchObject([{ isOver: true }])
})

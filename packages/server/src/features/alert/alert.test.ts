// Alerts: a condition has one open alert while it lasts, is resolved when it has passed, and may recur.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf } from '../../testing/rights.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { raiseAlert, resolveAlert, type RaisedCondition } from './write-alert.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const raise = (person: TestUser, changes: Partial<RaisedCondition> = {}) =>
  raiseAlert(app.services.db, app.clock, {
    userId: person.user.id,
    key: 'reconciliation 4821',
    kind: 'RECONCILIATION_DIFFERENCE',
    severity: 'WARNING',
    title: 'Account ••••4821 does not reconcile',
    text: 'The broker reports $12.00 more.',
    link: '/account',
    ...changes,
  })
const resolve = (person: TestUser, key = 'reconciliation 4821') =>
  resolveAlert(app.services.db, app.clock, { userId: person.user.id, key })

test('a condition that is seen again is one alert and follows the last report', async () => {
  const anna = await app.signUp(['INVESTORS'])
  expect(await raise(anna)).toBe(true)
  const raisedAt = app.clock.nowMs()
  expect(await raise(anna)).toBe(false)
  app.clock.advance(60_000)
  expect(await raise(anna, { text: 'The broker reports $15.00 more.' })).toBe(false)
  expect(await anna.client.alert.findCurrent()).toMatchObject([
    {
      kind: 'RECONCILIATION_DIFFERENCE',
      severity: 'WARNING',
      text: 'The broker reports $15.00 more.',
      link: '/account',
      raisedAt,
      resolvedAt: null,
      seenAt: null,
    },
  ])
})

test('many reports at once raise one alert', async () => {
  const ben = await app.signUp(['INVESTORS'])
  const answers = await Promise.all(Array.from({ length: 10 }, () => raise(ben)))
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await ben.client.alert.findCurrent()).toHaveLength(1)
})

test('a condition that has passed shows its end for a day, and is a new alert when it comes back', async () => {
  const cora = await app.signUp(['INVESTORS'])
  await raise(cora)
  expect(await resolve(cora)).toBe(true)
  expect(await resolve(cora)).toBe(false)
  const resolvedAt = app.clock.nowMs()
  expect(await cora.client.alert.findCurrent()).toMatchObject([{ resolvedAt }])
  expect(await raise(cora)).toBe(true)
  expect(await cora.client.alert.findCurrent()).toMatchObject([{ resolvedAt: null }, { resolvedAt }])
  app.clock.advance(24 * 60 * 60_000)
  const again = await app.signIn(cora.email)
  expect(await again.client.alert.findCurrent()).toMatchObject([{ resolvedAt: null }])
})

test('active alerts come first, the most severe at the top, then the newest', async () => {
  const dora = await app.signUp(['INVESTORS'])
  await raise(dora, { key: 'gone', title: 'gone', severity: 'CRITICAL' })
  await resolve(dora, 'gone')
  for (const [title, severity] of [
    ['old', 'WARNING'],
    ['quiet', 'INFO'],
    ['new', 'WARNING'],
    ['worst', 'CRITICAL'],
  ] as const)
    await raise(dora, { key: title, title, severity })
  expect((await dora.client.alert.findCurrent()).map(({ title }) => title)).toEqual([
    'worst',
    'new',
    'old',
    'quiet',
    'gone',
  ])
})

test('one that was put away stays away until it becomes more severe', async () => {
  const emil = await app.signUp(['INVESTORS'])
  await raise(emil)
  const [alert] = await emil.client.alert.findCurrent()
  await emil.client.alert.markSeen({ body: { id: alert!.id } })
  await raise(emil, { text: 'Still so.' })
  expect(await emil.client.alert.findCurrent()).toMatchObject([{ seenAt: app.clock.nowMs() }])
  await raise(emil, { severity: 'CRITICAL' })
  expect(await emil.client.alert.findCurrent()).toMatchObject([{ severity: 'CRITICAL', seenAt: null }])
})

test("somebody else's alert looks like a missing one", async () => {
  const [fay, gus] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
  await raise(fay)
  const [alert] = await fay.client.alert.findCurrent()
  expect(await outcomeOf(gus.client.alert.markSeen({ body: { id: alert!.id } }))).toBe('404 notFound')
  expect(await gus.client.alert.findCurrent()).toEqual([])
})

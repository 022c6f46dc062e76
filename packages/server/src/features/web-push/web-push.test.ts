// Notifications by web push: from a firing alert to the push service, once for each device, and what a device no longer
// gets.
import type { EpochMs } from '@clubfolio/domain'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startWebPushJob } from '../../jobs/web-push-job.ts'
import { startPushService, type TestPushService } from '../../testing/push-service.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { watchInstrumentRules } from '../alert-rule/watch-instruments.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { recordNotification, type NewNotification } from '../notification/record-notification.ts'
import { deleteOldKeys } from '../request/forget-old-keys.ts'
import { deliverWebPush, dropWebPush } from './send-web-push.ts'

let app: TestApp
let service: TestPushService
beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({ environment: { CLUBFOLIO_OUTBOUND_ALLOW: '127.0.0.1/32' } })
}, 60_000)
afterAll(async () => {
  await app.stop()
  await service.stop()
})
afterEach(() => {
  service.answer = { status: 201 }
})

let occasions = 0
const tell = (person: TestUser, changes: Partial<NewNotification> = {}) =>
  recordNotification(app.services.db, app.clock, {
    userId: person.user.id,
    kind: 'ALERT_FIRED',
    key: `occasion ${++occasions}`,
    title: 'ACME at or above $10.00',
    text: 'ACME traded at $10.01.',
    link: '/alert?tab=history',
    ...changes,
  })
const deliver = () => deliverWebPush(app.services)
async function addDevice(person: TestUser, showsDetails = false, subscription = service.subscribe()) {
  const { id } = await person.client.webPush.saveDevice({ body: { ...subscription, showsDetails } })
  return { id, endpoint: subscription.endpoint, subscription }
}
const titlesAt = (id: string) =>
  service.received.filter(({ payload }) => payload.device === id).map(({ payload }) => payload.title)
const devicesOf = async (person: TestUser) => (await person.client.webPush.findDevices()).devices

test('an alert that fires reaches each device within two seconds, once', async () => {
  await fillSimulatedMarket(app.services)
  const owner = await app.signUp(['INVESTORS'])
  const devices = [await addDevice(owner), await addDevice(owner)]
  const { code } = await app.services.db
    .selectFrom('instrument')
    .select('code')
    .where('asset_type', '=', 'EQUITY')
    .orderBy('code')
    .limit(1)
    .executeTakeFirstOrThrow()
  const minutes = 20 * 60_000
  const trades = [
    ...app.services.simulated.ticksBetween(code, app.clock.nowMs(), (app.clock.nowMs() + minutes) as EpochMs),
  ]
  const high = Math.max(...trades.map(({ price }) => price))
  await owner.client.alertRule.create({
    body: {
      terms: { kind: 'PRICE', direction: 'ABOVE', price: high.toFixed(2) },
      code,
      accountId: null,
      note: '',
      isRepeating: false,
      expiresOn: null,
    },
  })
  await watchInstrumentRules(app.services, new Map())
  const job = startWebPushJob(app.services)
  try {
    await app.services.messages.look()
    app.clock.advance(minutes)
    expect(await watchInstrumentRules(app.services, new Map())).toBe(1)
    const pushes = await Promise.all(devices.map(({ id }) => service.next(({ payload }) => payload.device === id)))
    expect(pushes[0]).toMatchObject({
      payload: { title: expect.stringContaining(`${code} at or above`) as string, url: '/alert?tab=history' },
      headers: { urgency: 'high', ttl: '14400', 'content-encoding': 'aes128gcm' },
      publicKey: (await owner.client.webPush.findDevices()).publicKey,
    })
  } finally {
    await job.stop()
  }
  await Promise.all([deliver(), deliver(), deliver()])
  expect(devices.map(({ id }) => titlesAt(id).length)).toEqual([1, 1])
}, 30_000)

test('nothing is shown of a weak session, once a group of its user requires a strong factor', async () => {
  const anna = await app.signUp(['INVESTORS'])
  const { id } = await addDevice(anna)
  const { db } = app.services
  const { group_id: groupId } = await db
    .selectFrom('user_group_member')
    .select('group_id')
    .where('user_id', '=', anna.user.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('user_group').set({ requires_strong_factor: true }).where('id', '=', groupId).execute()
  try {
    await tell(anna, { kind: 'ORDER_FILLED', title: 'One', text: 'One.' })
    await deliver()
    expect(titlesAt(id)).toEqual([])
  } finally {
    await db.updateTable('user_group').set({ requires_strong_factor: false }).where('id', '=', groupId).execute()
  }
})

test('a lock screen shows no sums, unless the user chose details', async () => {
  const anna = await app.signUp(['INVESTORS'])
  const [plain, detailed] = [await addDevice(anna), await addDevice(anna, true)]
  await anna.client.notificationChoice.save({
    body: { kind: 'ENTRY_RECORDED', screen: true, mail: false, sms: false, push: true },
  })
  await tell(anna, { kind: 'ENTRY_RECORDED', title: 'Entry of $500.00', text: 'A contribution of $500.00.' })
  await deliver()
  const bodiesAt = (id: string) =>
    service.received.filter(({ payload }) => payload.device === id).map(({ payload: { title, body } }) => [title, body])
  expect(bodiesAt(plain.id)).toEqual([['Entry recorded', 'Open Clubfolio for the details.']])
  expect(bodiesAt(detailed.id)).toEqual([['Entry of $500.00', 'A contribution of $500.00.']])
})

test('each kind goes by web push as its user chose', async () => {
  const ben = await app.signUp(['INVESTORS'])
  const { id } = await addDevice(ben)
  await ben.client.notificationChoice.save({
    body: { kind: 'ALERT_FIRED', screen: true, mail: false, sms: false, push: false },
  })
  await tell(ben)
  await tell(ben, { kind: 'ORDER_FILLED', title: 'Order filled' })
  await deliver()
  expect(titlesAt(id)).toEqual(['Order filled'])
})

test('a device ends with the sign-out of its browser, with 404 and 410, by a block, and by its user', async () => {
  const cora = await app.signUp(['INVESTORS'])
  const phone = await app.signIn(cora.email)
  const [here, there] = [await addDevice(cora), await addDevice(phone)]
  await tell(cora)
  await phone.client.security.logout()
  await deliver()
  expect([titlesAt(here.id).length, titlesAt(there.id).length]).toEqual([1, 0])
  expect((await devicesOf(cora)).map(({ id }) => id)).toEqual([here.id])
  for (const status of [404, 410]) {
    const gone = await addDevice(cora)
    service.answer = { status }
    await tell(cora)
    await deliver()
    expect((await devicesOf(cora)).map(({ id }) => id)).not.toContain(gone.id)
    service.answer = { status: 201 }
  }
  const mine = await addDevice(cora)
  await cora.client.webPush.removeDevice({ body: { id: mine.id } })
  expect(await refusalOf(cora.client.webPush.removeDevice({ body: { id: mine.id } }))).toBe('404 notFound')
  const last = await addDevice(cora)
  await tell(cora)
  await app.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', cora.user.id).execute()
  await deliver()
  expect([titlesAt(mine.id), titlesAt(last.id)]).toEqual([[], []])
})

test('a browser in which another user turns notifications on is theirs alone', async () => {
  const [dora, emil] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
  const first = await addDevice(dora)
  await tell(dora, { title: 'For Dora' })
  const second = await addDevice(emil, false, first.subscription)
  await tell(emil, { title: 'For Emil' })
  await deliver()
  expect(service.received.filter(({ subscription }) => first.endpoint.endsWith(subscription))).toMatchObject([
    { payload: { device: second.id, title: 'For Emil' } },
  ])
  expect(await devicesOf(dora)).toEqual([])
  expect(await refusalOf(dora.client.webPush.testDevice({ body: { id: second.id } }))).toBe('404 notFound')
})

test('a device that a newer session of its user saves again ends with that session', async () => {
  const ina = await app.signUp(['INVESTORS'])
  const again = await app.signIn(ina.email)
  const first = await addDevice(ina, true)
  expect(await devicesOf(again)).toMatchObject([{ id: first.id, isCurrent: false }])
  expect((await addDevice(again, true, first.subscription)).id).toBe(first.id)
  expect(await devicesOf(again)).toMatchObject([{ id: first.id, isCurrent: true, showsDetails: true }])
  await tell(ina)
  await again.client.security.logout()
  await deliver()
  expect(titlesAt(first.id)).toEqual([])
  expect(await devicesOf(ina)).toEqual([])
})

test('a push service that is full or ill is asked again later, as late as it says', async () => {
  const fay = await app.signUp(['INVESTORS'])
  const { id } = await addDevice(fay)
  service.answer = { status: 429, headers: { 'retry-after': '60' } }
  await tell(fay)
  await deliver()
  service.answer = { status: 503 }
  app.clock.advance(30_000)
  const asked = service.asked()
  await deliver()
  expect(service.asked()).toBe(asked)
  app.clock.advance(30_000)
  await deliver()
  expect(service.asked()).toBe(asked + 1)
  service.answer = { status: 201 }
  app.clock.advance(10_000)
  await deliver()
  expect(titlesAt(id)).toHaveLength(1)
})

test('an address inside the own network is refused, and so is an eleventh device', async () => {
  const gus = await app.signUp(['INVESTORS'])
  for (const endpoint of ['https://10.0.0.1/x', 'https://localhost@169.254.169.254/', 'http://8.8.8.8/', 'file:///x'])
    expect(await refusalOf(addDevice(gus, false, { ...service.subscribe(), endpoint }))).toBe('400 pushAddress')
  for (let n = 0; n < 10; n++) await addDevice(gus)
  expect(await refusalOf(addDevice(gus))).toBe('409 pushDevices')
})

test('a test message reaches its device, ten in an hour', async () => {
  const hana = await app.signUp(['INVESTORS'])
  const { id } = await addDevice(hana)
  for (let n = 0; n < 10; n++) await hana.client.webPush.testDevice({ body: { id } })
  expect(await refusalOf(hana.client.webPush.testDevice({ body: { id } }))).toBe('429 pushTests')
  await deliver()
  expect(titlesAt(id)).toHaveLength(10)
  expect(await devicesOf(hana)).toMatchObject([
    { id, browser: 'an unknown browser', lastSentAt: app.clock.nowMs(), showsDetails: false },
  ])
})

test('a device outlives its expired session, and ends 30 days after the sign-in', async () => {
  const anna = await app.signUp(['INVESTORS'])
  const { id } = await addDevice(anna)
  app.clock.advance(3 * 86_400_000)
  await deleteOldKeys(app.services)
  await tell(anna, { kind: 'ORDER_FILLED', title: 'On Monday', text: 'One.' })
  await deliver()
  expect(titlesAt(id)).toEqual(['On Monday'])
  app.clock.advance(28 * 86_400_000)
  await dropWebPush(app.services)
  await deleteOldKeys(app.services)
  const left = await app.services.db.selectFrom('web_push_device').select('id').where('id', '=', id).execute()
  expect(left).toEqual([])
})

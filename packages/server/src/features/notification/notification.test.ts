// Notifications: one writer, one notification per occasion, one recipient.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../kernel/transaction.ts'
import { outcomeOf } from '../../testing/rights.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { recordNotification } from './record-notification.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const record = (person: TestUser, key: string, text = 'Bought 100 SPY at $512.40.') =>
  recordNotification(app.services.db, app.clock, {
    userId: person.user.id,
    kind: 'ORDER_FILLED',
    key,
    title: 'Order filled',
    text,
    link: '/order',
  })

const newReader = () => app.signUp(['INVESTORS'])

test('an occasion gives one notification, however often it is recorded, and the newest is first', async () => {
  const anna = await newReader()
  expect(await record(anna, 'order 1')).toBe(true)
  expect(await record(anna, 'order 1')).toBe(false)
  expect(await Promise.all(Array.from({ length: 10 }, () => record(anna, 'order 2')))).toEqual(
    expect.arrayContaining([true, false]),
  )
  expect(await anna.client.notification.findRecent()).toMatchObject({
    unread: 2,
    result: [
      {
        kind: 'ORDER_FILLED',
        title: 'Order filled',
        text: 'Bought 100 SPY at $512.40.',
        link: '/order',
        createdAt: app.clock.nowMs(),
        readAt: null,
      },
      { readAt: null },
    ],
  })
})

test('what is rolled back notifies nobody', async () => {
  const ben = await newReader()
  const fails = inTransaction(app.services.db, async (trx) => {
    await recordNotification(trx, app.clock, {
      userId: ben.user.id,
      kind: 'ENTRY_RECORDED',
      key: 'entry 1',
      title: 'Entry',
      text: 'An entry.',
    })
    throw new Error('the books refuse')
  })
  await expect(fails).rejects.toThrow('the books refuse')
  expect(await ben.client.notification.findRecent()).toEqual({ unread: 0, result: [] })
})

test('one is marked as read, as unread again, or all of them at once', async () => {
  const cora = await newReader()
  for (const key of ['a', 'b', 'c']) await record(cora, key, key)
  const [newest] = (await cora.client.notification.findRecent()).result
  await cora.client.notification.markRead({ body: { id: newest!.id, isRead: true } })
  expect(await cora.client.notification.find({ params: { which: 'UNREAD', start: 0, count: 10 } })).toMatchObject({
    total: 2,
    result: [{ text: 'b' }, { text: 'a' }],
  })
  await cora.client.notification.markRead({ body: { id: newest!.id, isRead: false } })
  expect(await cora.client.notification.findRecent()).toMatchObject({ unread: 3 })
  expect(await cora.client.notification.markAllRead()).toEqual({ message: '3 notifications marked as read.' })
  expect(await cora.client.notification.findRecent()).toMatchObject({ unread: 0, result: [{}, {}, {}] })
})

test('pages follow one another', async () => {
  const dora = await newReader()
  for (let index = 1; index <= 5; index++) await record(dora, `order ${index}`, String(index))
  const textsOf = async (start: number) =>
    (await dora.client.notification.find({ params: { which: 'ALL', start, count: 2 } })).result.map(({ text }) => text)
  expect([await textsOf(0), await textsOf(2), await textsOf(4), await textsOf(6)]).toEqual([
    ['5', '4'],
    ['3', '2'],
    ['1'],
    [],
  ])
})

test("somebody else's notification looks like a missing one", async () => {
  const [emil, fay] = [await newReader(), await newReader()]
  await record(emil, 'order 1')
  const [own] = (await emil.client.notification.findRecent()).result
  expect(await outcomeOf(fay.client.notification.markRead({ body: { id: own!.id, isRead: true } }))).toBe(
    '404 notFound',
  )
  expect(
    await outcomeOf(
      fay.client.notification.markRead({ body: { id: '00000000-0000-7000-8000-000000000000', isRead: true } }),
    ),
  ).toBe('404 notFound')
  await fay.client.notification.markAllRead()
  expect(await emil.client.notification.findRecent()).toMatchObject({ unread: 1 })
})

test('words from elsewhere are one line of text, whatever they hold', async () => {
  const gus = await newReader()
  await record(gus, 'odd', `Rejected:\u0000\r\n <b>no</b> cash \ud800 ${'long '.repeat(200)}`)
  const [odd] = (await gus.client.notification.findRecent()).result
  expect(odd!.text).toMatch(/^Rejected: <b>no<\/b> cash \ufffd long long .*…$/)
  expect(Array.from(odd!.text)).toHaveLength(500)
})

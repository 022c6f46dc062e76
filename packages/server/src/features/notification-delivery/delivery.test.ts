// Delivery of notifications: through the channels a user has chosen, once each with several workers and across a
// restart, combined when there are many, and as plain text.
import { messagesPerHour, type NotificationKind } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MessageFailure } from '../../adapters/message/message-failure.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { planMessages, shareOut } from './plan-messages.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { deliverMessages } from './send-messages.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let occasions = 0
const tell = (
  person: TestUser,
  changes: { kind?: NotificationKind; title?: string; text?: string; link?: `/${string}` } = {},
) =>
  recordNotification(app.services.db, app.clock, {
    userId: person.user.id,
    kind: 'ALERT_FIRED',
    key: `occasion ${++occasions}`,
    title: 'ACME at or above $10.00',
    text: 'ACME traded at $10.01.',
    ...changes,
  })
const deliver = () => deliverMessages(app.services)
const mailsTo = (person: TestUser) =>
  app.services.db
    .selectFrom('outbox_message')
    .select(['subject', 'body'])
    .where('channel', '=', 'MAIL')
    .where('recipient', '=', person.email)
    .orderBy('position')
    .execute()
const phoneOf = async (person: TestUser) =>
  (
    await app.services.db
      .selectFrom('app_user')
      .select('phone_number')
      .where('id', '=', person.user.id)
      .executeTakeFirstOrThrow()
  ).phone_number
const textsTo = async (person: TestUser) =>
  (
    await app.services.db
      .selectFrom('outbox_message')
      .select('body')
      .where('channel', '=', 'SMS')
      .where('recipient', '=', await phoneOf(person))
      .orderBy('position')
      .execute()
  )
    .map(({ body }) => body)
    .filter((body) => !body.includes('code is'))
const choose = (person: TestUser, kind: NotificationKind, ways: { screen?: boolean; mail?: boolean; sms?: boolean }) =>
  person.client.notificationChoice.save({ body: { kind, screen: true, mail: false, sms: false, push: false, ...ways } })

test('users who have chosen nothing get by mail what asks for something, with its place and the way to stop it', async () => {
  const anna = await app.signUp(['INVESTORS'])
  await tell(anna, { link: '/alert?tab=history' })
  await tell(anna, { kind: 'ORDER_FILLED' })
  await deliver()
  const mails = await mailsTo(anna)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toBe('Clubfolio: ACME at or above $10.00')
  expect(mails[0]!.body).toContain('ACME traded at $10.01.')
  expect(mails[0]!.body).toContain(`More: ${app.services.config.origin}/alert?tab=history`)
  expect(mails[0]!.body).toContain('To stop these mails, switch them off under Notifications, "Delivery settings"')
  expect((await anna.client.notification.findRecent()).unread).toBe(2)
})

test('each kind goes by the ways that were chosen for it, and what is not for the screen is not counted there', async () => {
  const ben = await app.signUp(['INVESTORS'])
  await choose(ben, 'ALERT_FIRED', { screen: false, sms: true })
  await choose(ben, 'ORDER_FILLED', { mail: true })
  expect((await ben.client.notificationChoice.find()).choices).toEqual(
    expect.arrayContaining([
      { kind: 'ALERT_FIRED', screen: false, mail: false, sms: true, push: false },
      { kind: 'ORDER_FILLED', screen: true, mail: true, sms: false, push: false },
      { kind: 'ACCESS_LAPSING', screen: true, mail: true, sms: false, push: true },
    ]),
  )
  await tell(ben)
  await tell(ben, { kind: 'ORDER_FILLED', title: 'Order filled' })
  await deliver()
  expect((await mailsTo(ben)).map(({ subject }) => subject)).toEqual(['Clubfolio: Order filled'])
  expect(await textsTo(ben)).toEqual(['Clubfolio: ACME at or above $10.00. ACME traded at $10.01.'])
  expect(await ben.client.notification.findRecent()).toMatchObject({ unread: 1, result: [{ kind: 'ORDER_FILLED' }] })
})

test('sign-ins cannot be hidden from the screen, and text messages need a confirmed number', async () => {
  const cora = await app.signUp(['INVESTORS'])
  expect(await refusalOf(choose(cora, 'SIGN_IN', { screen: false }))).toBe('409 noticeOnScreen')
  await choose(cora, 'ALERT_FIRED', { sms: true })
  await app.services.db
    .updateTable('app_user')
    .set({ phone_number: '+12125559999' })
    .where('id', '=', cora.user.id)
    .execute()
  expect((await cora.client.notificationChoice.find()).phone).toBeNull()
  expect(await refusalOf(choose(cora, 'ORDER_FILLED', { sms: true }))).toBe('409 noticePhone')
  await tell(cora)
  await deliver()
  expect(await textsTo(cora)).toEqual([])
  // The code of the next sign-in arrives at the new number and confirms it.
  const again = await app.signIn(cora.email)
  expect((await again.client.notificationChoice.find()).phone).toBe('•••• 9999')
})

test('one person never sees or changes the choices of another', async () => {
  const [dora, emil] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
  await choose(dora, 'ORDER_FILLED', { screen: false, mail: true })
  expect((await emil.client.notificationChoice.find()).choices.find(({ kind }) => kind === 'ORDER_FILLED')).toEqual({
    kind: 'ORDER_FILLED',
    screen: true,
    mail: false,
    sms: false,
    push: true,
  })
})

test('two workers at the same time send each message once', async () => {
  const fay = await app.signUp(['INVESTORS'])
  for (let n = 0; n < 6; n++) await tell(fay)
  await Promise.all([deliver(), deliver(), deliver(), deliver()])
  await deliver()
  expect(await mailsTo(fay)).toHaveLength(6)
})

test('a worker that was killed with a message in its hands gives it back by time, under the same reference', async () => {
  const gus = await app.signUp(['INVESTORS'])
  await tell(gus)
  const references: (string | undefined)[] = []
  const hangs = {
    ...app.services,
    mail: {
      send: (mail: { reference?: string }) => {
        references.push(mail.reference)
        return new Promise<void>(() => undefined)
      },
    },
  }
  void deliverMessages(hangs)
  await expect.poll(() => references.length).toBe(1)
  await deliver()
  expect(await mailsTo(gus)).toEqual([])
  app.clock.advance(2 * 60_000)
  const counts = {
    ...app.services,
    mail: {
      send: (mail: Parameters<typeof app.services.mail.send>[0]) => {
        references.push(mail.reference)
        return app.services.mail.send(mail)
      },
    },
  }
  await deliverMessages(counts)
  expect(await mailsTo(gus)).toHaveLength(1)
  expect(references[0]).toMatch(/^notification-/)
  expect(references[1]).toBe(references[0])
  await deliver()
  expect(await mailsTo(gus)).toHaveLength(1)
})

test('a worker whose mails take longer than its claim leaves the rest to the one that took them over', async () => {
  const gina = await app.signUp(['INVESTORS'])
  for (const title of ['First', 'Second', 'Third']) await tell(gina, { title })
  let isSlow = true
  const slow = {
    ...app.services,
    mail: {
      send: async (mail: Parameters<typeof app.services.mail.send>[0]) => {
        if (isSlow) {
          isSlow = false
          app.clock.advance(2 * 60_000)
          await deliver()
        }
        await app.services.mail.send(mail)
      },
    },
  }
  await deliverMessages(slow)
  await deliver()
  const subjects = (await mailsTo(gina)).map(({ subject }) => subject)
  // The message the slow worker was sending at that moment goes out twice, as after a crash; the others once.
  expect(subjects.filter((subject) => !subject.endsWith('First'))).toEqual(['Clubfolio: Second', 'Clubfolio: Third'])
})

test('a worker whose mail fails after another one took the message over leaves it to that one', async () => {
  const hugo = await app.signUp(['INVESTORS'])
  await tell(hugo, { title: 'Only' })
  let depth = 0
  let sentTwice = 0
  // The first worker stalls until its claim has expired and then fails; the second is still sending then, and a third
  // looks for work.
  const withMail = (send: typeof app.services.mail.send) => ({ ...app.services, mail: { send } })
  const third = withMail(() => Promise.resolve(void sentTwice++))
  const second = withMail(async (mail) => {
    depth++
    failFirst()
    await firstIsOver
    app.clock.advance(90_000)
    await deliverMessages(third)
    await app.services.mail.send(mail)
  })
  let failFirst: () => void = () => undefined
  const secondSends = new Promise<void>((resolve) => (failFirst = resolve))
  let endFirst: () => void = () => undefined
  const firstIsOver = new Promise<void>((resolve) => (endFirst = resolve))
  let taken: Promise<number> | undefined
  const first = withMail(async () => {
    app.clock.advance(2 * 60_000)
    taken = deliverMessages(second)
    await secondSends
    throw new MessageFailure('unavailable', 'The mail server could not be used.')
  })
  await deliverMessages(first)
  endFirst()
  await taken
  expect([depth, sentTwice]).toEqual([1, 0])
  const { state, reason } = await app.services.db
    .selectFrom('outgoing_message')
    .select(['state', 'reason'])
    .where('user_id', '=', hugo.user.id)
    .executeTakeFirstOrThrow()
  expect({ state, reason }).toEqual({ state: 'SENT', reason: null })
})

test('people who have had their share of the hour do not hold up anybody else', async () => {
  const [lena, mark] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])].toSorted((a, b) =>
    a.user.id < b.user.id ? -1 : 1,
  )
  for (let n = 0; n <= messagesPerHour.MAIL; n++) await tell(lena!)
  await planMessages(app.services)
  await tell(lena!)
  await tell(mark!)
  expect(await planMessages(app.services, 1)).toBe(1)
  await deliver()
  expect(await mailsTo(mark!)).toHaveLength(1)
})

test('a mail server out of reach is tried again later, one that refuses is not', async () => {
  const hana = await app.signUp(['INVESTORS'])
  await tell(hana)
  const failing = (kind: 'unavailable' | 'refused') => ({
    ...app.services,
    mail: { send: () => Promise.reject(new MessageFailure(kind, 'The mail server said no.')) },
  })
  await deliverMessages(failing('unavailable'))
  await deliver()
  expect(await mailsTo(hana)).toEqual([])
  app.clock.advance(60_000)
  await deliver()
  expect(await mailsTo(hana)).toHaveLength(1)
  await tell(hana)
  await deliverMessages(failing('refused'))
  app.clock.advance(60 * 60_000)
  await deliver()
  expect(await mailsTo(hana)).toHaveLength(1)
})

test('many in an hour come together, and nothing is lost', async () => {
  const ivan = await app.signUp(['INVESTORS'])
  const most = messagesPerHour.MAIL
  for (let n = 1; n <= 25; n++) await tell(ivan, { title: `Number ${n}` })
  await deliver()
  const first = await mailsTo(ivan)
  expect(first).toHaveLength(most)
  expect(first.at(-1)!.subject).toBe(`Clubfolio: ${25 - most + 1} notifications`)
  for (let n = 1; n <= 25; n++)
    expect(
      first.filter(
        ({ subject, body }) => `${subject}\n${body}`.includes(`Number ${n}:`) || subject.endsWith(`Number ${n}`),
      ),
    ).toHaveLength(1)
  await tell(ivan, { title: 'Later' })
  await deliver()
  expect(await mailsTo(ivan)).toHaveLength(most)
  app.clock.advance(60 * 60_000)
  await deliver()
  expect((await mailsTo(ivan)).at(-1)!.subject).toBe('Clubfolio: Later')
})

test('old news, and news for people who may not sign in, are not sent', async () => {
  const [jane, karl] = [await app.signUp(['INVESTORS']), await app.signUp(['INVESTORS'])]
  await tell(jane)
  await tell(karl)
  await app.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', karl.user.id).execute()
  app.clock.advance(24 * 60 * 60_000 + 1)
  await tell(karl)
  await deliver()
  expect([await mailsTo(jane), await mailsTo(karl)]).toEqual([[], []])
})

test('words from elsewhere stay text in mails and text messages', async () => {
  const lena = await app.signUp(['INVESTORS'])
  await choose(lena, 'ALERT_FIRED', { mail: true, sms: true })
  await tell(lena, { title: 'Odd\r\nBcc: x@example.test', text: '<b>no</b> \u0000 {{1+1}} \ud800' })
  await deliver()
  const [mail] = await mailsTo(lena)
  expect(mail!.subject).toBe('Clubfolio: Odd Bcc: x@example.test')
  expect(mail!.body).toContain('<b>no</b> {{1+1}} \ufffd')
  expect(await textsTo(lena)).toEqual(['Clubfolio: Odd Bcc: x@example.test. <b>no</b> {{1+1}} \ufffd'])
})

test('what is shared out keeps its order and fills the room at most', () => {
  expect(shareOut(['a', 'b', 'c'], 5)).toEqual([['a'], ['b'], ['c']])
  expect(shareOut(['a', 'b', 'c', 'd'], 2)).toEqual([['a'], ['b', 'c', 'd']])
  expect(shareOut(['a', 'b'], 1)).toEqual([['a', 'b']])
  expect([shareOut(['a'], 0), shareOut([], 3)]).toEqual([[], []])
})

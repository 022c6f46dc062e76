// Webhooks from the event to the receiver, over real HTTP with the clock steered: signed, tried again, withheld, paused.
import { createTokenClient, type BodyOf } from '@clubfolio/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutboundPort } from '../../adapters/outbound/port.ts'
import { giveToken } from '../../testing/api-tokens.ts'
import { cents, closeSession, linkAccount, makeMember } from '../../testing/factories.ts'
import { startHttpStandIn, type AskedRequest, type HttpStandIn } from '../../testing/http-stand-in.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { giveWebhook } from '../../testing/webhooks.ts'
import { deleteOldRows } from '../job/forget-old-rows.ts'
import { recordEvent } from '../webhook/record-event.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { retryWaitsMs, nextWait } from './retry-schedule.ts'

let app: TestApp
let target: HttpStandIn
let answer: (request: AskedRequest) => { status: number; headers?: Record<string, string>; body?: string } | undefined
beforeAll(async () => {
  app = await startTestApp({ environment: { CLUBFOLIO_OUTBOUND_ALLOW: '127.0.0.1/32' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  answer = () => ({ status: 204 })
  target = await startHttpStandIn((request, response) => {
    const given = answer(request)
    if (given) response.writeHead(given.status, given.headers).end(given.body)
  })
})
afterEach(async () => {
  await target.stop()
  await app.services.db.deleteFrom('webhook').execute()
})

type Form = BodyOf<'webhook', 'createWebhook'>
const form = (more: Partial<Form> = {}): Form => ({
  name: 'Ledger',
  url: `${target.url}/in`,
  events: ['order.filled', 'entry.recorded', 'alert.fired', 'access.lapsed'],
  accountIds: null,
  password: testPassword,
  ...more,
})
const make = (person: TestUser, more: Partial<Form> = {}) => person.client.webhook.createWebhook({ body: form(more) })
const deliver = () => deliverWebhooks(app.services)
let occasions = 0
const fire = (person: TestUser) =>
  recordEvent(app.services.db, app.clock, {
    type: 'alert.fired',
    key: `rule ${++occasions}`,
    accountId: null,
    userId: person.user.id,
    data: { text: 'ACME at $10' },
  })
const logOf = async (person: TestUser, webhookId: string) =>
  (await person.client.webhook.findDeliveries({ params: { webhookId, start: 0, count: 100 } })).result
const mine = async (person: TestUser) => (await person.client.webhook.findMyWebhooks())[0]!
const idsSent = () => target.asked.map(({ headers }) => headers['webhook-id'])

/** Verifies with the standard's own library, as a receiver does, at the time of the product's clock. */
function verify({ body, headers }: AskedRequest, secret: string): unknown {
  const realNow = Date.now
  Date.now = () => app.clock.nowMs()
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    Date.now = realNow
  }
}

describe('making a webhook', () => {
  test('asks for the password, shows its secret once, stores it sealed and mails its owner', async () => {
    const anna = await app.signUp(['MANAGERS'])
    expect(await refusalOf(make(anna, { password: 'a wrong one' }))).toBe('400 wrongPassword')
    const { id, secret } = await make(anna)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await mine(anna)).toMatchObject({ id, name: 'Ledger', state: 'ACTIVE', accounts: null, lastAttemptAt: null })
    expect(JSON.stringify(await mine(anna))).not.toContain(secret)
    const stored = await app.services.db
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored.secret_sealed.toString('latin1')).not.toContain(secret.slice(6))
    await app.services.background.idle()
    const mail = await app.services.db
      .selectFrom('outbox_message')
      .select('subject')
      .where('recipient', '=', anna.email)
      .where('channel', '=', 'MAIL')
      .execute()
    expect(mail.map(({ subject }) => subject)).toContain('A Clubfolio webhook was created')
  })

  test('refuses addresses that are never called, foreign accounts, a second name and an eleventh', async () => {
    const [anna, ben] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
    const foreign = await linkAccount(app, ben, '2026-02-25', '100.00')
    for (const url of ['https://10.0.0.1/', 'https://2130706434/', 'https://[::1]/', 'https://a:b@hook.example/', 'x'])
      expect(await refusalOf(make(anna, { url }))).toBe('400 webhookAddress')
    expect(await refusalOf(make(anna, { accountIds: [foreign.id] }))).toBe('404 notFound')
    await make(anna)
    expect(await refusalOf(make(anna, { name: 'LEDGER' }))).toBe('409 webhookName')
    for (let n = 1; n < 10; n++) await make(anna, { name: `N${n}` })
    expect(await refusalOf(make(anna, { name: 'Eleventh' }))).toBe('409 webhookCount')
  })

  test('is not for API tokens, which may read the log and send again', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { id } = await make(anna)
    const tokenClient = createTokenClient({ baseUrl: app.url, token: (await giveToken(app, anna.user.id)).token })
    expect(await refusalOf(tokenClient.webhook.createWebhook({ body: form({ name: 'T' }) }))).toBe('403 tokenNever')
    expect(await refusalOf(tokenClient.webhook.rotateSecret({ body: { id, password: testPassword } }))).toBe(
      '403 tokenNever',
    )
    await fire(anna)
    await deliver()
    const [delivery] = (await tokenClient.webhook.findDeliveries({ params: { webhookId: id, start: 0, count: 5 } }))
      .result
    await tokenClient.webhook.redeliver({ body: { id: delivery!.id } })
  })

  test('nobody reads, changes, deletes, tests or repeats the webhook of another', async () => {
    const [anna, ben] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
    const { id } = await make(anna)
    await fire(anna)
    const [delivery] = await logOf(anna, id)
    const { webhook } = ben.client
    const save = { id, name: 'B', events: ['alert.fired' as const], accountIds: null, isPaused: true }
    for (const call of [
      () => webhook.saveWebhook({ body: save }),
      () => webhook.deleteWebhook({ body: { id } }),
      () => webhook.rotateSecret({ body: { id, password: testPassword } }),
      () => webhook.sendTest({ body: { id } }),
      () => webhook.findDeliveries({ params: { webhookId: id, start: 0, count: 5 } }),
      () => webhook.redeliver({ body: { id: delivery!.id } }),
    ])
      expect(await refusalOf(call())).toBe('404 notFound')
    expect(await webhook.findMyWebhooks()).toEqual([])
  })

  test('a reset of the password pauses what somebody else may have made', async () => {
    const anna = await app.signUp(['MANAGERS'])
    await make(anna)
    const root = await app.signUp(['ADMINISTRATORS'])
    for (const status of ['INACTIVE', 'ACTIVE'] as const)
      await root.client.userAdmin.update({ body: { id: anna.user.id, status } })
    const again = await app.signIn(anna.email)
    expect(await mine(again)).toMatchObject({ state: 'PAUSED', reason: expect.stringContaining('sessions were ended') })
  })
})

describe('what is sent', () => {
  test('is signed as the standard says, and a changed byte or time is refused', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { secret } = await make(anna)
    await fire(anna)
    await deliver()
    const [request] = target.asked
    expect(verify(request!, secret)).toEqual({
      type: 'alert.fired',
      timestamp: new Date(app.clock.nowMs()).toISOString(),
      data: { text: 'ACME at $10' },
    })
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
      'webhook-timestamp': String(app.clock.nowMs() / 1000),
    })
    expect(() => verify({ ...request!, body: request!.body.replace('10', '11') }, secret)).toThrow(
      /signature|timestamp/i,
    )
    expect(() => verify(request!, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow(/signature|timestamp/i)
    app.clock.advance(6 * 60_000)
    expect(() => verify(request!, secret)).toThrow(/signature|timestamp/i)
  })

  test('both secrets sign for a day after a change', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { id, secret } = await make(anna)
    const changed = await anna.client.webhook.rotateSecret({ body: { id, password: testPassword } })
    expect(changed.secret).not.toBe(secret)
    await fire(anna)
    await deliver()
    for (const one of [secret, changed.secret]) expect(verify(target.asked[0]!, one)).toBeTruthy()
    app.clock.advance(24 * 60 * 60_000)
    await fire(anna)
    await deliver()
    expect(() => verify(target.asked[1]!, secret)).toThrow(/signature|timestamp/i)
    expect(verify(target.asked[1]!, changed.secret)).toBeTruthy()
  })

  test('an entry goes to the owner of the fund and to its member, with the amount as text, and to nobody else', async () => {
    const [anna, mona, eve] = [
      await app.signUp(['MANAGERS']),
      await app.signUp(['INVESTORS']),
      await app.signUp(['MANAGERS']),
    ]
    const account = await linkAccount(app, anna, '2026-02-25', '10000.00')
    for (const day of ['2026-02-25', '2026-02-26']) await closeSession(app, account, day, '10000.00')
    const memberId = await makeMember(anna, 'Mona')
    await app.services.db.updateTable('member').set({ user_id: mona.user.id }).where('id', '=', memberId).execute()
    const { id } = await make(anna, { accountIds: [account.id] })
    await make(mona)
    await make(eve)
    await anna.client.member.createContribution({
      body: { accountId: account.id, memberId, amount: cents('1000.00'), date: '2026-02-26', description: 'First' },
    })
    await deliver()
    expect(target.asked).toHaveLength(2)
    expect(JSON.parse(target.asked[0]!.body)).toMatchObject({
      type: 'entry.recorded',
      data: {
        accountId: account.id,
        memberId,
        kind: 'contribution',
        day: '2026-02-26',
        amount: '1000.00',
        currency: 'USD',
      },
    })
    expect(await logOf(anna, id)).toMatchObject([{ state: 'DELIVERED', attempts: [{ status: 204, reason: null }] }])
    expect((await mine(eve)).lastAttemptAt).toBeNull()
  })

  test('an entry that is switched off, on and deleted is an event each time, and says whether it counts', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const account = await linkAccount(app, anna, '2026-02-24', '10000.00')
    for (const day of ['2026-02-25', '2026-02-26']) await closeSession(app, account, day, '10000.00')
    const memberId = await makeMember(anna, 'Mona')
    await make(anna, { events: ['entry.switched', 'entry.reversed'] })
    await anna.client.member.createContribution({
      body: { accountId: account.id, memberId, amount: cents('1000.00'), date: '2026-02-26', description: 'First' },
    })
    const { id: entryId } = await app.services.db
      .selectFrom('fund_entry')
      .select('id')
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    await anna.client.member.updateParticipationStatus({ body: { id: entryId, isActive: false } })
    await anna.client.member.updateParticipationStatus({ body: { id: entryId, isActive: false } })
    await anna.client.member.updateParticipationStatus({ body: { id: entryId, isActive: true } })
    await anna.client.member.deleteContribution({ body: { id: entryId } })
    await deliver()
    const sent = target.asked.map(({ body }) => JSON.parse(body))
    expect(sent.map(({ type, data }) => `${type} ${data.isActive}`).toSorted()).toEqual([
      'entry.reversed false',
      'entry.switched false',
      'entry.switched true',
    ])
    expect(sent.every(({ data }) => data.entryId === entryId && data.amount === '1000.00')).toBe(true)
  })

  test('a refused or rolled back effect sends nothing', async () => {
    const anna = await app.signUp(['MANAGERS'])
    await make(anna)
    await app.services.db
      .transaction()
      .execute(async (trx) => {
        await recordEvent(trx, app.clock, {
          type: 'alert.fired',
          key: 'x',
          accountId: null,
          userId: anna.user.id,
          data: {},
        })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await deliver()
    expect(target.asked).toEqual([])
  })

  test('rights are those of the moment of sending: what was lost meanwhile is withheld, without its body', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const account = await linkAccount(app, anna, '2026-02-25', '100.00')
    const { id } = await make(anna, { events: ['order.filled', 'access.lapsed'] })
    const event = { accountId: account.id, data: { symbol: 'ACME' } }
    await recordEvent(app.services.db, app.clock, { type: 'order.filled', key: 'one', ...event })
    const ben = await app.signUp(['MANAGERS'])
    await app.services.db.updateTable('account').set({ owner_id: ben.user.id }).where('id', '=', account.id).execute()
    await deliver()
    expect(target.asked).toEqual([])
    expect(await logOf(anna, id)).toMatchObject([{ state: 'WITHHELD', payload: null, attempts: [] }])
    const deliveryId = (await logOf(anna, id))[0]!.id
    expect(await refusalOf(anna.client.webhook.redeliver({ body: { id: deliveryId } }))).toBe('404 notFound')
  })

  test('so is everything of a webhook from a weak session, once a group of its owner requires a strong factor', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { id } = await make(anna)
    const { db } = app.services
    const { group_id: groupId } = await db
      .selectFrom('user_group_member')
      .select('group_id')
      .where('user_id', '=', anna.user.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('user_group').set({ requires_strong_factor: true }).where('id', '=', groupId).execute()
    try {
      await fire(anna)
      await deliver()
      expect(target.asked).toEqual([])
      await db.updateTable('webhook').set({ factor: 'PASSKEY' }).where('id', '=', id).execute()
      await fire(anna)
      await deliver()
      expect(target.asked).toHaveLength(1)
    } finally {
      await db.updateTable('user_group').set({ requires_strong_factor: false }).where('id', '=', groupId).execute()
    }
  })

  test('so is what waits when its owner is blocked or loses the permission', async () => {
    const [anna, ben] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
    await make(anna)
    await make(ben)
    await fire(anna)
    await fire(ben)
    await app.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', anna.user.id).execute()
    await app.services.db.deleteFrom('user_group_member').where('user_id', '=', ben.user.id).execute()
    await deliver()
    expect(target.asked).toEqual([])
  })

  test('an address that becomes private is not called, and a redirect is not followed', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const inner = await startHttpStandIn((_, response) => response.end('secret'))
    const { id } = await make(anna)
    answer = () => ({ status: 302, headers: { location: inner.url } })
    await fire(anna)
    await deliver()
    await app.services.db.updateTable('webhook').set({ url: 'https://10.0.0.1/' }).execute()
    app.clock.advance(5000)
    await deliver()
    expect((await logOf(anna, id))[0]!.attempts).toMatchObject([
      { status: 302, reason: 'The address answered 302.' },
      { status: null, reason: 'The address is inside a network that is never called from here.' },
    ])
    expect(inner.asked).toEqual([])
    await inner.stop()
  })
})

describe('failures', () => {
  test('are tried again by the schedule under the same id and end after three days, with the webhook paused', async () => {
    let anna = await app.signUp(['MANAGERS'])
    const { id, secret } = await make(anna)
    answer = () => ({ status: 500, body: 'broken' })
    await fire(anna)
    await deliver()
    for (const wait of retryWaitsMs) {
      app.clock.advance(wait - 1)
      expect(await deliver()).toBe(0)
      app.clock.advance(1)
      expect(await deliver()).toBe(1)
      expect(verify(target.asked.at(-1)!, secret)).toBeTruthy()
    }
    expect(new Set(idsSent()).size).toBe(1)
    expect(new Set(target.asked.map(({ body }) => body)).size).toBe(1)
    anna = await app.signIn(anna.email)
    const [delivery] = await logOf(anna, id)
    expect(delivery).toMatchObject({ state: 'FAILED', nextAt: null })
    expect(delivery!.attempts).toHaveLength(10)
    expect(delivery!.attempts[0]).toMatchObject({ status: 500, answer: 'broken', reason: 'The address answered 500.' })
    expect(await mine(anna)).toMatchObject({ state: 'FAILED', lastStatus: 500 })
    const { result } = await anna.client.notification.findRecent()
    expect(result.filter(({ kind }) => kind !== 'SIGN_IN')).toMatchObject([
      { kind: 'JOB_FAILED', title: 'Webhook Ledger is paused', link: '/profile' },
    ])
    // Nothing is recorded for a paused webhook, and nothing is sent to it.
    await fire(anna)
    expect(await logOf(anna, id)).toHaveLength(1)
    expect(await refusalOf(anna.client.webhook.redeliver({ body: { id: delivery!.id } }))).toBe('409 webhookPaused')
    // Resumed, the delivery is sent again under its id.
    answer = () => ({ status: 200 })
    await anna.client.webhook.saveWebhook({
      body: { id, name: 'Ledger', events: ['alert.fired'], accountIds: null, isPaused: false },
    })
    await anna.client.webhook.redeliver({ body: { id: delivery!.id } })
    await deliver()
    expect(new Set(idsSent()).size).toBe(1)
    expect(await logOf(anna, id)).toMatchObject([{ state: 'DELIVERED' }])
  })

  test('a success in between ends the count of days', async () => {
    const anna = await app.signUp(['MANAGERS'])
    await make(anna)
    answer = () => ({ status: 503 })
    await fire(anna)
    await deliver()
    expect((await mine(anna)).failingSince).toBe(app.clock.nowMs())
    answer = () => ({ status: 200 })
    app.clock.advance(5000)
    await deliver()
    expect(await mine(anna)).toMatchObject({ state: 'ACTIVE', failingSince: null, lastStatus: 200 })
  })

  test('410 Gone pauses at once, and Retry-After waits longer, a day at most', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { id } = await make(anna)
    answer = () => ({ status: 429, headers: { 'retry-after': '600' } })
    await fire(anna)
    await deliver()
    expect((await logOf(anna, id))[0]!.nextAt).toBe(app.clock.nowMs() + 600_000)
    answer = () => ({ status: 410 })
    app.clock.advance(600_000)
    await fire(anna)
    await deliver()
    expect(await mine(anna)).toMatchObject({ state: 'GONE', reason: 'The address answered 410 Gone.' })
    expect((await logOf(anna, id)).map(({ state }) => state)).toEqual(['FAILED', 'FAILED'])
    expect([nextWait(1, '1'), nextWait(1, '999999'), nextWait(1, 'tomorrow'), nextWait(10, undefined)]).toEqual([
      5000,
      24 * 3_600_000,
      5000,
      undefined,
    ])
  })

  test('a process that ends between sending and recording sends again under the same id', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { id } = await make(anna)
    await fire(anna)
    const sent: string[] = []
    const dies: OutboundPort = {
      check: () => undefined,
      get: app.services.outbound.get,
      post: (request) => {
        sent.push(request.headers['webhook-id']!)
        return late
      },
    }
    let end: () => void = () => undefined
    const late = new Promise<Awaited<ReturnType<OutboundPort['post']>>>((resolve) => {
      end = () => resolve({ status: 500, retryAfter: undefined, head: '', isCut: false })
    })
    const first = deliverWebhooks({ ...app.services, outbound: dies })
    await expect.poll(() => sent.length).toBe(1)
    expect(await deliver()).toBe(0)
    app.clock.advance(60_000)
    await deliver()
    expect(idsSent()).toEqual(sent)
    expect(await logOf(anna, id)).toMatchObject([{ state: 'DELIVERED', attempts: [{ status: 204 }] }])
    // The first was only slow: its failure changes nothing that the other has recorded.
    end()
    await first
    expect(await logOf(anna, id)).toMatchObject([{ state: 'DELIVERED' }])
  })

  test('fifty events arrive while another webhook never answers, and several workers send each once', async () => {
    const [anna, ben] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
    const dead = await make(ben, { url: `${target.url}/dead` })
    const { id } = await make(anna)
    for (let n = 0; n < 50; n++) {
      await fire(ben)
      await fire(anna)
    }
    let waiting = 0
    let most = 0
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const { outbound } = app.services
    const services = {
      ...app.services,
      outbound: {
        check: outbound.check,
        get: outbound.get,
        async post(request: Parameters<OutboundPort['post']>[0]) {
          if (!request.url.endsWith('/dead')) return outbound.post(request)
          most = Math.max(most, ++waiting)
          await released
          waiting--
          return { status: 500, retryAfter: undefined, head: '', isCut: false }
        },
      },
    }
    const turns = [deliverWebhooks(services), deliverWebhooks(services)]
    await expect.poll(() => target.asked.length, { timeout: 30_000 }).toBe(50)
    expect(new Set(idsSent()).size).toBe(50)
    expect(most).toBeLessThanOrEqual(4)
    release()
    await Promise.all(turns)
    expect((await logOf(anna, id)).every(({ state }) => state === 'DELIVERED')).toBe(true)
    expect((await logOf(ben, dead.id)).every(({ state }) => state === 'WAITING')).toBe(true)
  })
})

test('a test event arrives, tests and repetitions are limited, and the log ends after 30 days', async () => {
  const anna = await app.signUp(['MANAGERS'])
  const { id } = await make(anna)
  await anna.client.webhook.sendTest({ body: { id } })
  await deliver()
  expect(JSON.parse(target.asked[0]!.body)).toMatchObject({ type: 'webhook.test', data: { webhookId: id } })
  for (let n = 0; n < 100; n++) await fire(anna)
  expect(await refusalOf(anna.client.webhook.sendTest({ body: { id } }))).toBe('409 webhookBusy')
  await deliver()
  app.clock.advance(30 * 24 * 60 * 60_000 + 1)
  await deleteOldRows(app.services)
  const again = await app.signIn(anna.email)
  expect(await logOf(again, id)).toEqual([])
})

test('the secret of a webhook in the database opens in its own row only', async () => {
  const anna = await app.signUp(['MANAGERS'])
  const one = await giveWebhook(app, anna.user.id, { url: `${target.url}/one` })
  const two = await giveWebhook(app, anna.user.id, { url: `${target.url}/two`, name: 'Two' })
  const { db } = app.services
  const { secret_sealed } = await db
    .selectFrom('webhook')
    .select('secret_sealed')
    .where('id', '=', one.webhook)
    .executeTakeFirstOrThrow()
  await db.updateTable('webhook').set({ secret_sealed }).where('id', '=', two.webhook).execute()
  await deliver()
  expect(target.asked.map(({ path }) => path)).toEqual(['/one'])
})

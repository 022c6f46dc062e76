// The fate of a key, queried over the real calls at the real paper brokerage: certain in both directions.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BrokerPort } from '../../adapters/broker/port.ts'
import { findLinkedAccount, type LinkedAccount, listAtBroker } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import type { TestUser } from '../../testing/test-app.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

let app: TestBrokerage
let owner: TestUser
let other: TestUser
let account: LinkedAccount
let real: Pick<BrokerPort, 'placeOrder' | 'cancelOrder' | 'listOrders'>

beforeAll(async () => {
  app = await startTestBrokerage()
  real = { placeOrder: app.broker.placeOrder, cancelOrder: app.broker.cancelOrder, listOrders: app.broker.listOrders }
  app.market.set('ACME', 50)
  owner = await app.signUp(['MANAGERS'])
  other = await app.signUp(['MANAGERS'])
  await app.link(owner, 'keys')
  account = await findLinkedAccount(app, owner)
})
afterAll(() => app.stop())
beforeEach(() => void Object.assign(app.broker as Writable<typeof app.broker>, real))

const settle = (key: string, by = owner) => by.client.request.settle({ body: { key, sentAt: app.clock.nowMs() } })
const createList = (name: string, key: string, by = owner) =>
  by.client.watchlist.create({ body: { name } }, { idempotencyKey: key })
const newMember = (email: string) => ({ firstName: 'Ada', lastName: 'Key', email, phone: '+12125550100', userId: null })
const createMember = (email: string, key: string) =>
  owner.client.member.create({ body: newMember(email) }, { idempotencyKey: key })
const countMembers = async (email: string) =>
  (await owner.client.member.findAllMembers()).filter((member) => member.email === email).length
let prices = 0
/** Far below the market, each different. */
const nextPrice = () => (1 + ++prices / 100).toFixed(2)
const put = (key: string, price = nextPrice()) =>
  owner.client.order.putOrder(
    {
      body: {
        ticket: 'ACME',
        quantity: '1',
        directionality: 'BUY',
        accountNumber: account.number,
        price,
        orderType: 'LIMIT',
      },
    },
    { idempotencyKey: key },
  )
const atBroker = async () => listAtBroker(app, account)
const countAt = async (price: string) =>
  (await atBroker()).filter((order) => Number(order.price) === Number(price)).length
const die = () => Promise.reject(new Error('killed'))

describe('an effect in one transaction', () => {
  test('a key that never arrived is given up, and refused when it arrives later', async () => {
    const key = randomUUID()
    expect(await settle(key)).toEqual({ fate: 'NOT_DONE', reason: null, reply: null })
    await expect(createMember('late@example.test', key)).rejects.toEqual(refusedAs('requestWithdrawn'))
    expect(await countMembers('late@example.test')).toBe(0)
    expect(await settle(key)).toMatchObject({ fate: 'NOT_DONE' })
  })

  test('a key that was answered returns its answer, to its owner alone', async () => {
    const key = randomUUID()
    const reply = await createMember('done@example.test', key)
    expect(await settle(key)).toEqual({ fate: 'DONE', reason: null, reply })
    expect(await settle(key, other)).toEqual({ fate: 'NOT_DONE', reason: null, reply: null })
    expect(await createMember('done@example.test', key)).toEqual(reply)
  })

  test('a refusal leaves nothing: the key did not happen', async () => {
    const key = randomUUID()
    const stranger = { ...newMember('refused@example.test'), userId: randomUUID() }
    await expect(owner.client.member.create({ body: stranger }, { idempotencyKey: key })).rejects.toMatchObject({
      name: 'ApiError',
    })
    expect(await settle(key)).toMatchObject({ fate: 'NOT_DONE' })
  })

  test('asked at the very moment, the answer is what happens', async () => {
    for (let round = 0; round < 20; round++) {
      const key = randomUUID()
      const email = `race${round}@example.test`
      const [sent, told] = await Promise.all([
        createMember(email, key).then(
          () => true,
          () => false,
        ),
        settle(key),
      ])
      const last = told.fate === 'RUNNING' ? await settle(key) : told
      expect([last.fate, sent, await countMembers(email)]).toEqual(
        last.fate === 'DONE' ? ['DONE', true, 1] : ['NOT_DONE', false, 0],
      )
    }
  })
})

describe('a recorded effect', () => {
  test('happens once per key and answers the same', async () => {
    const key = randomUUID()
    const first = await createList('Once', key)
    expect(await createList('Once', key)).toEqual(first)
    await expect(createList('Other', key)).rejects.toEqual(refusedAs('requestKeyReused'))
    expect(await settle(key)).toEqual({ fate: 'DONE', reason: null, reply: first })
  })

  test('is refused when its owner was answered that it did not happen', async () => {
    const key = randomUUID()
    await settle(key)
    await expect(createList('Never', key)).rejects.toEqual(refusedAs('requestWithdrawn'))
  })

  test('may be asked for again after a refusal', async () => {
    const key = randomUUID()
    await createList('Taken', randomUUID())
    await expect(createList('Taken', key)).rejects.toMatchObject({ name: 'ApiError' })
    const lists = await owner.client.watchlist.findAll()
    await owner.client.watchlist.delete({ body: { id: lists.find(({ name }) => name === 'Taken')!.id } })
    await expect(createList('Taken', key)).resolves.toMatchObject({ message: expect.any(String) as string })
  })

  test('runs while its process renews the lease; a process that died leaves it unknown', async () => {
    const key = randomUUID()
    await createList('Leased', key)
    const lease = (interval: string) =>
      app.services.pool.query(
        "update idempotency_key set state = 'RUNNING', reply = null, leased_until = clock_timestamp() + $1::interval where key = $2",
        [interval, key],
      )
    await lease('20 seconds')
    expect(await settle(key)).toMatchObject({ fate: 'RUNNING' })
    await expect(createList('Leased', key)).rejects.toEqual(refusedAs('requestInFlight'))
    await lease('-1 second')
    expect(await settle(key)).toMatchObject({
      fate: 'UNKNOWN',
      reason: expect.stringContaining('Look whether it is there') as string,
    })
  })

  test('keeps no hash of a password', async () => {
    const key = randomUUID()
    await owner.client.security.changePassword(
      { body: { oldPassword: 'correct horse battery', newPassword: 'another horse battery' } },
      { idempotencyKey: key },
    )
    const again = owner.client.security.changePassword(
      { body: { oldPassword: 'anything at all', newPassword: 'yet another battery' } },
      { idempotencyKey: key },
    )
    expect(await again).toMatchObject({ message: expect.any(String) as string })
    expect(await settle(key)).toMatchObject({ fate: 'DONE' })
  })
})

describe('an order', () => {
  test('that was placed returns its answer', async () => {
    const key = randomUUID()
    const reply = await put(key)
    expect(await settle(key)).toEqual({ fate: 'DONE', reason: null, reply })
    expect(await settle(key, other)).toMatchObject({ fate: 'NOT_DONE' })
  })

  test('that never arrived is given up, and not placed when it arrives later', async () => {
    const key = randomUUID()
    const price = nextPrice()
    expect(await settle(key)).toMatchObject({ fate: 'NOT_DONE' })
    await expect(put(key, price)).rejects.toEqual(refusedAs('requestWithdrawn'))
    expect(await countAt(price)).toBe(0)
  })

  test('that was reported as not placed is never sent again', async () => {
    const key = randomUUID()
    const price = nextPrice()
    Object.assign(app.broker, { listOrders: () => Promise.reject(new Error('killed')) })
    await expect(put(key, price)).rejects.toMatchObject({ name: 'ApiError' })
    Object.assign(app.broker, real)
    app.clock.advance(61_000)
    expect(await settle(key)).toMatchObject({
      fate: 'NOT_DONE',
      reason: expect.stringContaining('not placed') as string,
    })
    await expect(put(key, price)).rejects.toEqual(refusedAs('requestWithdrawn'))
    expect(await countAt(price)).toBe(0)
  })

  test('of unknown fate is looked for until it is found', async () => {
    const key = randomUUID()
    const price = nextPrice()
    Object.assign(app.broker, {
      placeOrder: async (...call: Parameters<BrokerPort['placeOrder']>) => {
        await real.placeOrder.apply(app.broker, call)
        return die()
      },
    })
    await expect(put(key, price)).rejects.toMatchObject({ name: 'ApiError' })
    expect(await settle(key)).toMatchObject({ fate: 'RUNNING' })
    app.clock.advance(21_000)
    expect(await settle(key)).toMatchObject({ fate: 'DONE', reply: { orderId: expect.any(String) as string } })
    expect(await countAt(price)).toBe(1)
  })

  test('is cancelled or not as the order itself says', async () => {
    const { orderId } = await put(randomUUID())
    const key = randomUUID()
    Object.assign(app.broker, {
      cancelOrder: async (...call: Parameters<BrokerPort['cancelOrder']>) => {
        await real.cancelOrder.apply(app.broker, call)
        return die()
      },
    })
    await expect(
      owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } }, { idempotencyKey: key }),
    ).rejects.toThrow('It is not known whether this was carried out')
    expect(await settle(key)).toEqual({
      fate: 'DONE',
      reason: null,
      reply: { message: `Order ${orderId} is cancelled.` },
    })
  })

  test('is answered as cancelled when the same cancellation is sent again', async () => {
    const { orderId } = await put(randomUUID())
    const again = { body: { accountNumber: account.number, orderId } }
    const key = randomUUID()
    Object.assign(app.broker, {
      cancelOrder: async (...call: Parameters<BrokerPort['cancelOrder']>) => {
        await real.cancelOrder.apply(app.broker, call)
        return die()
      },
    })
    await expect(owner.client.order.cancelOrder(again, { idempotencyKey: key })).rejects.toMatchObject({ status: 500 })
    expect(await owner.client.order.cancelOrder(again, { idempotencyKey: key })).toEqual({
      message: `Order ${orderId} is cancelled.`,
    })
    await expect(owner.client.order.cancelOrder(again, { idempotencyKey: randomUUID() })).rejects.toEqual(
      refusedAs('orderNotOpen'),
    )
  })

  test('whose cancellation never left is reported as not cancelled after a minute', async () => {
    const { orderId } = await put(randomUUID())
    const key = randomUUID()
    Object.assign(app.broker, { cancelOrder: die })
    await expect(
      owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } }, { idempotencyKey: key }),
    ).rejects.toMatchObject({ name: 'ApiError' })
    expect(await settle(key)).toMatchObject({ fate: 'LOOKING' })
    app.clock.advance(61_000)
    expect(await settle(key)).toMatchObject({
      fate: 'NOT_DONE',
      reason: `Order ${orderId} was not cancelled: it is still open.`,
    })
    await expect(
      owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } }, { idempotencyKey: key }),
    ).rejects.toEqual(refusedAs('requestWithdrawn'))
  })
})

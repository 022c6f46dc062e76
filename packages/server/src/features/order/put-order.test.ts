// Placing orders at the real paper brokerage: one intent becomes exactly one order, whatever dies between our own
// record, the call and the stored response. A death is injected where kill -9 would strike: the call throws an error
// that nothing handles, and nothing after it runs.
import { randomUUID } from 'node:crypto'
import { ApiError, type OrderEntryWithTrigger } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BrokerFailure, type BrokerPort, type OrderSending } from '../../adapters/broker/port.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, listAtBroker, protectedEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { settleRequests } from './settle-request.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let real: BrokerPort['placeOrder']
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
  real = app.broker.placeOrder
})
afterAll(() => app.stop())

beforeEach(async () => {
  const broker = app.broker as Writable<typeof app.broker>
  broker.placeOrder = real
  app.clock.set(testStartMs + 28 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `put${logins++}`))
})

const onPlace = (place: BrokerPort['placeOrder']) => {
  ;(app.broker as Writable<typeof app.broker>).placeOrder = place
}
const entry = (more: Partial<OrderEntryWithTrigger> = {}): OrderEntryWithTrigger => protectedEntry(account, more)
let keys = 0
const newKey = () => `put-order-test-${keys++}`
const put = (key: string, body = entry()) => owner.client.order.putOrderWithTrigger({ body }, { idempotencyKey: key })
/** Returns the order with every question of its preview answered. */
const answering = async (body: OrderEntryWithTrigger): Promise<OrderEntryWithTrigger> => ({
  ...body,
  answered: (await owner.client.order.previewOrder({ body })).questions.map(({ id }) => id),
})
const settle = (requestId: string, orderId: string) =>
  owner.client.order.settleOrder({ body: { accountNumber: account.number, requestId, orderId } })
const simple = ({ ticket, quantity, directionality, accountNumber, price, orderType }: OrderEntryWithTrigger) => ({
  ticket,
  quantity,
  directionality,
  accountNumber,
  price,
  orderType,
})
const putOne = (more: Partial<OrderEntryWithTrigger>, key = newKey()) =>
  owner.client.order.putOrder({ body: simple(entry(more)) }, { idempotencyKey: key })
/** Returns the orders that the brokerage really has. */
const atBroker = () => listAtBroker(app, account)
const requests = () =>
  app.services.db
    .selectFrom('order_request')
    .select(['state', 'broker_id', 'reason'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()
const refusalName = (error: unknown) => (error instanceof ApiError ? error.body.refusal : String(error))
const orders = (more: object = {}) =>
  owner.client.order.findOrders({ body: { accountNumber: account.number, ...more } })
const reconcile = async (afterMs: number) => {
  app.clock.advance(afterMs)
  app.market.set('ACME', 50)
  await runOrderTurn(app.services)
}

test('an entry with its stop is one plan at the broker and on the list', async () => {
  const { orderId, message } = await put(newKey())
  expect(message).toBe(`Order ${orderId} to buy 100 ACME at a stop of $50.50, with a stop loss of $48.50 is working.`)
  expect(await atBroker()).toMatchObject([
    {
      brokerId: orderId,
      strategy: 'TRIGGER',
      stopPrice: '50.5',
      children: [{ instruction: 'SELL', stopPrice: '48.5' }],
    },
  ])
  expect(await orders({ orderType: ['WORKING'] })).toMatchObject([
    {
      orderId,
      code: 'ACME',
      status: 'WORKING',
      price: '50.5',
      quantity: '100',
      instruction: 'BUY',
      isCancellable: true,
      children: [{ status: 'AWAITING_PARENT_ORDER', price: '48.5' }],
    },
  ])
})

test('the child of a short entry covers, and shows as a BUY', async () => {
  await put(
    newKey(),
    entry({ directionality: 'SELL_SHORT', price: '49.5', childDirectionality: 'BUY', childPrice: '51.5' }),
  )
  expect(await atBroker()).toMatchObject([{ instruction: 'SELL_SHORT', children: [{ instruction: 'BUY_TO_COVER' }] }])
  expect(await orders({ orderType: ['WORKING'] })).toMatchObject([
    { instruction: 'SELL', brokerInstruction: 'SELL_SHORT', children: [{ instruction: 'BUY' }] },
  ])
})

test('a BUY closes a short position that is there', async () => {
  await app.fill(account.number, 'SELL_SHORT', 10, 'ACME', 50)
  await putOne({ quantity: '10', orderType: 'LIMIT', price: '45' })
  expect(await atBroker()).toMatchObject([{ instruction: 'BUY_TO_COVER' }])
})

test('a double click is one order, and both clicks hear of it', async () => {
  const key = newKey()
  const answers = await Promise.all([put(key), put(key), put(key)])
  expect(await atBroker()).toHaveLength(1)
  expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
  expect(await put(key)).toMatchObject({ orderId: (await atBroker())[0]!.brokerId })
  await expect(put(key, entry({ quantity: '99' }))).rejects.toEqual(refusedAs('requestKeyReused'))
})

test('different wishes of one account at the same moment follow each other', async () => {
  await Promise.all(['51', '52', '53', '54'].map((price) => put(newKey(), entry({ price }))))
  expect((await atBroker()).map(({ stopPrice }) => stopPrice).sort()).toEqual(['51', '52', '53', '54'])
})

test('sixty orders at the same moment share their reads of the brokerage, and each gets an answer', async () => {
  const broker = app.broker as Writable<typeof app.broker>
  const { readAccount, quotes } = broker
  let reads = 0
  broker.readAccount = (...asked) => (reads++, readAccount(...asked))
  broker.quotes = (...asked) => (reads++, quotes(...asked))
  try {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => putOne({ orderType: 'LIMIT', price: '45' }).then(() => 'placed', refusalName)),
    )
    expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['placed', 'orderQuestioned']))
    // Two reads per order would be as many as the brokerage allows in a minute.
    expect(reads).toBeLessThan(100)
  } finally {
    Object.assign(broker, { readAccount, quotes })
  }
})

test('sixty cancellations of all orders at the same moment share their lists, and each gets an answer', async () => {
  await putOne({ orderType: 'LIMIT', price: '45' })
  const broker = app.broker as Writable<typeof app.broker>
  const { listOrders } = broker
  let lists = 0
  broker.listOrders = (...asked) => (lists++, listOrders(...asked))
  try {
    await Promise.all(
      Array.from({ length: 60 }, () => owner.client.order.cancelAllOrders({ body: { accountNumber: account.number } })),
    )
    expect(lists).toBeLessThan(50)
  } finally {
    broker.listOrders = listOrders
  }
  expect(await orders({ orderType: ['WORKING'] })).toEqual([])
})

describe('death', () => {
  const die = () => Promise.reject(new Error('killed'))

  test('after our own record and before the call: the retry places it once', async () => {
    const key = newKey()
    onPlace(die)
    await expect(put(key)).rejects.toThrow('Something went wrong')
    expect(await atBroker()).toEqual([])
    expect(await requests()).toMatchObject([{ state: 'SENDING' }])
    onPlace(real)
    // The minute starts with the first list that is read after its death.
    await reconcile(61_000)
    expect(await requests()).toMatchObject([{ state: 'UNKNOWN' }])
    await reconcile(61_000)
    expect(await requests()).toMatchObject([{ state: 'NOT_PLACED' }])
    await put(key)
    expect(await atBroker()).toHaveLength(1)
    expect(await requests()).toMatchObject([{ state: 'PLACED' }])
  })

  test('after the call and before its answer is stored: reconciliation finds it, the retry answers it', async () => {
    const key = newKey()
    onPlace(async (...call) => {
      await real(...call)
      return die()
    })
    await expect(put(key)).rejects.toThrow('Something went wrong')
    onPlace(real)
    await reconcile(21_000)
    const [placed] = await atBroker()
    expect(await requests()).toMatchObject([{ state: 'PLACED', broker_id: placed!.brokerId }])
    expect(await put(key)).toMatchObject({ orderId: placed!.brokerId })
    expect(await atBroker()).toHaveLength(1)
  })

  test('before anything was listed: it is known never to have been sent', async () => {
    const list = app.broker.listOrders
    ;(app.broker as Writable<typeof app.broker>).listOrders = die
    await expect(put(newKey())).rejects.toThrow('Something went wrong')
    ;(app.broker as Writable<typeof app.broker>).listOrders = list
    await reconcile(21_000)
    expect(await requests()).toMatchObject([{ state: 'NOT_PLACED', reason: 'It was never sent.' }])
  })

  test('of another order of the account holds the next one up no longer than its call can take', async () => {
    onPlace(die)
    await expect(put(newKey())).rejects.toThrow('Something went wrong')
    onPlace(real)
    app.clock.advance(21_000)
    await put(newKey(), entry({ price: '52' }))
    expect(await atBroker()).toHaveLength(1)
  })
})

describe('a lost answer', () => {
  const lose = (): Promise<OrderSending> => Promise.resolve({ outcome: 'LOST', reason: 'The connection broke.' })

  test('of an order that arrived ends in exactly that order, at once', async () => {
    onPlace(async (...call) => {
      await real(...call)
      return lose()
    })
    const { orderId } = await put(newKey())
    expect(await atBroker()).toMatchObject([{ brokerId: orderId }])
  })

  test('an answer that names no order, or another one, is not believed', async () => {
    const { orderId: other } = await put(newKey(), entry({ price: '55' }))
    for (const brokerId of [null, other]) {
      onPlace(async (...call) => {
        await real(...call)
        return { outcome: 'TAKEN', brokerId }
      })
      const { orderId } = await put(newKey(), entry({ price: brokerId === null ? '51' : '52' }))
      expect(orderId).not.toBe(other)
    }
    expect(await atBroker()).toHaveLength(3)
  })

  test('of an order that never arrived: unknown at first, shown as such, not placed a minute later, and the owner is asked again', async () => {
    const key = newKey()
    onPlace(lose)
    await expect(put(key)).rejects.toEqual(refusedAs('orderUnknown'))
    expect(await orders()).toMatchObject([{ status: 'UNKNOWN', code: 'ACME', price: '50.5' }])
    onPlace(real)
    await expect(put(newKey())).rejects.toEqual(refusedAs('orderQuestioned'))
    await expect(put(newKey(), await answering(entry()))).rejects.toEqual(refusedAs('orderTwinUnknown'))
    await reconcile(61_000)
    expect(await orders()).toEqual([])
    await put(key)
    expect(await atBroker()).toHaveLength(1)
  })

  test('with two orders that can be it stays unknown until the owner says which', async () => {
    onPlace(async (...call) => {
      await real(...call)
      await real(...call)
      return lose()
    })
    await expect(put(newKey())).rejects.toEqual(refusedAs('orderUnknown'))
    await reconcile(61_000)
    const unknown = (await orders({ orderType: ['UNKNOWN'] }))[0]!
    expect(unknown.candidates).toHaveLength(2)
    await settle(unknown.orderId, unknown.candidates[0]!)
    expect(await requests()).toMatchObject([{ state: 'PLACED', broker_id: unknown.candidates[0] }])
  })

  test('is never the order of another request, also when its owner says so', async () => {
    onPlace(async (...call) => {
      await real(...call)
      await real(...call)
      return lose()
    })
    await expect(put(newKey())).rejects.toEqual(refusedAs('orderUnknown'))
    await reconcile(61_000)
    const { db } = app.services
    const request = await db
      .selectFrom('order_request')
      .selectAll()
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    const twin = { ...request, id: randomUUID(), request_key: newKey(), plan: JSON.stringify(request.plan) }
    await db.insertInto('order_request').values(twin).execute()
    const [first, second] = request.candidate_ids!
    await settle(request.id, first!)
    await expect(settle(twin.id, first!)).rejects.toMatchObject({
      status: 409,
      body: { refusal: 'orderAssigned', error: [{ field: 'orderId' }] },
    })
    await settle(twin.id, second!)
    expect((await requests()).map(({ broker_id }) => broker_id).toSorted()).toEqual([first, second].toSorted())
  })

  test('is never given an order that was there before or belongs to another wish', async () => {
    await put(newKey())
    onPlace(lose)
    await expect(put(newKey(), await answering(entry()))).rejects.toEqual(refusedAs('orderUnknown'))
    await reconcile(61_000)
    expect((await requests()).map(({ state }) => state).sort()).toEqual(['NOT_PLACED', 'PLACED'])
  })
})

describe('a key used again for an order that was not placed', () => {
  const fail = () =>
    Promise.resolve<OrderSending>({
      outcome: 'NOT_SENT',
      failure: new BrokerFailure('UNAVAILABLE', 'The brokerage does not answer.'),
    })
  const failing = async (key: string) => {
    onPlace(fail)
    await expect(put(key)).rejects.toEqual(refusedAs('brokerUnavailable'))
    expect(await requests()).toMatchObject([{ state: 'NOT_PLACED' }])
    onPlace(real)
  }

  test('asks about an equal order that was placed meanwhile, and is placed once that is answered', async () => {
    const key = newKey()
    await failing(key)
    await put(newKey())
    await expect(put(key)).rejects.toEqual(refusedAs('orderQuestioned'))
    await expect(put(key)).rejects.toEqual(refusedAs('orderQuestioned'))
    expect(await atBroker()).toHaveLength(1)
    expect((await requests()).map(({ state }) => state).sort()).toEqual(['NOT_PLACED', 'PLACED'])
    await put(key, await answering(entry()))
    expect(await atBroker()).toHaveLength(2)
  })

  test('is judged and asked about by the prices of now, like a new order', async () => {
    const asked = (price: string) => entry({ orderType: 'LIMIT', price, childPrice: '40' })
    const [through, wrong] = [newKey(), newKey()]
    onPlace(fail)
    for (const [key, price] of [
      [through, '50.5'],
      [wrong, '45'],
    ] as const)
      await expect(put(key, asked(price))).rejects.toEqual(refusedAs('brokerUnavailable'))
    onPlace(real)
    app.clock.advance(60_000)
    app.market.set('ACME', 42)
    await expect(put(through, asked('50.5'))).rejects.toEqual(refusedAs('orderQuestioned'))
    app.market.set('ACME', 39)
    app.clock.advance(60_000)
    await expect(put(wrong, asked('45'))).rejects.toEqual(refusedAs('orderFaulty'))
    expect(await atBroker()).toEqual([])
    app.market.set('ACME', 42)
    app.clock.advance(60_000)
    await put(through, await answering(asked('50.5')))
    expect(await atBroker()).toHaveLength(1)
  })

  test('buys to cover what was sold short meanwhile', async () => {
    const key = newKey()
    const order = { quantity: '100', price: '50.5' }
    onPlace(fail)
    await expect(putOne(order, key)).rejects.toEqual(refusedAs('brokerUnavailable'))
    onPlace(real)
    await app.fill(account.number, 'SELL_SHORT', 100, 'ACME', 50)
    await putOne(order, key)
    expect(await atBroker()).toContainEqual(expect.objectContaining({ instruction: 'BUY_TO_COVER', status: 'WORKING' }))
  })

  test('asks while an equal order is of unknown fate', async () => {
    const key = newKey()
    await failing(key)
    onPlace(() => Promise.resolve({ outcome: 'LOST', reason: 'no answer in time' }))
    await expect(put(newKey())).rejects.toEqual(refusedAs('orderUnknown'))
    onPlace(real)
    await expect(put(key)).rejects.toEqual(refusedAs('orderQuestioned'))
    expect(await atBroker()).toEqual([])
  })

  test('asks nothing five minutes later, nor about another order', async () => {
    const [later, beside] = [newKey(), newKey()]
    await failing(later)
    await put(newKey())
    app.clock.advance(5 * 60_000 + 1_000)
    app.market.set('ACME', 50)
    await put(later)
    expect(await atBroker()).toHaveLength(2)
    onPlace(fail)
    await expect(put(beside, entry({ quantity: '99', childQuantity: '99' }))).rejects.toEqual(
      refusedAs('brokerUnavailable'),
    )
    onPlace(real)
    await put(beside, entry({ quantity: '99', childQuantity: '99' }))
    expect(await atBroker()).toHaveLength(3)
  })

  test('of two equal orders in the same instant one is placed and the other asks', async () => {
    const key = newKey()
    await failing(key)
    const both = await Promise.allSettled([put(key), put(newKey())])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusedAs('orderQuestioned') as object,
    })
    expect(await atBroker()).toHaveLength(1)
  })

  test('copies of the same call place one order', async () => {
    const key = newKey()
    await failing(key)
    const answers = await Promise.all([put(key), put(key), put(key)])
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    expect(await atBroker()).toHaveLength(1)
  })
})

describe('a paused process', () => {
  const lose = (): Promise<OrderSending> => Promise.resolve({ outcome: 'LOST', reason: 'no answer in time' })

  test('a list that lags behind an outage: the minute is counted from the first list that could be read', async () => {
    let hidden = true
    const list = app.broker.listOrders.bind(app.broker)
    const broker = app.broker as Writable<typeof app.broker>
    onPlace(async (...call) => {
      await real(...call)
      broker.listOrders = () => Promise.reject(new BrokerFailure('UNAVAILABLE', 'The brokerage does not answer.'))
      return lose()
    })
    await expect(put(newKey())).rejects.toEqual(refusedAs('orderUnknown'))
    // Two minutes without a list, and then one that does not contain the order yet.
    await reconcile(125_000)
    broker.listOrders = async (...call) => (hidden ? [] : list(...call))
    await reconcile(5_000)
    expect(await requests()).toMatchObject([{ state: 'UNKNOWN' }])
    hidden = false
    await reconcile(5_000)
    broker.listOrders = list
    expect(await requests()).toMatchObject([{ state: 'PLACED' }])
  })

  test('a process that was paused before the call does not send it any more', async () => {
    const list = app.broker.listOrders.bind(app.broker)
    const broker = app.broker as Writable<typeof app.broker>
    broker.listOrders = async (...call) => {
      const listed = await list(...call)
      app.clock.advance(16_000)
      return listed
    }
    await expect(put(newKey())).rejects.toEqual(refusedAs('orderNotPlaced'))
    broker.listOrders = list
    expect(await atBroker()).toEqual([])
    expect(await requests()).toMatchObject([{ state: 'NOT_PLACED' }])
  })

  test('one that was paused in the call and abandoned: its order is linked, and its owner is notified', async () => {
    onPlace(async (...call) => {
      await reconcile(81_000)
      await reconcile(61_000)
      expect(await requests()).toMatchObject([{ state: 'NOT_PLACED' }])
      return real(...call)
    })
    const { orderId } = await put(newKey())
    expect(await requests()).toMatchObject([{ state: 'PLACED', broker_id: orderId }])
    const told = await app.services.db
      .selectFrom('notification')
      .select('title')
      .where('user_id', '=', owner.user.id)
      .execute()
    expect(told.map(({ title }) => title).toSorted()).toEqual(['An order was sent after all', 'Order not placed'])
  })

  test('requests that wait for their owner keep no other from its turn', async () => {
    onPlace(async (...call) => {
      await real(...call)
      await real(...call)
      return lose()
    })
    await expect(put(newKey())).rejects.toEqual(refusedAs('orderUnknown'))
    const [undecided] = await app.services.db
      .selectFrom('order_request')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute()
    onPlace(lose)
    await expect(put(newKey(), entry({ price: '51' }))).rejects.toEqual(refusedAs('orderUnknown'))
    // More than one turn processes, all of them older, each with the same two candidate orders.
    const waiting = Array.from({ length: 5 }, (_one, index) => ({
      ...undecided!,
      id: randomUUID(),
      request_key: `waiting ${index}`,
      plan: JSON.stringify(undecided!.plan),
      searched_at: null,
    }))
    await app.services.db.insertInto('order_request').values(waiting).execute()
    const broker = app.broker as Writable<typeof app.broker>
    const { listOrders } = broker
    const listed = await atBroker()
    broker.listOrders = () => Promise.resolve(listed)
    try {
      for (let turn = 0; turn < 6; turn++) {
        app.clock.advance(61_000)
        await settleRequests(app.services, 3)
      }
      const states = (await requests()).map(({ state }) => state)
      expect([
        states.filter((state) => state === 'UNKNOWN').length,
        states.filter((state) => state === 'NOT_PLACED').length,
      ]).toEqual([6, 1])
    } finally {
      Object.assign(broker, { listOrders })
      await app.services.db.deleteFrom('order_request').where('account_id', '=', account.id).execute()
    }
  })
})

describe('a refusal', () => {
  test('of the broker reads as what it is, with its reason', async () => {
    await expect(putOne({ ticket: 'NOSUCH' })).rejects.toEqual(refusedAs('orderRefused'))
    await expect(putOne({ directionality: 'SELL', price: '49' })).rejects.toEqual(refusedAs('orderRejected'))
    expect(await orders({ orderType: ['REJECTED'] })).toMatchObject([
      { status: 'REJECTED', description: expect.stringContaining('held') as string },
    ])
  })

  test('of a guard rail leaves nothing behind', async () => {
    const rails = {
      accountNumber: account.number,
      largestOrder: 500_000n as never,
      largestPosition: null,
      dailyLoss: null,
      priceDistance: '5',
    }
    await owner.client.order.saveGuardRails({ body: rails })
    await expect(putOne({})).rejects.toEqual(refusedAs('orderGuarded'))
    await expect(putOne({ quantity: '1', price: '53' })).rejects.toEqual(refusedAs('orderGuarded'))
    expect([await requests(), await atBroker()]).toEqual([[], []])
    await putOne({ quantity: '1', price: '52' })
  })

  test('of a child that closes nothing, of somebody else’s account, of a disabled one', async () => {
    await expect(put(newKey(), entry({ childDirectionality: 'BUY' }))).rejects.toEqual(refusedAs('orderChildWrong'))
    const other = await app.signUp(['MANAGERS'])
    await expect(other.client.order.putOrder({ body: simple(entry()) })).rejects.toEqual(refusedAs('notFound'))
    await app.services.db.updateTable('account').set({ is_active: false }).where('id', '=', account.id).execute()
    await expect(putOne({})).rejects.toEqual(refusedAs('accountDisabled'))
  })
})

test('a price that is finer than its tick is refused with the nearest one, and never rounded', async () => {
  const fault = (field: string, message: string) =>
    expect.objectContaining({ status: 400, body: expect.objectContaining({ error: [{ field, message }] }) }) as unknown
  const childPrice = fault('childPrice', '$48.50123 is finer than a price may be. Enter whole cents, such as $48.50.')
  await expect(owner.client.order.previewOrder({ body: entry({ childPrice: '48.50123' }) })).rejects.toEqual(childPrice)
  await expect(put(newKey(), entry({ childPrice: '48.50123' }))).rejects.toEqual(childPrice)
  await expect(putOne({ price: '50.005' })).rejects.toEqual(
    fault('price', '$50.005 is finer than a price may be. Enter whole cents, such as $50.01.'),
  )
  await expect(putOne({ quantity: '1000000000000' })).rejects.toEqual(
    fault('quantity', 'Enter 1 to 10,000,000 whole shares.'),
  )
  expect(await atBroker()).toEqual([])
  expect(await owner.client.order.previewOrder({ body: entry({ childPrice: '48.50' }) })).toMatchObject({
    price: '50.5',
    stopPrice: '48.5',
    lossAtStop: 20_000n,
    lossPercent: '0.2',
    inversion: 505_000n,
    rejects: [],
    warnings: [],
  })
})

describe('cancelling', () => {
  const over = (state: string) =>
    expect.objectContaining({
      status: 409,
      message: `The order is ${state}: it can no longer be changed or cancelled.`,
      body: expect.objectContaining({ refusal: 'orderNotOpen' }) as unknown,
    }) as unknown

  test('cancelling an entry takes its child along; doing it again answers the same key alike, and says so to others', async () => {
    const { orderId } = await put(newKey())
    const key = newKey()
    const cancel = (idempotencyKey?: string) =>
      owner.client.order.cancelOrder(
        { body: { accountNumber: account.number, orderId } },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      )
    expect(await cancel(key)).toEqual({ message: `Order ${orderId} is cancelled.` })
    expect(await cancel(key)).toEqual({ message: `Order ${orderId} is cancelled.` })
    await expect(cancel(newKey())).rejects.toEqual(over('cancelled'))
    await expect(cancel()).rejects.toEqual(over('cancelled'))
    expect(await orders()).toMatchObject([
      { orderId, status: 'CANCELED', children: [{ status: 'CANCELED' }] },
      { status: 'CANCELED', parentOrderId: orderId },
    ])
  })

  test('what is filled meanwhile is not cancelled, and it says so', async () => {
    const { orderId } = await putOne({ price: '50.5' })
    app.clock.advance(1_000)
    app.market.set('ACME', 51)
    await expect(owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })).rejects.toEqual(
      over('filled'),
    )
    expect(await orders({ orderType: ['FILLED'] })).toHaveLength(1)
  })

  test.each([
    ['REJECTED', 'rejected'],
    ['EXPIRED', 'expired'],
    ['REPLACED', 'replaced'],
  ] as const)('an order that is %s is refused with its state', async (status, state) => {
    const { orderId } = await putOne({ price: '60' })
    const readOrder = app.broker.readOrder.bind(app.broker)
    const read = vi
      .spyOn(app.broker, 'readOrder')
      .mockImplementation(async (...call) => ({ ...(await readOrder(...call)), status }))
    await expect(owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })).rejects.toEqual(
      over(state),
    )
    read.mockRestore()
  })

  test('cancel all leaves nothing open', async () => {
    await put(newKey())
    await putOne({ price: '60' })
    expect(await owner.client.order.cancelAllOrders({ body: { accountNumber: account.number } })).toMatchObject({
      message: '2 orders cancelled.',
      cancelled: 2,
      failed: 0,
      orders: [{ outcome: 'CANCELLED' }, { outcome: 'CANCELLED' }],
    })
    expect((await atBroker()).flatMap((order) => [order, ...order.children]).map(({ status }) => status)).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ])
  })
})

test('the list filters by the days of entry and of closing', async () => {
  const { orderId } = await putOne({ price: '60' })
  const today = new Date(app.clock.nowMs()).toISOString().slice(0, 10)
  const tomorrow = new Date(app.clock.nowMs() + 86_400_000).toISOString().slice(0, 10)
  expect(await orders({ enteredFrom: today, enteredTo: today })).toHaveLength(1)
  expect(await orders({ enteredFrom: tomorrow, enteredTo: tomorrow })).toEqual([])
  expect(await orders({ closedFrom: today, closedTo: today })).toEqual([])
  await expect(orders({ enteredFrom: '1200-01-01', enteredTo: today })).rejects.toEqual(refusedAs('invalid'))
  await owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })
  expect(await orders({ closedFrom: today, closedTo: today })).toHaveLength(1)
})

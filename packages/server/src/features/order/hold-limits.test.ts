// The limits of an account at the real paper brokerage, in two server processes on one database: what was placed never
// exceeds a limit, whatever arrives at the same moment, is lost on the way, or is refused.
import { ApiError, type OrderEntry, type OrderEntryWithTrigger, type OrderGuardRails } from '@clubfolio/contract'
import { marketDayAt, nextSession, sessionHours, toCents, toEpochMs } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBrokers } from '../../adapters/broker/brokers.ts'
import type { BrokerOrder, BrokerPort, OrderSending } from '../../adapters/broker/port.ts'
import { createSharedBrokerWork } from '../../adapters/broker/shared-work.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import {
  type LinkedAccount,
  linkTrader,
  listAtBroker,
  protectedEntry,
  restOthers,
} from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { startTestApp, type TestApp, testStartMs, type TestUser } from '../../testing/test-app.ts'
import { syncAccount } from '../account-reading/sync-account.ts'
import { noGuardRails } from '../order-limit/guard-rails.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

let app: TestBrokerage
let second: TestApp
let owner: TestUser
let account: LinkedAccount
let real: BrokerPort['placeOrder']
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
  real = app.broker.placeOrder
  second = await startTestApp({
    beside: app,
    replace: () => ({ brokers: createBrokers([{ ...app.broker, shared: createSharedBrokerWork() }]) }),
  })
})
afterAll(async () => {
  await second.stop()
  await app.stop()
})

beforeEach(async () => {
  ;(app.broker as Writable<typeof app.broker>).placeOrder = real
  app.clock.set(testStartMs + 28 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  app.market.set('BOLT', 20)
  app.market.set('BASK', 100)
  ;({ owner, account } = await linkTrader(app, `limit${logins++}`))
  await restOthers(app, account)
})

const dollars = (amount: number) => toCents(BigInt(amount * 100))
const setLimits = (limits: Partial<OrderGuardRails>) =>
  owner.client.order.saveGuardRails({ body: { accountNumber: account.number, ...noGuardRails, ...limits } })

let keys = 0
const newKey = () => `hold-limits-test-${keys++}`
/** A buy of 100 ACME below the market that waits, with a stop 2.00 below it: a heat of 200.00. */
const waiting = (price: number, more: Partial<OrderEntryWithTrigger> = {}): OrderEntryWithTrigger =>
  protectedEntry(account, {
    orderType: 'LIMIT',
    duration: 'GOOD_TILL_CANCEL',
    price: price.toFixed(2),
    childPrice: (price - 2).toFixed(2),
    ...more,
  })
const put = (body: OrderEntryWithTrigger, through = owner.client, idempotencyKey = newKey()) =>
  through.order.putOrderWithTrigger({ body }, { idempotencyKey })
const putOne = (more: Partial<OrderEntry>, idempotencyKey = newKey()) =>
  owner.client.order.putOrder(
    {
      body: {
        ticket: 'ACME',
        quantity: '100',
        directionality: 'BUY',
        accountNumber: account.number,
        orderType: 'MARKET',
        price: null,
        ...more,
      },
    },
    { idempotencyKey },
  )
const buyOf = (quantity: string, through: typeof owner.client) =>
  through.order.putOrder(
    {
      body: {
        ticket: 'ACME',
        quantity,
        directionality: 'BUY',
        accountNumber: account.number,
        orderType: 'MARKET',
        price: null,
      },
    },
    { idempotencyKey: newKey() },
  )
/** Alternates between the two processes. */
const clientOf = (index: number) => (index % 2 === 0 ? owner.client : second.client(owner.user.token))
const refusalOf = (error: unknown) => (error instanceof ApiError ? error.body.refusal : String(error))
const atBroker = async (): Promise<BrokerOrder[]> =>
  (await listAtBroker(app, account)).filter(({ status }) => status === 'WORKING' || status === 'FILLED')
const heatOf = ({ price, quantity, children }: BrokerOrder) =>
  Number(quantity) * (Number(price) - Number(children[0]!.stopPrice))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
/** What the brokerage holds and works, measured by itself: every position has one stop, 2.00 below its price. */
const exposureAtBroker = async () => {
  const sizes = new Map<string, number>()
  let heat = 0
  for (const { symbol, status, quantity, price, averageFillPrice, children } of await listAtBroker(app, account)) {
    if (status !== 'WORKING' && status !== 'FILLED') continue
    const at = Number(averageFillPrice ?? price)
    const stop = children.find(({ orderType }) => orderType === 'STOP')
    if (stop === undefined) continue
    sizes.set(symbol!, (sizes.get(symbol!) ?? 0) + at * Number(quantity))
    heat += (at - Number(stop.stopPrice)) * Number(quantity)
  }
  return { heat, sizes: [...sizes.values()] }
}
const state = () => owner.client.order.findLimitState({ params: { accountNumber: account.number } })
const settled = async <Value>(calls: readonly Promise<Value>[]) => {
  const outcomes = await Promise.allSettled(calls)
  return {
    placed: outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    refused: outcomes.flatMap((one) => (one.status === 'rejected' ? [refusalOf(one.reason)] : [])),
  }
}

describe('fifty orders at the same moment, through two processes', () => {
  test('place exactly what the heat allows', async () => {
    await setLimits({ openHeat: dollars(1_000) })
    const { placed, refused } = await settled(
      Array.from({ length: 50 }, (_, index) => put(waiting(45 + index / 100), clientOf(index))),
    )
    expect(sum((await atBroker()).map(heatOf))).toBe(1_000)
    expect(placed).toHaveLength(5)
    expect(new Set(refused)).toEqual(new Set(['orderGuarded']))
  })

  test('place exactly as many positions as are allowed, and no position above its size', async () => {
    await setLimits({ openPositions: 2, largestPosition: dollars(9_100) })
    const symbols = ['ACME', 'BOLT', 'BASK'] as const
    const prices = { ACME: 45, BOLT: 15, BASK: 90 }
    await settled(
      Array.from({ length: 50 }, (_, index) => {
        const ticket = symbols[index % 3]!
        return put(waiting(prices[ticket] + index / 100, { ticket }), clientOf(index))
      }),
    )
    const sizes = new Map<string, number>()
    for (const { symbol, price, quantity } of await atBroker())
      sizes.set(symbol!, (sizes.get(symbol!) ?? 0) + Number(price) * Number(quantity))
    expect(sizes.size).toBe(2)
    for (const size of sizes.values()) expect(size).toBeLessThanOrEqual(9_100)
  })

  test('that fill at once hold the size of the position that they make', async () => {
    await setLimits({ largestPosition: dollars(2_050) })
    await settled(Array.from({ length: 16 }, (_, index) => buyOf(String(1 + index), clientOf(index))))
    const filled = sum((await atBroker()).map(({ filledQuantity }) => Number(filledQuantity)))
    expect(filled).toBeGreaterThan(20)
    expect(filled).toBeLessThanOrEqual(41)
  })

  test('of one key take one share of the limit, and each gets the order', async () => {
    await setLimits({ openHeat: dollars(200) })
    const key = newKey()
    const { placed } = await settled(Array.from({ length: 6 }, (_, index) => put(waiting(45), clientOf(index), key)))
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1)
    expect(placed).toHaveLength(6)
  })
})

test('random orders, changes and cancellations together, through two processes, never exceed a limit', async () => {
  const random = seededRandom(73)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const limits = { openHeat: 1_500, largestPosition: 12_000, openPositions: 2 }
  await setLimits({
    openHeat: dollars(limits.openHeat),
    largestPosition: dollars(limits.largestPosition),
    openPositions: limits.openPositions,
  })
  const prices = { ACME: 50, BOLT: 20, BASK: 100 }
  for (let round = 0; round < 2; round++) {
    const open = (await listAtBroker(app, account)).filter(({ status }) => status === 'WORKING')
    await settled(
      Array.from({ length: 10 }, (_, index) => {
        const client = clientOf(index)
        const order = pick(open.length === 0 ? [undefined] : [undefined, undefined, ...open])
        const quantity = String(10 + Math.floor(random() * 200))
        if (order === undefined) {
          const ticket = pick(['ACME', 'BOLT', 'BASK'] as const)
          const price = prices[ticket] - 2 - round - index / 100
          const isMarket = random() < 0.3
          return put(
            waiting(isMarket ? prices[ticket] : price, {
              ticket,
              quantity,
              childQuantity: quantity,
              ...(isMarket ? { orderType: 'MARKET' as const, price: null, duration: 'DAY' as const } : {}),
            }),
            client,
          )
        }
        const { brokerId: orderId, price } = order
        return random() < 0.5
          ? client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })
          : client.order.replaceOrder(
              {
                body: {
                  accountNumber: account.number,
                  orderId,
                  quantity,
                  filledQuantity: '0',
                  price: price!,
                  answered: [],
                },
              },
              { idempotencyKey: newKey() },
            )
      }),
    )
    const exposure = await exposureAtBroker()
    expect(exposure.heat).toBeLessThanOrEqual(limits.openHeat)
    expect(Math.max(0, ...exposure.sizes)).toBeLessThanOrEqual(limits.largestPosition)
    expect(exposure.sizes.length).toBeLessThanOrEqual(limits.openPositions)
  }
  expect((await exposureAtBroker()).sizes.length).toBeGreaterThan(0)
})

describe('orders of several kinds', () => {
  test('a bracket counts at its stop, and its exits open nothing', async () => {
    await setLimits({ openHeat: dollars(200) })
    await put(waiting(45, { targetPrice: '60' }))
    expect((await state()).uses).toMatchObject([{ used: '200' }])
    await expect(put(waiting(44, { quantity: '1', childQuantity: '1' }))).rejects.toEqual(refusedAs('orderGuarded'))
  })

  test('a spread counts its greatest loss, before and after it is filled', async () => {
    const code = (strike: number) => `ACME  281215P000${strike}000`
    app.market.set(code(45), 1.2)
    app.market.set(code(40), 0.6)
    await setLimits({ openHeat: dollars(1_000) })
    const spread = (quantity: string) =>
      owner.client.order.putSpread(
        {
          body: {
            accountNumber: account.number,
            quantity,
            priceType: 'NET_CREDIT',
            netPrice: '0.60',
            legs: [
              { ticket: code(45), instruction: 'SELL_TO_OPEN', ratio: '1' },
              { ticket: code(40), instruction: 'BUY_TO_OPEN', ratio: '1' },
            ],
          },
        },
        { idempotencyKey: newKey() },
      )
    await expect(spread('3')).rejects.toMatchObject({
      body: {
        error: expect.stringContaining('Heat would be $1,320.00; the limit is $1,000.00. At most 2 spreads fit.'),
      },
    })
    await spread('2')
    expect(Number((await state()).uses[0]!.used)).toBeLessThanOrEqual(880)
    await expect(spread('1')).rejects.toEqual(refusedAs('orderGuarded'))
  })
})

test('what another process fills between the reading of the account and the judgement counts', async () => {
  await setLimits({ largestPosition: dollars(2_100) })
  const broker = app.broker as Writable<typeof app.broker>
  const { readAccount } = broker
  let reads = 0
  broker.readAccount = async (...asked) => {
    const values = await readAccount(...asked)
    // The plan has read the account once; this is the reading that the limits are judged by.
    if (++reads === 2) await buyOf('30', second.client(owner.user.token))
    return values
  }
  try {
    await expect(buyOf('20', owner.client)).rejects.toEqual(refusedAs('orderGuarded'))
  } finally {
    broker.readAccount = readAccount
  }
  expect((await atBroker()).map(({ filledQuantity }) => filledQuantity)).toEqual(['30'])
  await buyOf('10', owner.client)
})

describe('a share of the limit', () => {
  test('is free again when the order is cancelled, refused by the brokerage, or not placed', async () => {
    await setLimits({ openHeat: dollars(200) })
    const { orderId } = await put(waiting(45))
    await expect(put(waiting(44))).rejects.toEqual(refusedAs('orderGuarded'))
    await owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })
    ;(app.broker as Writable<typeof app.broker>).placeOrder = () =>
      Promise.resolve({ outcome: 'REFUSED', reason: 'Not today.' })
    await expect(put(waiting(44))).rejects.toEqual(refusedAs('orderRefused'))
    ;(app.broker as Writable<typeof app.broker>).placeOrder = real
    await put(waiting(43))
    expect(await atBroker()).toHaveLength(1)
  })

  test('stays taken while the answer of the brokerage is lost, until the order is known not to be there', async () => {
    await setLimits({ openHeat: dollars(200) })
    const lose = (): Promise<OrderSending> => Promise.resolve({ outcome: 'LOST', reason: 'The connection broke.' })
    ;(app.broker as Writable<typeof app.broker>).placeOrder = lose
    const key = newKey()
    await expect(put(waiting(45), owner.client, key)).rejects.toEqual(refusedAs('orderUnknown'))
    ;(app.broker as Writable<typeof app.broker>).placeOrder = real
    await expect(put(waiting(44))).rejects.toEqual(refusedAs('orderGuarded'))
    app.clock.advance(61_000)
    await runOrderTurn(app.services)
    await put(waiting(44))
    // The key that is used again is judged like a new order.
    await expect(put(waiting(45), owner.client, key)).rejects.toEqual(refusedAs('orderGuarded'))
    expect(await atBroker()).toHaveLength(1)
  })

  test('of a replaced order goes to the new one, and a larger one is refused', async () => {
    await setLimits({ openHeat: dollars(300) })
    const change = (orderId: string, quantity: string) =>
      owner.client.order.replaceOrder(
        { body: { accountNumber: account.number, orderId, quantity, filledQuantity: '0', price: '45', answered: [] } },
        { idempotencyKey: newKey() },
      )
    const { orderId } = await put(waiting(45))
    await expect(change(orderId, '151')).rejects.toMatchObject({
      body: { error: expect.stringContaining('Heat would be $302.00; the limit is $300.00. At most 150 shares fit.') },
    })
    const { orderId: next } = await change(orderId, '150')
    expect((await atBroker()).map(heatOf)).toEqual([300])
    // Past a limit that is tighter now, an order can still be made smaller.
    await setLimits({ openHeat: dollars(200) })
    await change(next, '120')
    expect((await atBroker()).map(heatOf)).toEqual([240])
  })
})

test('a position counts at its stop once it is filled, and at its whole value without one', async () => {
  await setLimits({ openHeat: dollars(5_000) })
  await put(protectedEntry(account, { orderType: 'MARKET', price: null, childPrice: '48', childQuantity: '100' }))
  expect((await state()).uses).toMatchObject([{ measure: 'openHeat', used: '201', limit: '5000' }])
  await app.fill(account.number, 'BUY', 100, 'BOLT', 20)
  await syncAccount(app.services, account.id)
  expect((await state()).uses).toMatchObject([{ used: '2201' }])
  await setLimits({ openHeat: dollars(5_000), heatWithoutStop: '25' })
  expect((await state()).uses).toMatchObject([{ used: '701' }])
})

test('the preview shows the use before and after, and what breaks', async () => {
  await setLimits({ openHeat: dollars(300), openPositions: 3 })
  await put(waiting(45))
  const preview = await owner.client.order.previewOrder({ body: waiting(44) })
  expect(preview.limits).toEqual([
    { measure: 'openHeat', used: '200', after: '400', limit: '300', code: null },
    { measure: 'openPositions', used: '1', after: '1', limit: '3', code: null },
  ])
  expect(preview.breaches).toEqual(['Heat would be $400.00; the limit is $300.00. At most 50 shares fit.'])
})

test('symbols are allowed or blocked, and what closes a position always goes out', async () => {
  await app.fill(account.number, 'BUY', 100, 'ACME', 50)
  await setLimits({ symbolRule: 'BLOCK', symbols: ['ACME'], openPositions: 1, openHeat: dollars(1) })
  await expect(putOne({ ticket: 'ACME' })).rejects.toEqual(refusedAs('orderGuarded'))
  await putOne({ directionality: 'SELL' })
  expect(await listAtBroker(app, account)).toMatchObject([{ instruction: 'SELL', status: 'FILLED' }])
})

describe('a reached daily loss', () => {
  /** Loses 1,000.00 on 100 ACME. */
  const lose = async (limits: Partial<OrderGuardRails> = {}) => {
    await app.fill(account.number, 'BUY', 100, 'ACME', 50)
    await syncAccount(app.services, account.id)
    await setLimits({ dailyLoss: dollars(1_000), ...limits })
    app.market.set('ACME', 40)
  }
  const nextDay = async () => {
    app.clock.advance(86_400_000)
    owner = await app.signIn(owner.email)
  }
  const kinds = async () =>
    (await owner.client.notification.findRecent()).result.filter(({ kind }) => kind === 'LIMIT_REACHED')

  test('stops entries until the next session, whatever the price does, and is reported once', async () => {
    await lose()
    await expect(putOne({ quantity: '1' })).rejects.toMatchObject({
      body: { error: expect.stringContaining('lost $1,000.00 today; its daily limit is $1,000.00') },
    })
    app.market.set('ACME', 50)
    await syncAccount(app.services, account.id)
    await expect(putOne({ quantity: '2' })).rejects.toEqual(refusedAs('orderGuarded'))
    expect(await state()).toMatchObject({
      stopped: {
        loss: dollars(1_000),
        limit: dollars(1_000),
        until: sessionHours(nextSession(marketDayAt(toEpochMs(app.clock.nowMs()))))!.openMs,
      },
      reached: ['dailyLoss'],
    })
    expect(await kinds()).toHaveLength(1)
    // Closing goes out.
    await putOne({ quantity: '100', directionality: 'SELL' })
    await nextDay()
    app.market.set('ACME', 50)
    await syncAccount(app.services, account.id)
    await putOne({ quantity: '3' })
    expect((await state()).stopped).toBeNull()
  })

  test('is found by a reading, and money that is paid out is no loss', async () => {
    await lose()
    app.market.set('ACME', 50)
    app.clock.advance(1_000)
    await app.transfer(account.number, 'WITHDRAWAL', '2000.00')
    await putOne({ quantity: '1' })
    expect((await state()).stopped).toBeNull()
    app.market.set('ACME', 39)
    await syncAccount(app.services, account.id)
    expect((await state()).stopped).not.toBeNull()
  })

  test('leaves working entries and names them', async () => {
    await lose()
    app.market.set('ACME', 50)
    const { orderId } = await put(waiting(30))
    app.market.set('ACME', 40)
    await syncAccount(app.services, account.id)
    await runOrderTurn(app.services)
    expect((await state()).stopped).toMatchObject({ workingEntries: [orderId] })
    expect(await atBroker()).toHaveLength(1)
  })

  test('cancels working entries and keeps stops, where the owner wants that', async () => {
    await lose({ cancelsEntries: true })
    app.market.set('ACME', 50)
    await put(waiting(30))
    await putOne({ directionality: 'SELL', orderType: 'STOP', price: '20' })
    app.market.set('ACME', 40)
    await syncAccount(app.services, account.id)
    await runOrderTurn(app.services)
    expect(await atBroker()).toMatchObject([{ instruction: 'SELL', status: 'WORKING' }])
    expect((await state()).stopped).toMatchObject({ workingEntries: [] })
  })

  test('keeps every limit from being loosened on that day, and none from being tightened', async () => {
    await lose({ openHeat: dollars(500) })
    await syncAccount(app.services, account.id)
    const set = (limits: Partial<OrderGuardRails>) =>
      setLimits({ dailyLoss: dollars(1_000), openHeat: dollars(500), ...limits })
    await expect(set({ dailyLoss: dollars(1_001) })).rejects.toEqual(refusedAs('limitLocked'))
    await expect(set({ openHeat: null })).rejects.toEqual(refusedAs('limitLocked'))
    await set({ dailyLoss: dollars(900), openHeat: dollars(400) })
    await nextDay()
    await set({ dailyLoss: null, openHeat: null })
  })
})

test('a limit that refused an order cannot be loosened on that day, and the others can', async () => {
  await setLimits({ openHeat: dollars(100), openPositions: 5 })
  await expect(put(waiting(45))).rejects.toEqual(refusedAs('orderGuarded'))
  expect((await state()).reached).toEqual(['openHeat'])
  await expect(setLimits({ openHeat: dollars(200), openPositions: 5 })).rejects.toEqual(refusedAs('limitLocked'))
  await setLimits({ openHeat: dollars(100), openPositions: 6 })
})

test('only the owner reads and changes the limits, and a change is in the audit with before and after', async () => {
  await setLimits({ openHeat: dollars(100) })
  const other = await app.signUp(['MANAGERS'])
  await expect(
    other.client.order.saveGuardRails({ body: { accountNumber: account.number, ...noGuardRails } }),
  ).rejects.toEqual(refusedAs('notFound'))
  await expect(other.client.order.findLimitState({ params: { accountNumber: account.number } })).rejects.toEqual(
    refusedAs('notFound'),
  )
  await setLimits({ openHeat: dollars(50), symbolRule: 'ALLOW', symbols: ['SPY'] })
  const lines = await app.services.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'order.guard')
    .where('object_id', '=', account.id)
    .orderBy('id')
    .execute()
  expect(lines.at(-1)).toMatchObject({
    before: { openHeat: '10000', symbolRule: null },
    after: { openHeat: '5000', symbolRule: 'ALLOW', symbols: 'SPY' },
  })
})

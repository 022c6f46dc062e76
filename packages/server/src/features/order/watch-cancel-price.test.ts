// Entries cancelled at their cancel price, and positions whose stop died, at the real paper brokerage.
import type { OrderEntryWithTrigger } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TradeInstruction } from '@clubfolio/domain'
import { createBrokers } from '../../adapters/broker/brokers.ts'
import { BrokerFailure, type BrokerOrder, type BrokerPort } from '../../adapters/broker/port.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'
import { storeReadOrders } from './store-read-orders.ts'
import { watchCancelPrices } from './watch-cancel-price.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

let app: TestBrokerage
let owner: TestUser
let account: { readonly id: string; readonly number: string }
let ranges: BrokerPort['priceRange']
let logins = 0
let keys = 0

beforeAll(async () => {
  app = await startTestBrokerage()
  ranges = app.broker.priceRange
})
afterAll(() => app.stop())
beforeEach(async () => {
  ;(app.broker as Writable<typeof app.broker>).priceRange = ranges
  app.clock.set(testStartMs + 364 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, `watch${logins++}`)
  account = await app.services.db
    .selectFrom('account')
    .select(['id', 'number'])
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
})

const put = (more: Partial<OrderEntryWithTrigger> = {}, key = `watch-test-${keys++}`) =>
  owner.client.order.putOrderWithTrigger(
    {
      body: {
        ticket: 'ACME',
        quantity: '100',
        directionality: 'BUY',
        accountNumber: account.number,
        price: '51',
        orderType: 'STOP',
        childQuantity: '100',
        childDirectionality: 'SELL',
        childPrice: '47',
        childOrderType: 'STOP',
        cancelPrice: '48.5',
        ...more,
      },
    },
    { idempotencyKey: key },
  )
const statuses = async () =>
  (await owner.client.order.findOrders({ body: { accountNumber: account.number } })).map(({ status }) => status)
const trade = async (price: number, afterMs = 10_000) => {
  app.clock.advance(afterMs)
  app.market.set('ACME', price)
  await runOrderTurn(app.services)
}
const told = async () => (await owner.client.notification.findRecent()).result.map(({ kind }) => kind)
const watch = () =>
  app.services.db
    .selectFrom('order_watch')
    .select(['state', 'touched_price'])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()

test('a long entry is given up when its cancel price is touched, and its stop visibly goes with it', async () => {
  await put()
  await trade(48.51)
  expect(await statuses()).toEqual(['WORKING', 'AWAITING_PARENT_ORDER'])
  await trade(48.5)
  expect(await statuses()).toEqual(['CANCELED', 'CANCELED'])
  expect([await watch(), await told()]).toEqual([{ state: 'CANCELLED', touched_price: '48.5' }, ['ORDER_CANCELLED']])
  const [notification] = (await owner.client.notification.findRecent()).result
  expect(notification?.text).toContain('ACME traded at $48.50, at or below the cancel price of $48.50,')
})

test('a cancel price that is lost because its entry was replaced at the brokerage is reported once; one that moved along is not', async () => {
  const { orderId } = await put()
  const { orderId: next } = await owner.client.order.replaceOrder(
    { body: { accountNumber: account.number, orderId, quantity: '100', filledQuantity: '0', price: '51.5' } },
    { idempotencyKey: `watch-test-${keys++}` },
  )
  await trade(50)
  expect(await told()).toEqual([])
  const row = await app.services.db
    .selectFrom('account')
    .select(['hash_value', 'broker_login_id'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const leg = { instruction: 'BUY', quantity: 100, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }
  const replaced = await fetch(`${app.brokerUrl}/trader/v1/accounts/${row.hash_value}/orders/${next}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await loginAccess(app.services, row.broker_login_id).accessToken()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      orderType: 'STOP',
      session: 'NORMAL',
      duration: 'DAY',
      orderStrategyType: 'SINGLE',
      stopPrice: 52,
      orderLegCollection: [leg],
    }),
  })
  expect(replaced.status).toBe(201)
  await trade(50)
  await trade(50)
  expect(await told()).toEqual(['ORDER_UNPROTECTED'])
  const [alert] = await app.services.db
    .selectFrom('alert')
    .select(['title', 'severity'])
    .where('user_id', '=', owner.user.id)
    .execute()
  expect(alert).toEqual({ title: 'The cancel price of ACME is lost', severity: 'CRITICAL' })
})

test('an entry is not given up once the one that it replaced has a share', async () => {
  const { orderId } = await put()
  await owner.client.order.replaceOrder(
    { body: { accountNumber: account.number, orderId, quantity: '100', filledQuantity: '0', price: '51.5' } },
    { idempotencyKey: `watch-test-${keys++}` },
  )
  await app.services.db
    .updateTable('broker_order')
    .set({ filled_quantity: '40' })
    .where('account_id', '=', account.id)
    .where('broker_id', '=', orderId)
    .execute()
  app.clock.advance(10_000)
  app.market.set('ACME', 48)
  await watchCancelPrices(app.services)
  const watches = await app.services.db
    .selectFrom('order_watch')
    .select('state')
    .where('account_id', '=', account.id)
    .execute()
  expect(watches).toEqual([{ state: 'OVER' }, { state: 'OVER' }])
  expect(await told()).toEqual([])
})

test('what traded before an order that failed at first was put again by its key gives nothing up', async () => {
  const broker = app.broker as Writable<typeof app.broker>
  const place = app.broker.placeOrder
  const key = `watch-test-${keys++}`
  broker.placeOrder = () =>
    Promise.resolve({
      outcome: 'NOT_SENT',
      failure: new BrokerFailure('UNAVAILABLE', 'The brokerage does not answer.'),
    })
  await expect(put({}, key)).rejects.toThrow('The brokerage')
  broker.placeOrder = place
  await trade(48.4, 120_000)
  await trade(50, 120_000)
  await app.services.db.updateTable('order_watch').set({ state: 'OVER' }).where('account_id', '=', account.id).execute()
  await put({}, key)
  await trade(50, 120_000)
  expect(await statuses()).toEqual(['WORKING', 'AWAITING_PARENT_ORDER'])
  await trade(48.5)
  expect(await statuses()).toEqual(['CANCELED', 'CANCELED'])
})

test('a short entry is given up at or above it', async () => {
  await put({
    directionality: 'SELL_SHORT',
    price: '49',
    childDirectionality: 'BUY',
    childPrice: '53',
    cancelPrice: '51.5',
  })
  await trade(51.49)
  expect((await watch()).state).toBe('WATCHING')
  await trade(52)
  expect(await statuses()).toEqual(['CANCELED', 'CANCELED'])
})

test('an entry that was filled first is not given up', async () => {
  await put()
  await trade(51.2)
  await trade(48.4)
  expect([await statuses(), (await watch()).state]).toEqual([['FILLED', 'WORKING'], 'OVER'])
})

test('after a pause the low in between counts, although the price has come back', async () => {
  await put()
  ;(app.broker as Writable<typeof app.broker>).priceRange = (_access, _symbol, fromMs, toMs) =>
    Promise.resolve(toMs - fromMs > 1_200_000 ? { high: '50.9', low: '48.2' } : null)
  await trade(50)
  expect((await watch()).state).toBe('WATCHING')
  await trade(50, 1_500_000)
  expect([await statuses(), await watch()]).toEqual([
    ['CANCELED', 'CANCELED'],
    { state: 'CANCELLED', touched_price: '48.2' },
  ])
})

test('a watch that a dead worker held is taken up when its lease ends, and by one worker only', async () => {
  await put()
  await app.services.db
    .updateTable('order_watch')
    .set({ claimed_until: new Date(app.clock.nowMs() + 30_000) })
    .where('account_id', '=', account.id)
    .execute()
  await trade(48)
  expect((await watch()).state).toBe('WATCHING')
  app.clock.advance(31_000)
  app.market.set('ACME', 48)
  await Promise.all([runOrderTurn(app.services), runOrderTurn(app.services)])
  expect([(await watch()).state, await told()]).toEqual(['CANCELLED', ['ORDER_CANCELLED']])
})

test('a worker that was paused while another one cancelled the entry leaves it as that one left it', async () => {
  await put()
  app.clock.advance(10_000)
  app.market.set('ACME', 48)
  let isStill = true
  const broker: typeof app.broker = {
    ...app.broker,
    quotes: async (...asked) => {
      const quotes = await app.broker.quotes(...asked)
      if (isStill) {
        isStill = false
        app.clock.advance(31_000)
        await runOrderTurn(app.services)
      }
      return quotes
    },
  }
  await watchCancelPrices({ ...app.services, brokers: createBrokers([broker]) })
  expect(isStill).toBe(false)
  expect([(await watch()).state, await told()]).toEqual(['CANCELLED', ['ORDER_CANCELLED']])
})

test('entries of a disabled account are a red alert until it is enabled', async () => {
  await put()
  await app.services.db.updateTable('account').set({ is_active: false }).where('id', '=', account.id).execute()
  await trade(50)
  const standing = () =>
    app.services.db
      .selectFrom('alert')
      .select(['kind', 'severity'])
      .where('user_id', '=', owner.user.id)
      .where('resolved_at', 'is', null)
      .execute()
  expect(await standing()).toEqual([{ kind: 'ORDER_UNWATCHED', severity: 'CRITICAL' }])
  await app.services.db.updateTable('account').set({ is_active: true }).where('id', '=', account.id).execute()
  await trade(50)
  expect(await standing()).toEqual([])
})

test('a fill is reported once', async () => {
  await put({ cancelPrice: null })
  await trade(51.2)
  await trade(51.3)
  expect(await told()).toEqual(['ORDER_FILLED'])
})

test('an entry that died half filled leaves its shares without a stop, which is a red alert', async () => {
  await storeReadOrders(app.services, account.id, {
    orders: [halfFilled('WORKING', '40', 'AWAITING_PARENT_ORDER')],
    startedMs: app.clock.nowMs(),
  })
  await storeReadOrders(app.services, account.id, {
    orders: [halfFilled('CANCELED', '40', 'CANCELED')],
    startedMs: app.clock.nowMs(),
  })
  const [news] = (await owner.client.notification.findRecent()).result
  expect(news).toMatchObject({
    kind: 'ORDER_UNPROTECTED',
    title: '40 ACME without a stop',
    text: expect.stringMatching(
      /^40 of 100 ACME .* before the entry was cancelled; its stop loss ended with it/,
    ) as string,
  })
  expect(
    await app.services.db.selectFrom('alert').select('severity').where('user_id', '=', owner.user.id).execute(),
  ).toEqual([{ severity: 'CRITICAL' }])
})

test('the same of a written option is an alert that names it in words; of a bought one it is news alone, because it loses what was paid at most', async () => {
  const contract = (opens: TradeInstruction, closes: TradeInstruction) => ({
    symbol: 'ACME  261218C00100000',
    assetType: 'OPTION',
    multiplier: 100,
    opens,
    closes,
  })
  const bought = contract('BUY_TO_OPEN', 'SELL_TO_CLOSE')
  await storeReadOrders(app.services, account.id, {
    orders: [halfFilled('WORKING', '4', 'AWAITING_PARENT_ORDER', bought)],
    startedMs: app.clock.nowMs(),
  })
  await storeReadOrders(app.services, account.id, {
    orders: [halfFilled('CANCELED', '4', 'CANCELED', bought)],
    startedMs: app.clock.nowMs(),
  })
  const alerts = () =>
    app.services.db.selectFrom('alert').select(['title', 'text']).where('user_id', '=', owner.user.id).execute()
  const words = expect.stringMatching(/^4 of 100 ACME 100 call 2026-12-18 in account/) as string
  expect([(await owner.client.notification.findRecent()).result, await alerts()]).toMatchObject([
    [
      { kind: 'ORDER_UNPROTECTED', text: words },
      { kind: 'ORDER_FILLED', title: 'Order filled in part' },
    ],
    [],
  ])
  const written = { ...contract('SELL_TO_OPEN', 'BUY_TO_CLOSE'), firstId: 601 }
  await storeReadOrders(app.services, account.id, {
    orders: [halfFilled('WORKING', '4', 'AWAITING_PARENT_ORDER', written)],
    startedMs: app.clock.nowMs(),
  })
  await storeReadOrders(app.services, account.id, {
    orders: [halfFilled('CANCELED', '4', 'CANCELED', written)],
    startedMs: app.clock.nowMs(),
  })
  expect(await alerts()).toMatchObject([{ title: '4 ACME 100 call 2026-12-18 without a stop', text: words }])
})

interface Traded {
  readonly symbol: string
  readonly assetType: string
  readonly multiplier: number
  readonly opens: TradeInstruction
  readonly closes: TradeInstruction
  readonly firstId?: number
}

const shares: Traded = { symbol: 'ACME', assetType: 'EQUITY', multiplier: 1, opens: 'BUY', closes: 'SELL' }

function halfFilled(
  status: BrokerOrder['status'],
  filled: string,
  child: BrokerOrder['status'],
  { symbol, assetType, multiplier, opens, closes, firstId = 501 }: Traded = shares,
): BrokerOrder {
  const one = {
    assetType,
    multiplier,
    legCount: 1,
    legs: [],
    shape: null,
    session: 'NORMAL',
    duration: 'DAY',
    quantity: '100',
    remainingQuantity: '0',
    price: null,
    averageFillPrice: null,
    lastFillMs: null,
    goodTill: null,
    trail: null,
    description: null,
    isCancelable: false,
    symbol,
    orderType: 'STOP',
    enteredMs: app.clock.nowMs(),
    closedMs: null,
  } as const
  return {
    ...one,
    brokerId: String(firstId),
    strategy: 'TRIGGER',
    instruction: opens,
    stopPrice: '51',
    filledQuantity: filled,
    status,
    children: [
      {
        ...one,
        brokerId: String(firstId + 1),
        strategy: 'SINGLE',
        instruction: closes,
        stopPrice: '47',
        filledQuantity: '0',
        status: child,
        children: [],
      },
    ],
  }
}

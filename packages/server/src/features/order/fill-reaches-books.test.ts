// A fill appears in positions and cash as soon as it appears in the orders, and browsers are notified; cancelling
// everything reports the outcome of each order.
import type { OrderEntry } from '@clubfolio/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, stopEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'

const weekMs = 7 * 86_400_000

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let logins = 0
let keys = 0

beforeAll(async () => {
  app = await startTestBrokerage({ isAlwaysOpen: false })
})
afterAll(() => app.stop())
afterEach(() => vi.restoreAllMocks())

beforeEach(async () => {
  app.clock.set(testStartMs + weekMs * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `reaches${logins++}`))
  await owner.client.account.syncNow({ body: { accountId: account.id } })
})

const put = (more: Partial<OrderEntry> = {}) =>
  owner.client.order.putOrder(
    {
      body: stopEntry(account, more),
    },
    { idempotencyKey: `reaches-test-${keys++}` },
  )
const held = async () =>
  (await owner.client.operation.findOpenOperationByAccount({ params: { accountNumber: account.number } })).map(
    ({ code, longQuantity }) => [code, longQuantity],
  )
const cash = async () =>
  (
    await app.services.db
      .selectFrom('account')
      .select('cash_cents')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
  ).cash_cents
const topics = async () =>
  (
    await app.services.db
      .selectFrom('push_message')
      .select('topic')
      .where('user_id', '=', owner.user.id)
      .orderBy('id')
      .execute()
  ).map(({ topic }) => topic)
/** Returns whether the account's own turn would read it now. */
const isDue = async () => {
  const { next_at: next } = await app.services.db
    .selectFrom('account_sync')
    .select('next_at')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  return next.getTime() <= app.clock.nowMs()
}
const orders = (more: object = {}) =>
  owner.client.order.findOrders({ body: { accountNumber: account.number, ...more } })

describe('a fill', () => {
  test('at once is in positions and cash when the call answers', async () => {
    const before = await cash()
    await put({ orderType: 'MARKET', price: null })
    expect(await held()).toEqual([['ACME', 100]])
    expect(before - (await cash())).toBe(500_100n)
    expect(await topics()).toContain('account')
  })

  test('later is in positions, cash and the wallet after the turn that finds it in the orders', async () => {
    await put()
    const known = (await topics()).length
    app.clock.advance(11_000)
    app.market.set('ACME', 51)
    await runOrderTurn(app.services)
    expect(await orders()).toMatchObject([
      { status: 'FILLED', averageFillPrice: '51.01', filledTime: expect.any(Number) as number, price: '50.5' },
    ])
    expect(await held()).toEqual([['ACME', 100]])
    expect(
      (await owner.client.wallet.getPositionsForGraph({ params: { accountId: account.id } })).length,
    ).toBeGreaterThan(0)
    expect((await topics()).slice(known)).toEqual(['order', 'notification', 'account'])
  })

  test("at once leaves no second reading to the account's own turn; an order that waits does", async () => {
    await put({ orderType: 'MARKET', price: null })
    expect(await isDue()).toBe(false)
    await put()
    expect(await isDue()).toBe(true)
  })

  test("is read by the account's own turn when the process dies right after it was found", async () => {
    await put()
    await owner.client.account.syncNow({ body: { accountId: account.id } })
    vi.spyOn(app.broker, 'readAccount').mockRejectedValue(new Error('killed'))
    app.clock.advance(11_000)
    app.market.set('ACME', 51)
    await runOrderTurn(app.services)
    expect(await isDue()).toBe(false)
    app.clock.advance(10_000)
    expect(await isDue()).toBe(true)
  })

  test('readings without news tell nobody', async () => {
    const known = (await topics()).length
    app.clock.advance(60_000)
    await owner.client.account.syncNow({ body: { accountId: account.id } })
    expect((await topics()).slice(known)).toEqual([])
  })
})

describe('cancelling everything', () => {
  test('says what became of each, protecting stops last', async () => {
    await put({ orderType: 'MARKET', price: null })
    const { orderId: stop } = await put({ directionality: 'SELL', price: '45' })
    const { orderId: entry } = await put({ price: '55' })
    expect(await owner.client.order.cancelAllOrders({ body: { accountNumber: account.number } })).toEqual({
      message: '2 orders cancelled.',
      cancelled: 2,
      failed: 0,
      orders: [
        { orderId: entry, outcome: 'CANCELLED', message: `Order ${entry} is cancelled.` },
        { orderId: stop, outcome: 'CANCELLED', message: `Order ${stop} is cancelled.` },
      ],
    })
  })

  test('cancels only what was confirmed', async () => {
    const { orderId: one } = await put({ price: '55' })
    const { orderId: later } = await put({ price: '56' })
    const done = await owner.client.order.cancelAllOrders({
      body: { accountNumber: account.number, orderIds: [one, '999'] },
    })
    expect(done).toMatchObject({
      cancelled: 1,
      failed: 0,
      orders: [
        { orderId: one, outcome: 'CANCELLED' },
        { orderId: '999', outcome: 'OVER' },
      ],
    })
    expect(await orders({ orderType: ['WORKING'] })).toMatchObject([{ orderId: later }])
  })

  test('goes on after one whose cancellation is lost or refused, and says so of it', async () => {
    const { orderId: one } = await put({ price: '55' })
    const { orderId: two } = await put({ price: '56' })
    const real = app.broker.cancelOrder.bind(app.broker)
    vi.spyOn(app.broker, 'cancelOrder').mockImplementation(async (login, hash, id) =>
      id === one ? { outcome: 'LOST', reason: 'reset' } : real(login, hash, id),
    )
    const done = await owner.client.order.cancelAllOrders({ body: { accountNumber: account.number } })
    expect(done).toMatchObject({
      cancelled: 1,
      failed: 1,
      message: '1 order cancelled. 1 could not be cancelled; look at them below.',
    })
    expect(new Map(done.orders.map(({ orderId, outcome }) => [orderId, outcome]))).toEqual(
      new Map([
        [one, 'UNKNOWN'],
        [two, 'CANCELLED'],
      ]),
    )
  })
})

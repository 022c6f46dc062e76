// Changing an order while it fills, in each order of events: before the request, before our read, between our read and
// the brokerage's replacement, and when the process dies in between. More than the requested quantity is never bought
// without a notice.
import type { OrderEntry, OrderEntryWithTrigger } from '@clubfolio/contract'
import { isOverOrder } from '@clubfolio/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, listAtBroker } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'

const weekMs = 7 * 86_400_000
const asked = 1_000

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let logins = 0
let keys = 0

beforeAll(async () => {
  // Every execution fills a part of the remaining quantity.
  app = await startTestBrokerage({ isAlwaysOpen: false, execution: { partialFills: { seed: 'parts', percent: 100 } } })
})
afterAll(() => app.stop())
afterEach(() => vi.restoreAllMocks())

beforeEach(async () => {
  app.clock.set(testStartMs + weekMs * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `filling${logins++}`))
})

const key = () => ({ idempotencyKey: `filling-test-${keys++}` })
const put = (more: Partial<OrderEntry> = {}) =>
  owner.client.order.putOrder(
    {
      body: {
        ticket: 'ACME',
        quantity: String(asked),
        directionality: 'BUY',
        accountNumber: account.number,
        price: '49',
        orderType: 'LIMIT',
        ...more,
      },
    },
    key(),
  )
const putWithStop = (more: Partial<OrderEntryWithTrigger> = {}) =>
  owner.client.order.putOrderWithTrigger(
    {
      body: {
        ticket: 'ACME',
        quantity: String(asked),
        directionality: 'BUY',
        accountNumber: account.number,
        price: '49',
        orderType: 'LIMIT',
        childQuantity: String(asked),
        childDirectionality: 'SELL',
        childPrice: '40',
        childOrderType: 'STOP',
        cancelPrice: null,
        ...more,
      },
    },
    key(),
  )
/** A buy of 500 by a stop at 51 that is given up at 45; at 52 some of it is filled. */
const putWatched = () =>
  putWithStop({ orderType: 'STOP', price: '51', quantity: '500', childQuantity: '500', cancelPrice: '45' })
const change = (
  orderId: string,
  filledQuantity: string,
  more: { quantity?: string; price?: string; answered?: string[] } = {},
  once = key(),
) =>
  owner.client.order.replaceOrder(
    {
      body: { accountNumber: account.number, orderId, quantity: String(asked), price: '48.5', filledQuantity, ...more },
    },
    once,
  )
const orders = (more: object = {}) =>
  owner.client.order.findOrders({ body: { accountNumber: account.number, ...more } })
const access = () => loginAccess(app.services, account.broker_login_id)
const atBroker = async () => listAtBroker(app, account, access())

/** Moves the price to the order for a moment: a part of it is filled at the brokerage, and we have not read it yet. */
async function fillSome(orderId: string, at = 48): Promise<number> {
  const before = Number((await app.broker.readOrder(access(), account.hash_value, orderId)).filledQuantity)
  app.clock.advance(1_000)
  app.market.set('ACME', at)
  const after = Number((await app.broker.readOrder(access(), account.hash_value, orderId)).filledQuantity)
  app.market.set('ACME', 50)
  expect(after).toBeGreaterThan(before)
  return after
}

/** Returns what entries have bought, and what they may still buy, in total. */
async function bought(): Promise<{ readonly filled: number; readonly open: number }> {
  const all = (await atBroker()).filter(({ instruction }) => instruction === 'BUY')
  return {
    filled: all.reduce((sum, { filledQuantity }) => sum + Number(filledQuantity), 0),
    open: all
      .filter(({ status }) => !isOverOrder(status))
      .reduce((sum, { remainingQuantity }) => sum + Number(remainingQuantity), 0),
  }
}

const watchesOfReplacements = () =>
  app.services.db
    .selectFrom('order_watch as w')
    .innerJoin('order_request as r', (join) =>
      join.onRef('r.account_id', '=', 'w.account_id').onRef('r.id', '=', 'w.request_id'),
    )
    .select('w.state')
    .where('w.account_id', '=', account.id)
    .where('r.kind', '=', 'REPLACE')
    .execute()

const notes = () =>
  app.services.db
    .selectFrom('notification')
    .select(['kind', 'title', 'text'])
    .where('user_id', '=', owner.user.id)
    .execute()

describe('an order that was filled in part', () => {
  test('is not replaced by a request that was made before the fill', async () => {
    const { orderId } = await put()
    const filled = await fillSome(orderId)
    await expect(change(orderId, '0')).rejects.toEqual(refusedAs('orderFilledMeanwhile'))
    expect(await atBroker()).toMatchObject([{ brokerId: orderId, status: 'WORKING', price: '49' }])
    // The order that was read has been stored, so the list immediately shows the filled quantity.
    expect(await orders()).toMatchObject([{ orderId, filledQuantity: String(filled) }])
  })

  test('is replaced for what is left by a request that knows of the fill', async () => {
    const { orderId } = await put()
    const filled = await fillSome(orderId)
    const { orderId: next } = await change(orderId, String(filled), { quantity: String(asked - filled) })
    expect(await bought()).toEqual({ filled, open: asked - filled })
    expect(await orders()).toMatchObject([
      { orderId: next, quantity: String(asked - filled), status: 'WORKING' },
      { orderId, status: 'REPLACED' },
    ])
  })

  test('has no cancel price any more, and its replacement has none', async () => {
    const { orderId } = await putWatched()
    const filled = await fillSome(orderId, 52)
    const more = { quantity: String(500 - filled), price: '51.5' }
    const { orderId: next } = await change(orderId, String(filled), more)
    expect((await orders()).find(({ orderId: id }) => id === next)).toMatchObject({ cancelPrice: null })
    expect(await watchesOfReplacements()).toEqual([])
  })

  test("is Replaced, with its child, in the answer's own transaction", async () => {
    const { orderId } = await putWithStop()
    const { orderId: next } = await change(orderId, '0')
    const called = new Map([
      [next, 'new'],
      [orderId, 'old'],
    ])
    const named = (await orders()).map(
      ({ orderId: id, parentOrderId, status }) =>
        `${called.get(id) ?? `child of ${called.get(parentOrderId ?? '') ?? ''}`} ${status}`,
    )
    expect(named.sort()).toEqual([
      'child of new AWAITING_PARENT_ORDER',
      'child of old CANCELED',
      'new WORKING',
      'old REPLACED',
    ])
  })

  test('is Replaced while the brokerage still reports it as it was', async () => {
    const { orderId } = await putWithStop()
    const before = await app.broker.readOrder(access(), account.hash_value, orderId)
    const real = app.broker.readOrder.bind(app.broker)
    const list = app.broker.listOrders.bind(app.broker)
    vi.spyOn(app.broker, 'readOrder').mockImplementation(async (login, hash, id) =>
      id === orderId ? before : real(login, hash, id),
    )
    vi.spyOn(app.broker, 'listOrders').mockImplementation(async (...call) =>
      (await list(...call)).map((order) => (order.brokerId === orderId ? before : order)),
    )
    const { orderId: next } = await change(orderId, '0')
    await owner.client.account.syncNow({ body: { accountId: account.id } })
    expect(await orders({ orderType: ['WORKING'] })).toMatchObject([{ orderId: next }])
    expect(await orders({ orderType: ['REPLACED'] })).toMatchObject([
      { orderId, isCancellable: false, isEditable: false },
    ])
    expect(await orders({ orderType: ['AWAITING_PARENT_ORDER'] })).toMatchObject([{ parentOrderId: next }])
    vi.restoreAllMocks()
    await owner.client.account.syncNow({ body: { accountId: account.id } })
    expect(await orders({ orderType: ['REPLACED'] })).toMatchObject([{ orderId }])
  })

  test('goes on, and is shown as working, when the brokerage rejects its replacement', async () => {
    const { orderId } = await putWithStop()
    await expect(change(orderId, '0', { quantity: '900000', price: '48', answered: ['buyingPower'] })).rejects.toEqual(
      refusedAs('orderRejected'),
    )
    expect(await orders({ orderType: ['WORKING'] })).toMatchObject([{ orderId }])
  })
})

test('an entry that replaced one which was filled in part, and is cancelled, reports what has no stop', async () => {
  const { orderId } = await putWithStop()
  const filled = await fillSome(orderId)
  const { orderId: next } = await change(orderId, String(filled), { quantity: String(asked - filled) })
  await owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId: next } })
  const shown = filled.toLocaleString('en-US')
  expect(await notes()).toContainEqual(
    expect.objectContaining({
      kind: 'ORDER_UNPROTECTED',
      title: `${shown} ACME without a stop`,
      text: expect.stringContaining(`${shown} of 1,000 ACME`) as string,
    }),
  )
})

describe('a fill between our look and the replacement', () => {
  /** Runs an effect when the replacement has left us and has not arrived yet. */
  function onTheWay(
    effect: (orderId: string) => Promise<void>,
    after: (nextId: string) => Promise<void> = () => Promise.resolve(),
  ): void {
    const real = app.broker.replaceOrder.bind(app.broker)
    vi.spyOn(app.broker, 'replaceOrder').mockImplementationOnce(async (login, hash, replacement) => {
      await effect(replacement.brokerId)
      const sent = await real(login, hash, replacement)
      if (sent.outcome === 'TAKEN' && sent.brokerId !== null) await after(sent.brokerId)
      return sent
    })
  }

  test('is taken off the new order, and the answer says so', async () => {
    const { orderId } = await putWithStop()
    let filled = 0
    onTheWay(async (id) => void (filled = await fillSome(id)))
    const { message, orderId: next } = await change(orderId, '0')
    expect(await bought()).toEqual({ filled, open: asked - filled })
    expect(message).toContain(`${filled} more were filled while the order was being replaced`)
    expect(message).toContain(`buy ${asked - filled} ACME`)
    // The working order's stop covers everything that the entry will have bought.
    expect((await atBroker()).find(({ brokerId }) => brokerId === next)).toMatchObject({
      status: 'WORKING',
      children: [{ quantity: String(asked) }],
    })
  })

  test('ends the cancel price, because its stop is that of the new order', async () => {
    const { orderId } = await putWatched()
    onTheWay(async (id) => void (await fillSome(id, 52)))
    const { orderId: next } = await change(orderId, '0', { quantity: '500', price: '51.5' })
    expect((await orders()).find(({ orderId: id }) => id === next)).toMatchObject({ cancelPrice: null })
    expect(await watchesOfReplacements()).toEqual([{ state: 'OVER' }])
  })

  test('of more than the smaller order was for leaves nothing to buy, and the shares without a stop are reported', async () => {
    const { orderId } = await putWithStop()
    let filled = 0
    onTheWay(async (id) => void (filled = await fillSome(id)))
    const { message } = await change(orderId, '0', { quantity: '1' })
    expect(filled).toBeGreaterThan(1)
    expect(await bought()).toEqual({ filled, open: 0 })
    expect(message).toContain('nothing is left to buy')
    expect((await notes()).map(({ kind }) => kind)).toContain('ORDER_UNPROTECTED')
  })

  test('is taken off by the next turn of the job when the process died before it could', async () => {
    const { orderId } = await put()
    const once = key()
    let filled = 0
    onTheWay(
      async (id) => void (filled = await fillSome(id)),
      () => Promise.reject(new Error('killed')),
    )
    await expect(change(orderId, '0', {}, once)).rejects.toThrow('Something went wrong')
    expect((await bought()).open).toBe(asked)
    app.clock.advance(61_000)
    await runOrderTurn(app.services)
    // The job waits a moment for what the call may still settle itself.
    app.clock.advance(11_000)
    await runOrderTurn(app.services)
    expect(await bought()).toEqual({ filled, open: asked - filled })
    expect((await notes()).map(({ title }) => title)).toContain('Filled while it was changed')
    // Repeating the request returns its outcome.
    expect((await change(orderId, '0', {}, once)).message).toMatch(/^Order \d+ to buy/)
    expect(await bought()).toEqual({ filled, open: asked - filled })
  })

  test('of both orders is reported when it is more than was asked for', async () => {
    const { orderId } = await put()
    let filled = 0
    onTheWay(
      async (id) => void (filled = await fillSome(id)),
      async (next) => {
        for (let more = 0; filled + more <= asked;) more = await fillSome(next)
      },
    )
    const { message } = await change(orderId, '0')
    const sum = await bought()
    expect(sum.open).toBe(0)
    expect(sum.filled).toBeGreaterThan(asked)
    expect(message).toContain(`${sum.filled - asked} more than`)
    expect(await notes()).toContainEqual(expect.objectContaining({ kind: 'ORDER_OVERFILLED' }))
  })
})

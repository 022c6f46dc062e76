// Orders at a brokerage that reports their changes and keeps our references: the Alpaca wire of the paper brokerage.
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { loginAccess } from '../account/broker-access.ts'
import { type LinkedAccount, linkTrader, protectedEntry, stopEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { createNewsListener, type NewsListener } from './listen-for-news.ts'

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let listeners: NewsListener[] = []
let logins = 0
let keys = 0

beforeAll(async () => {
  app = await startTestBrokerage({ isAlpacaFirst: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.advance(600_000)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `news${logins++}`))
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const listener of listeners) await listener.stop()
  listeners = []
})

const refused = (refusal: string, text: string) =>
  expect.objectContaining({
    message: expect.stringContaining(text) as string,
    body: expect.objectContaining({ refusal }) as object,
  })
const key = () => ({ idempotencyKey: `news-test-${keys++}` })
const access = () => loginAccess(app.services, account.broker_login_id)

async function placeStop(): Promise<string> {
  return (await owner.client.order.putOrder({ body: stopEntry(account) }, key())).orderId
}

/** Cancels at the brokerage, where we do not see it. */
const cancelElsewhere = (orderId: string) => app.alpaca.cancelOrder(access(), account.hash_value, orderId)

async function statusOf(orderId: string): Promise<string> {
  const { status } = await app.services.db
    .selectFrom('broker_order')
    .select('status')
    .where('broker_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return status
}

function listen(): NewsListener {
  const listener = createNewsListener(app.services)
  listeners.push(listener)
  return listener
}

const holders = async () =>
  (
    await app.services.db
      .selectFrom('broker_login')
      .select('news_holder')
      .where('id', '=', account.broker_login_id)
      .executeTakeFirstOrThrow()
  ).news_holder

describe('news of orders', () => {
  test('bring the reading of a change forward', async () => {
    const orderId = await placeStop()
    const listed = vi.spyOn(app.alpaca, 'listOrders')
    await listen().turn()
    // The connection reads once when it opens.
    await vi.waitFor(() => expect(listed).toHaveBeenCalledTimes(1), 10_000)
    expect(await statusOf(orderId)).toBe('WORKING')
    await cancelElsewhere(orderId)
    await vi.waitFor(async () => expect(await statusOf(orderId)).toBe('CANCELED'), 10_000)
  })

  test('are listened to by one worker, until it stops or its claim expires', async () => {
    const [first, second] = [listen(), listen()]
    await first.turn()
    const holder = await holders()
    expect(holder).not.toBeNull()
    await second.turn()
    expect(await holders()).toBe(holder)
    app.clock.advance(50_000)
    await first.turn()
    app.clock.advance(50_000)
    await second.turn()
    expect(await holders()).toBe(holder)
    await first.stop()
    expect(await holders()).toBeNull()
    await second.turn()
    expect(await holders()).not.toBe(holder)
    app.clock.advance(61_000)
    const third = listen()
    await third.turn()
    const taken = await holders()
    await second.turn()
    expect(await holders()).toBe(taken)
  })

  test('that stay away change nothing: a broken connection is tried again, later each time', async () => {
    const ends: (() => void)[] = []
    const heard = vi.spyOn(app.alpaca.orderNews!, 'listen').mockImplementation((_access, { onEnd }) => {
      ends.push(() => onEnd({ isLapsed: false }))
      return { close: () => undefined }
    })
    const listener = listen()
    const turnAfter = async (ms: number): Promise<number> => {
      app.clock.advance(ms)
      await listener.turn()
      return heard.mock.calls.filter(([{ key: login }]) => login === account.broker_login_id).length
    }
    const end = () => ends.splice(0).forEach((one) => one())
    expect(await turnAfter(0)).toBe(1)
    expect(await turnAfter(5_000)).toBe(1)
    end()
    expect(await turnAfter(4_000)).toBe(1)
    expect(await turnAfter(1_000)).toBe(2)
    end()
    expect(await turnAfter(9_000)).toBe(2)
    expect(await turnAfter(1_000)).toBe(3)
    const orderId = await placeStop()
    await cancelElsewhere(orderId)
    expect((await owner.client.order.findOrders({ body: { accountNumber: account.number } })).length).toBe(1)
  })

  test('of one login that cannot be connected delay no other', async () => {
    const other = await linkTrader(app, `news${logins++}`)
    const listened: string[] = []
    vi.spyOn(app.alpaca.orderNews!, 'listen').mockImplementation(({ key: login }) => {
      listened.push(login)
      if (login === account.broker_login_id) throw new Error('broken')
      return { close: () => undefined }
    })
    await listen().turn()
    expect(listened).toEqual(expect.arrayContaining([account.broker_login_id, other.account.broker_login_id]))
  })

  test('are not listened to for a disabled account', async () => {
    const listener = listen()
    await listener.turn()
    expect(await holders()).not.toBeNull()
    await owner.client.account.enableDisableAccount({ body: { accountId: account.id, isActive: false } })
    await listener.turn()
    expect(await holders()).toBeNull()
  })
})

describe('an order whose answer is lost', () => {
  test('is found by its reference and is one order', async () => {
    const real = app.alpaca.placeOrder.bind(app.alpaca)
    vi.spyOn(app.alpaca, 'placeOrder').mockImplementationOnce(async (...sent) => {
      await real(...sent)
      return { outcome: 'LOST', reason: 'The connection broke.' }
    })
    const listed = vi.spyOn(app.alpaca, 'findOrder')
    const orderId = await placeStop()
    expect(listed).toHaveBeenCalledTimes(1)
    expect(await statusOf(orderId)).toBe('WORKING')
    expect(await owner.client.order.findOrders({ body: { accountNumber: account.number } })).toHaveLength(1)
  })

  test('is distinguished from an equal one that was placed elsewhere at the same moment', async () => {
    const real = app.alpaca.placeOrder.bind(app.alpaca)
    vi.spyOn(app.alpaca, 'placeOrder').mockImplementationOnce(async (login, hash, draft, reference) => {
      await real(login, hash, draft, 'the reference of another program')
      const sent = await real(login, hash, draft, reference)
      return sent.outcome === 'TAKEN' ? { outcome: 'LOST', reason: 'The connection broke.' } : sent
    })
    const orderId = await placeStop()
    const own = await app.alpaca.readOrder(access(), account.hash_value, orderId)
    const { id, plan } = await app.services.db
      .selectFrom('order_request')
      .select(['id', 'plan'])
      .where('broker_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const sought = { reference: id, draft: plan.draft }
    expect((await app.alpaca.findOrder!(access(), account.hash_value, sought))?.brokerId).toBe(own.brokerId)
  })
})

describe('what Alpaca cannot do', () => {
  test('an order that is good till a day: refused in plain words, and nothing is sent', async () => {
    const lasting = { duration: 'GOOD_TILL_CANCEL', goodTill: '2030-01-02' } as const
    const asked = protectedEntry(account, lasting)
    const preview = await owner.client.order.previewOrder({ body: asked })
    expect(preview.rejects).toEqual([expect.stringContaining('good till a day')])
    await expect(owner.client.order.putOrderWithTrigger({ body: asked }, key())).rejects.toEqual(
      refused('orderRefused', 'Choose Day or Good till cancel'),
    )
    expect(await owner.client.order.findOrders({ body: { accountNumber: account.number } })).toEqual([])
  })

  test('a limit entry holds its stop loss as one order with a child', async () => {
    const { orderId } = await owner.client.order.putOrderWithTrigger(
      { body: protectedEntry(account, { orderType: 'LIMIT', price: '49.5', duration: 'GOOD_TILL_CANCEL' }) },
      key(),
    )
    expect(await app.alpaca.readOrder(access(), account.hash_value, orderId)).toMatchObject({
      strategy: 'TRIGGER',
      children: [{ orderType: 'STOP', stopPrice: '48.5', instruction: 'SELL' }],
    })
  })
})

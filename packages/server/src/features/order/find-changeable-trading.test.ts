// Which order is replaced when a line of the chart is moved, on both wires of the real paper brokerage: the entry with
// its exits, or the exit alone, and that this replacement is taken.
import type { OrderEntryWithTrigger, OrderPair } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, protectedEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { syncAccount } from '../account-reading/sync-account.ts'

describe.each([
  { wire: 'Schwab', isAlpacaFirst: false },
  { wire: 'Alpaca', isAlpacaFirst: true },
])('on the wire of $wire', ({ isAlpacaFirst }) => {
  let app: TestBrokerage
  let owner: TestUser
  let account: LinkedAccount
  let logins = 0
  const partialFills = { seed: 'parts', percent: 0 }

  beforeAll(async () => {
    app = await startTestBrokerage({ isAlpacaFirst, execution: { partialFills } })
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    partialFills.percent = 0
    app.clock.set(testStartMs + 28 * 86_400_000 * logins)
    app.market.set('ACME', 50)
    ;({ owner, account } = await linkTrader(app, `lines${logins++}`))
    // The chart shows the simulated market, in which this paper brokerage trades on either wire.
    await app.services.db
      .updateTable('account')
      .set({ market_source: 'simulated' })
      .where('id', '=', account.id)
      .execute()
  })

  const put = async (more: Partial<OrderEntryWithTrigger> = {}) =>
    (
      await owner.client.order.putOrderWithTrigger({
        body: protectedEntry(account, { targetPrice: '60', ...more }),
      })
    ).orderId
  /** Alpaca holds the exits of an entry that lasts as long as they do. */
  const limitEntry = { orderType: 'LIMIT', price: '49', duration: 'GOOD_TILL_CANCEL' } as const
  const putPair = async () => {
    await owner.client.order.putOrder({
      body: {
        ticket: 'ACME',
        quantity: '100',
        directionality: 'BUY',
        accountNumber: account.number,
        price: null,
        orderType: 'MARKET',
      },
    })
    const body: OrderPair = {
      ticket: 'ACME',
      quantity: '100',
      directionality: 'SELL',
      accountNumber: account.number,
      targetPrice: '60',
      stopOrderType: 'STOP',
      stopPrice: '45',
    }
    await owner.client.order.putOrderPair({ body })
    await syncAccount(app.services, account.id)
  }
  const trading = () =>
    owner.client.operation.findTradingByInstrument({ params: { accountNumber: account.number, code: 'ACME' } })
  const lines = async () =>
    (await trading()).orders.map(({ role, price, status, change: { field } }) => [role, price, status, field])
  const find = async (price: number) => (await trading()).orders.find((order) => order.price === price)!

  /** Moves the line at a price, as the chart does: with the fields of Change order. */
  async function move(from: number, to: string): Promise<void> {
    const { change } = await find(from)
    const order = (await owner.client.order.findOrders({ body: { accountNumber: account.number } })).find(
      ({ orderId }) => orderId === change.orderId,
    )!
    const body = {
      accountNumber: account.number,
      orderId: order.orderId,
      quantity: order.quantity!,
      filledQuantity: '0',
    }
    await owner.client.order.replaceOrder({
      body: {
        ...body,
        price: change.field === 'price' ? to : null,
        ...(change.field === 'price' || change.field === null ? {} : { [change.field]: to }),
      },
    })
  }

  test('both orders of a pair are moved, each on its own, and stay a pair', async () => {
    await putPair()
    expect(await lines()).toEqual([
      ['TARGET', 60, 'WORKING', 'price'],
      ['STOP', 45, 'WORKING', 'price'],
    ])
    await move(45, '46')
    await move(60, '62')
    expect(await lines()).toEqual([
      ['TARGET', 62, 'WORKING', 'price'],
      ['STOP', 46, 'WORKING', 'price'],
    ])
    app.clock.advance(60_000)
    app.market.set('ACME', 45)
    await runOrderTurn(app.services)
    await syncAccount(app.services, account.id)
    expect((await trading()).orders).toEqual([])
    expect((await trading()).position).toBeNull()
  })

  test('exits that wait for a limit entry are moved, and name the entry that they wait for', async () => {
    const entryId = await put(limitEntry)
    const own = isAlpacaFirst
    expect(await lines()).toEqual([
      ['TARGET', 60, 'AWAITING_PARENT_ORDER', own ? 'price' : 'targetPrice'],
      ['ENTRY', 49, 'WORKING', 'price'],
      ['STOP', 48.5, 'AWAITING_PARENT_ORDER', own ? 'price' : 'childPrice'],
    ])
    expect((await find(48.5)).parentOrderId).toBe(entryId)
    await move(48.5, '48')
    await move(60, '61')
    expect((await lines()).map(([role, price]) => [role, price])).toEqual([
      ['TARGET', 61],
      ['ENTRY', 49],
      ['STOP', 48],
    ])
  })

  test('exits of a stop entry are lines too where we hold them, and move with it', async () => {
    const entryId = await put()
    expect(await find(48.5)).toMatchObject({
      parentOrderId: entryId,
      status: 'AWAITING_PARENT_ORDER',
      change: { orderId: entryId, field: 'childPrice' },
    })
    await move(48.5, '48')
    await move(60, '61')
    expect(await lines()).toEqual([
      ['TARGET', 61, 'AWAITING_PARENT_ORDER', 'targetPrice'],
      ['ENTRY', 50.5, 'WORKING', 'price'],
      ['STOP', 48, 'AWAITING_PARENT_ORDER', 'childPrice'],
    ])
  })

  test('a stop that trails stays where it is, and says how it is changed', async () => {
    await put({
      ...limitEntry,
      targetPrice: null,
      childOrderType: 'TRAILING_STOP',
      childPrice: null,
      childTrail: { offset: '2', unit: 'DOLLARS' },
    })
    const stop = (await trading()).orders.find(({ role }) => role === 'STOP')
    expect(stop?.change.field).toBeNull()
    expect(stop?.fixed).toContain('follows the market by $2.00')
  })

  test('an order that is filled in part moves where its brokerage replaces it, and says why elsewhere', async () => {
    await put({ targetPrice: null })
    partialFills.percent = 100
    app.clock.advance(60_000)
    app.market.set('ACME', 51)
    await runOrderTurn(app.services)
    const entry = (await trading()).orders.find(({ role }) => role === 'ENTRY')
    expect({
      isFixed: entry?.fixed?.startsWith('Part of the order is filled') ?? false,
      field: entry?.change.field,
    }).toEqual(isAlpacaFirst ? { isFixed: true, field: null } : { isFixed: false, field: 'price' })
  })
})

// Changing and withdrawing orders, stop-limits and options, at the real paper brokerage during New York trading hours.
import type { OrderEntry, OrderEntryWithTrigger } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, listAtBroker, protectedEntry, stopEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'

const call = 'ACME  261218C00052500'
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

/** Each test starts at 11:00 on a separate Wednesday, with an account. */
beforeEach(() => begin(testStartMs + weekMs * logins))

async function begin(nowMs: number): Promise<void> {
  app.clock.set(nowMs)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `change${logins++}`))
}

const key = () => ({ idempotencyKey: `change-test-${keys++}` })
const put = (more: Partial<OrderEntry> = {}) =>
  owner.client.order.putOrder(
    {
      body: stopEntry(account, more),
    },
    key(),
  )
const putWithStop = (more: Partial<OrderEntryWithTrigger> = {}) =>
  owner.client.order.putOrderWithTrigger(
    {
      body: protectedEntry(account, { cancelPrice: '48', ...more }),
    },
    key(),
  )
const change = (
  orderId: string,
  more: { quantity?: string; price?: string; limitPrice?: string; childPrice?: string } = {},
) =>
  owner.client.order.replaceOrder(
    { body: { accountNumber: account.number, orderId, quantity: '100', filledQuantity: '0', price: '51', ...more } },
    key(),
  )
const orders = (more: object = {}) =>
  owner.client.order.findOrders({ body: { accountNumber: account.number, ...more } })
const atBroker = () => listAtBroker(app, account)

describe('another price and quantity', () => {
  test('take the place of the old order, child and all', async () => {
    const { orderId } = await putWithStop()
    const { orderId: next } = await change(orderId, { quantity: '50', childPrice: '49' })
    await runOrderTurn(app.services)
    expect(await orders({ orderType: ['WORKING', 'REPLACED'] })).toMatchObject([
      { orderId: next, quantity: '50', price: '51', isEditable: true, children: [{ quantity: '50', price: '49' }] },
      { orderId, status: 'REPLACED', isEditable: false },
    ])
  })

  test('keep the price at which the entry is given up', async () => {
    const { orderId } = await putWithStop()
    const { orderId: next } = await change(orderId)
    await runOrderTurn(app.services)
    expect(await orders({ orderType: ['WORKING'] })).toMatchObject([{ orderId: next, cancelPrice: '48' }])
    app.clock.advance(10_000)
    app.market.set('ACME', 47.9)
    await runOrderTurn(app.services)
    expect(await orders({ orderType: ['CANCELED'] })).toMatchObject([
      { orderId: next },
      { parentOrderId: next },
      { parentOrderId: orderId },
    ])
  })

  test('are kept back by the guard rails like those of a new order', async () => {
    const { orderId } = await put()
    await owner.client.order.saveGuardRails({
      body: {
        accountNumber: account.number,
        largestOrder: 600_000n as never,
        largestPosition: null,
        dailyLoss: null,
        priceDistance: null,
      },
    })
    await expect(change(orderId, { quantity: '200' })).rejects.toEqual(refusedAs('orderGuarded'))
    expect(await orders({ orderType: ['WORKING'] })).toMatchObject([{ orderId, quantity: '100' }])
  })

  test('are not for orders that are over, or that our tickets cannot say', async () => {
    const { orderId } = await put({ orderType: 'MARKET', price: null })
    await expect(change(orderId)).rejects.toEqual(refusedAs('orderNotOpen'))
    const access = loginAccess(app.services, account.broker_login_id)
    const body = {
      orderType: 'LIMIT_ON_CLOSE',
      session: 'NORMAL',
      duration: 'DAY',
      orderStrategyType: 'SINGLE',
      price: 60,
      orderLegCollection: [{ instruction: 'SELL', quantity: 100, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
    }
    const placed = await fetch(`${app.brokerUrl}/trader/v1/accounts/${account.hash_value}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await access.accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(placed.status).toBe(201)
    await owner.client.account.syncNow({ body: { accountId: account.id } })
    const [atClose] = await orders({ orderType: ['WORKING'] })
    expect(atClose).toMatchObject({ orderType: 'LIMIT_ON_CLOSE', isEditable: false, isCancellable: true })
    await expect(change(atClose!.orderId)).rejects.toEqual(refusedAs('orderNotEditable'))
  })
})

describe('an order that waits for the market to open', () => {
  test('is no business of the Cancel button, and is withdrawn', async () => {
    await begin(testStartMs + weekMs * logins + 7 * 3_600_000)
    const { orderId } = await putWithStop()
    expect(await orders()).toMatchObject([{ status: 'PENDING_ACTIVATION', isCancellable: false, isEditable: true }, {}])
    await expect(owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })).rejects.toEqual(
      refusedAs('orderNotCancellable'),
    )
    const body = { accountNumber: account.number, orderId }
    const key = crypto.randomUUID()
    const withdraw = () => owner.client.order.withdrawOrder({ body }, { idempotencyKey: key })
    expect(await withdraw()).toEqual({ message: `Order ${orderId} is cancelled.` })
    expect(await withdraw()).toEqual({ message: `Order ${orderId} is cancelled.` })
    // Another request finds it cancelled already.
    await expect(owner.client.order.withdrawOrder({ body })).rejects.toEqual(refusedAs('orderNotOpen'))
    expect((await orders()).map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED'])
    await begin(testStartMs + weekMs * logins)
    const { orderId: filled } = await put({ orderType: 'MARKET', price: null })
    await expect(
      owner.client.order.withdrawOrder({ body: { accountNumber: account.number, orderId: filled } }),
    ).rejects.toEqual(refusedAs('orderNotOpen'))
    const other = await app.signUp(['MANAGERS'])
    await expect(
      other.client.order.withdrawOrder({ body: { accountNumber: account.number, orderId } }),
    ).rejects.toEqual(refusedAs('notFound'))
  })
})

describe('a stop-limit', () => {
  test('goes out with both prices, reads back with both, and each can be changed', async () => {
    const { orderId, message } = await put({ orderType: 'STOP_LIMIT', price: '50.5', limitPrice: '50.80' })
    expect(message).toBe(`Order ${orderId} to buy 100 ACME at a stop of $50.50 (limit $50.80) is working.`)
    expect(await atBroker()).toMatchObject([
      { orderType: 'STOP_LIMIT', stopPrice: '50.5', price: '50.8', duration: 'GOOD_TILL_CANCEL' },
    ])
    await expect(change(orderId, { price: '51', limitPrice: '51.201' })).rejects.toEqual(
      expect.objectContaining({
        body: expect.objectContaining({
          error: [
            {
              field: 'limitPrice',
              message: '$51.201 is finer than a price may be. Enter whole cents, such as $51.20.',
            },
          ],
        }) as unknown,
      }),
    )
    const { orderId: next } = await change(orderId, { price: '51', limitPrice: '51.2' })
    await runOrderTurn(app.services)
    expect(await orders({ orderType: ['WORKING'] })).toMatchObject([{ orderId: next, price: '51.2', stopPrice: '51' }])
    await expect(put({ orderType: 'STOP_LIMIT' })).rejects.toEqual(refusedAs('invalid'))
  })

  test('holds back its limit', async () => {
    const preview = await owner.client.order.previewOrder({
      body: {
        ticket: 'ACME',
        quantity: '100',
        directionality: 'BUY',
        accountNumber: account.number,
        price: '51',
        limitPrice: '52',
        orderType: 'STOP_LIMIT',
      },
    })
    expect(preview).toMatchObject({ inversion: 510_000n, limitPrice: '52', rejects: [], warnings: [] })
    expect(preview.buyingPowerBefore - preview.buyingPowerAfter).toBe(520_000n)
  })
})

describe('an option contract', () => {
  test('is bought to open and sold to close in contracts of 100 shares, and its missing stop is proposed', async () => {
    app.market.set(call, 2.4)
    const body = {
      ticket: call,
      quantity: '2',
      directionality: 'BUY' as const,
      accountNumber: account.number,
      price: null,
      orderType: 'MARKET' as const,
    }
    const preview = await owner.client.order.previewOrder({ body })
    expect(preview).toMatchObject({ brokerInstruction: 'BUY_TO_OPEN', inversion: 48_200n, rejects: [] })
    // Options have no loan value: on margin each dollar counts twice.
    expect(preview.buyingPowerBefore - preview.buyingPowerAfter).toBe(96_400n)
    expect((await put(body)).message).toMatch(
      /^Order \d+ to buy to open 2 ACME 52\.5 call 2026-12-18 at the market is /,
    )
    await owner.client.account.syncNow({ body: { accountId: account.id } })
    const [position] = await owner.client.operation.findOpenOperationByAccount({
      params: { accountNumber: account.number },
    })
    expect(position).toMatchObject({
      code: call,
      longQuantity: 2,
      investment: 48_200n,
      protection: 'NONE',
      repair: { cancelOrderIds: [], place: { directionality: 'SELL', quantity: 2, stopPrice: 1.92 } },
    })
    await put({ ticket: call, quantity: '2', directionality: 'SELL', price: '1.92', orderType: 'STOP' })
    expect((await atBroker()).map(({ instruction, assetType }) => [instruction, assetType])).toContainEqual([
      'SELL_TO_CLOSE',
      'OPTION',
    ])
    const [after] = await owner.client.operation.findOpenOperationByAccount({
      params: { accountNumber: account.number },
    })
    expect(after).toMatchObject({ protection: 'FULL', stopLossPrice: 1.92, riskQty: 9_800n })
  })
})

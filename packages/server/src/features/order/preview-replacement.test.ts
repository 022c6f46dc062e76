// What a change of an order would do and why the brokerage would refuse it, before it is sent, at the real paper
// brokerage during New York trading hours.
import type { OrderEntry, ReplacementToPreview } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, protectedEntry, stopEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage({ isAlwaysOpen: false })
})
afterAll(() => app.stop())

/** Each test starts at 11:00 on a separate Wednesday, with an account of 100,000 dollars. */
beforeEach(async () => {
  app.clock.set(testStartMs + 7 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `preview-change${logins++}`))
})

const put = (more: Partial<OrderEntry> = {}) => owner.client.order.putOrder({ body: stopEntry(account, more) })
const changeOf = (orderId: string, more: Partial<ReplacementToPreview> = {}): ReplacementToPreview => ({
  accountNumber: account.number,
  orderId,
  quantity: '100',
  filledQuantity: '0',
  price: '51',
  ...more,
})
const preview = (orderId: string, more: Partial<ReplacementToPreview> = {}) =>
  owner.client.order.previewReplacement({ body: changeOf(orderId, more) })
const replace = (orderId: string, more: Partial<ReplacementToPreview> = {}) =>
  owner.client.order.replaceOrder({ body: { ...changeOf(orderId, more), answered: ['buyingPower', 'usualQuantity'] } })
const hold = async (quantity: string) => {
  await put({ quantity, orderType: 'MARKET', price: null })
  app.clock.advance(10_000)
  app.market.set('ACME', 50)
  await runOrderTurn(app.services)
}

test('the effect of a change is that of the new order without the old one', async () => {
  const { orderId } = await owner.client.order.putOrderWithTrigger({ body: protectedEntry(account) })
  const shown = await preview(orderId, { quantity: '200', childPrice: '49' })
  expect(shown).toMatchObject({
    code: 'ACME',
    price: '51',
    stopPrice: '49',
    lastPrice: '50',
    brokerInstruction: 'BUY',
    inversion: 1_020_000n,
    lossAtStop: 40_000n,
    lossPercent: '0.4',
    commission: 0n,
    faults: [],
    rejects: [],
    wrongFields: [],
  })
  // The old order holds back 5,050.00, the new one 10,200.00.
  expect(shown.buyingPowerBefore - shown.buyingPowerAfter).toBe(515_000n)
})

describe('the brokerage would refuse, and then does', () => {
  const isRefused = (orderId: string, more: Partial<ReplacementToPreview>) =>
    expect(replace(orderId, more)).rejects.toMatchObject({
      body: { refusal: expect.stringMatching(/^order(Refused|Rejected)$/) as string },
    })

  test('a stop on the wrong side of the quote, at its price', async () => {
    const { orderId } = await put()
    const { rejects, wrongFields } = await preview(orderId, { price: '50' })
    expect(wrongFields).toEqual([
      { field: 'price', message: expect.stringMatching(/^A stop to buy has to be above the ask of \$50\.\d\d\.$/) },
    ])
    expect(rejects).toEqual(wrongFields!.map(({ message }) => message))
    await isRefused(orderId, { price: '50' })
  })

  test('more than the buying power, at the quantity, with what the old order releases', async () => {
    const { orderId } = await put({ quantity: '900' })
    expect((await preview(orderId, { quantity: '3900' })).rejects).toEqual([])
    expect((await preview(orderId, { quantity: '4000' })).wrongFields).toEqual([
      { field: 'quantity', message: 'The buying power is short by $4,000.00.' },
    ])
    await isRefused(orderId, { quantity: '4000' })
  })

  test('more than is held and not claimed by another order, at the quantity', async () => {
    await hold('200')
    await put({ directionality: 'SELL', quantity: '80', price: '47' })
    const { orderId } = await put({ directionality: 'SELL', quantity: '100', price: '48' })
    expect((await preview(orderId, { quantity: '120', price: '48' })).rejects).toEqual([])
    expect((await preview(orderId, { quantity: '121', price: '48' })).wrongFields).toEqual([
      { field: 'quantity', message: 'Only 120 shares are held and not claimed by other orders.' },
    ])
    await isRefused(orderId, { quantity: '121', price: '48' })
  })
})

test('a stop loss on the wrong side of its entry is a fault of its own field', async () => {
  const { orderId } = await owner.client.order.putOrderWithTrigger({ body: protectedEntry(account) })
  const { faults, wrongFields } = await preview(orderId, { childPrice: '52' })
  expect(wrongFields).toEqual([{ field: 'childPrice', message: faults[0] }])
  await expect(replace(orderId, { childPrice: '52' })).rejects.toEqual(refusedAs('orderFaulty'))
})

test('a stop that waits for its entry is not judged by a market and a position that do not concern it yet', async () => {
  await owner.client.order.putOrderWithTrigger({ body: protectedEntry(account) })
  const [child] = await owner.client.order.findOrders({
    body: { accountNumber: account.number, orderType: ['AWAITING_PARENT_ORDER'] },
  })
  expect(await preview(child!.orderId, { price: '50.2' })).toMatchObject({ rejects: [], warnings: [], wrongFields: [] })
})

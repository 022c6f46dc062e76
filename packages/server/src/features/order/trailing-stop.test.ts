// A trailing stop from the ticket to the real paper brokerage: placed, changed, cancelled, and set off by a falling price.
import type { OrderEntry } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'

const weekMs = 7 * 86_400_000

let app: TestBrokerage
let owner: TestUser
let accountNumber: string
let logins = 0
let keys = 0

beforeAll(async () => {
  app = await startTestBrokerage({ isAlwaysOpen: false })
})
afterAll(() => app.stop())

/** Each test starts at 11:00 on a separate Wednesday, with 100 shares bought at 50. */
beforeEach(async () => {
  app.clock.set(testStartMs + weekMs * logins)
  app.market.set('ACME', 50)
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, `trail${logins++}`)
  const account = await app.services.db
    .selectFrom('account')
    .select('number')
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
  accountNumber = account.number
  await put({ directionality: 'BUY', orderType: 'MARKET', trail: null })
})

const key = () => ({ idempotencyKey: `trail-test-${keys++}` })
const order = (more: Partial<OrderEntry> = {}): OrderEntry => ({
  ticket: 'ACME',
  quantity: '100',
  directionality: 'SELL',
  accountNumber,
  price: null,
  orderType: 'TRAILING_STOP',
  trail: { offset: '2', unit: 'DOLLARS' },
  ...more,
})
const put = (more: Partial<OrderEntry> = {}) => owner.client.order.putOrder({ body: order(more) }, key())
const find = async (orderId: string) => {
  await runOrderTurn(app.services)
  const found = await owner.client.order.findOrders({ body: { accountNumber } })
  return found.find((one) => one.orderId === orderId)
}
/** Ten seconds later the market trades at that price. */
const trade = async (price: number) => {
  app.clock.advance(10_000)
  app.market.set('ACME', price)
  app.clock.advance(10_000)
  await runOrderTurn(app.services)
}

test('is previewed at its present stop, placed, changed and cancelled', async () => {
  expect(await owner.client.order.previewOrder({ body: order() })).toMatchObject({
    price: '48',
    trail: { offset: '2', unit: 'DOLLARS' },
    inversion: 480_000n,
    faults: [],
    questions: [],
    rejects: [],
  })
  const { orderId, message } = await put()
  expect(message).toBe(`Order ${orderId} to sell 100 ACME at a stop that trails the price by $2.00 is working.`)
  expect(await find(orderId)).toMatchObject({
    orderType: 'TRAILING_STOP',
    duration: 'GOOD_TILL_CANCEL',
    trail: { offset: '2', unit: 'DOLLARS' },
    price: null,
    isEditable: true,
  })

  const change = { accountNumber, orderId, quantity: '60', filledQuantity: '0', price: null }
  const { orderId: next } = await owner.client.order.replaceOrder(
    { body: { ...change, trail: { offset: '5.5', unit: 'PERCENT' } } },
    key(),
  )
  expect(await find(next)).toMatchObject({ quantity: '60', trail: { offset: '5.5', unit: 'PERCENT' } })
  const { orderId: last } = await owner.client.order.replaceOrder(
    { body: { ...change, orderId: next, quantity: '50' } },
    key(),
  )
  expect(await find(last)).toMatchObject({ quantity: '50', trail: { offset: '5.5', unit: 'PERCENT' } })

  await owner.client.order.cancelOrder({ body: { accountNumber, orderId: last } })
  expect(await find(last)).toMatchObject({ status: 'CANCELED' })
})

test('follows the price up and is set off when the price falls by its distance', async () => {
  const { orderId } = await put()
  await trade(48.5)
  expect(await find(orderId)).toMatchObject({ status: 'WORKING' })
  await trade(55)
  await trade(53.1)
  expect(await find(orderId)).toMatchObject({ status: 'WORKING' })
  await trade(52.9)
  const filled = await find(orderId)
  expect(filled).toMatchObject({ status: 'FILLED', filledQuantity: '100' })
  expect(Number(filled!.averageFillPrice)).toBeGreaterThan(52)
})

test('a percentage follows a price that is bought downwards', async () => {
  const { orderId } = await put({ directionality: 'BUY', trail: { offset: '4', unit: 'PERCENT' } })
  await trade(45)
  await trade(46.7)
  expect(await find(orderId)).toMatchObject({ status: 'WORKING' })
  await trade(46.9)
  expect(await find(orderId)).toMatchObject({ status: 'FILLED' })
})

test('is not sent without a distance, or with one that can only go wrong or looks like a slip', async () => {
  await expect(put({ trail: null })).rejects.toEqual(refusedAs('invalid'))
  await expect(put({ trail: { offset: '50', unit: 'DOLLARS' } })).rejects.toEqual(refusedAs('orderFaulty'))
  await expect(put({ trail: { offset: '15', unit: 'DOLLARS' } })).rejects.toEqual(refusedAs('orderQuestioned'))
  await put({ trail: { offset: '15', unit: 'DOLLARS' }, answered: ['trailDistance'] })
})

// A bought option is exercised at the real paper brokerage: asked about, placed once, cancelled until the close, and
// carried out at it, with its shares at the strike.
import type { OrderEntry } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { linkTrader } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { syncAccount } from '../account-reading/sync-account.ts'

const call = 'ACME  261218C00045000'

let app: TestBrokerage
let owner: TestUser
let accountNumber: string
let accountId: string
let keys = 0

beforeAll(async () => {
  app = await startTestBrokerage({ isAlwaysOpen: false })
  app.market.set('ACME', 50)
  app.market.set(call, 6)
  const linked = await linkTrader(app, 'exerciser')
  owner = linked.owner
  accountNumber = linked.account.number
  accountId = linked.account.id
  await put({ directionality: 'BUY', orderType: 'MARKET', quantity: '2' })
  await syncAccount(app.services, accountId)
})
afterAll(() => app.stop())

const order = (more: Partial<OrderEntry> = {}): OrderEntry => ({
  ticket: call,
  quantity: '1',
  directionality: 'SELL',
  accountNumber,
  price: null,
  orderType: 'EXERCISE',
  ...more,
})
const put = (more: Partial<OrderEntry> = {}) =>
  owner.client.order.putOrder({ body: order(more) }, { idempotencyKey: `exercise-test-${keys++}` })
const find = async (orderId: string) => {
  await runOrderTurn(app.services)
  const found = await owner.client.order.findOrders({ body: { accountNumber } })
  return found.find((one) => one.orderId === orderId)
}

test('an exercise is asked about with what it moves, and is not sent unanswered', async () => {
  const preview = await owner.client.order.previewOrder({ body: order() })
  expect([preview.faults, preview.rejects]).toEqual([[], []])
  expect(preview.questions).toMatchObject([
    {
      id: 'exercise',
      text:
        'At the close of today the exercise buys 100 ACME at $45.00, $4,500.00 in all. It can be cancelled until ' +
        'then. Is that what you mean?',
    },
  ])
  await expect(put()).rejects.toEqual(refusedAs('orderQuestioned'))
})

test('shares and written options are not exercised', async () => {
  const faultsOf = async (more: Partial<OrderEntry>) =>
    (await owner.client.order.previewOrder({ body: order(more) })).faults
  expect(await faultsOf({ ticket: 'ACME' })).toEqual(['Only options are exercised. Choose another order type.'])
  expect(await faultsOf({ directionality: 'SELL_SHORT' })).toEqual([
    'Only a bought option is exercised. Choose Sell as the side.',
  ])
})

test('it can be cancelled until the close', async () => {
  const { orderId } = await put({ answered: ['exercise'] })
  expect(await find(orderId)).toMatchObject({ orderType: 'EXERCISE', status: 'WORKING', isCancellable: true })
  await owner.client.order.cancelOrder({ body: { accountNumber, orderId } })
  expect(await find(orderId)).toMatchObject({ status: 'CANCELED' })
})

test('at the close the option is gone and its shares are there at the strike', async () => {
  // Later than an equal order is asked about.
  app.clock.advance(600_000)
  await put({ answered: ['exercise'] })
  const positions = async () => {
    await syncAccount(app.services, accountId)
    const rows = await app.services.db
      .selectFrom('account_position')
      .select(['symbol', 'quantity', 'average_price'])
      .where('account_id', '=', accountId)
      .orderBy('symbol')
      .execute()
    return rows.map(({ symbol, quantity, average_price: average }) => [symbol, Number(quantity), Number(average)])
  }
  expect(await positions()).toEqual([[call, 2, 6.01]])
  app.clock.set(Date.parse('2026-03-04T21:05:00Z'))
  expect(await positions()).toEqual([
    ['ACME', 100, 45],
    [call, 1, 6.01],
  ])
})

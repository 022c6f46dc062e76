// Orders of several legs that were placed elsewhere, read from the real paper brokerage: shown whole on the Orders and
// Transactions screens, cancelled there, and never mistaken for an order of ours, a stop or a trade in one symbol.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LinkedAccount, linkTrader } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'
import { syncAccount } from '../account-reading/sync-account.ts'
import { findInstrumentTrading } from '../operation/find-instrument-trading.ts'

const high = 'ACME  261218P00045000'
const low = 'ACME  261218P00040000'

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount

const orders = (more: object = {}) =>
  owner.client.order.findOrders({ body: { accountNumber: account.number, ...more } })
const leg = (instruction: string, symbol: string) => ({
  instruction,
  quantity: 3,
  instrument: { symbol, assetType: 'OPTION' },
})
const terms = { session: 'NORMAL', duration: 'GOOD_TILL_CANCEL', orderStrategyType: 'SINGLE' }
const opening = {
  ...terms,
  orderType: 'NET_CREDIT',
  price: 0.6,
  orderLegCollection: [leg('SELL_TO_OPEN', high), leg('BUY_TO_OPEN', low)],
}
const closing = {
  ...terms,
  orderType: 'NET_DEBIT',
  price: 0.1,
  orderLegCollection: [leg('BUY_TO_CLOSE', high), leg('SELL_TO_CLOSE', low)],
}

async function place(body: Record<string, unknown>): Promise<string> {
  const answer = await fetch(`${app.brokerUrl}/trader/v1/accounts/${account.hash_value}/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await loginAccess(app.services, account.broker_login_id).accessToken()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`The order answered ${answer.status}: ${await answer.text()}`)
  return answer.headers.get('location')!.split('/').at(-1)!
}

beforeAll(async () => {
  app = await startTestBrokerage()
  app.market.set('ACME', 50)
  app.market.set(high, 0.8)
  app.market.set(low, 0.3)
  ;({ owner, account } = await linkTrader(app, 'spreader'))
})
afterAll(() => app.stop())

test('a working spread with the one that closes it is two rows with every leg named', async () => {
  const orderId = await place({ ...opening, orderStrategyType: 'TRIGGER', childOrderStrategies: [closing] })
  await syncAccount(app.services, account.id)
  const legs = (first: string, second: string) => [
    {
      code: high,
      name: '45 put 2026-12-18',
      brokerInstruction: first,
      instruction: first.startsWith('BUY') ? 'BUY' : 'SELL',
      quantity: '3',
    },
    {
      code: low,
      name: '40 put 2026-12-18',
      brokerInstruction: second,
      instruction: second.startsWith('BUY') ? 'BUY' : 'SELL',
      quantity: '3',
    },
  ]
  expect(await orders({ orderType: ['WORKING', 'AWAITING_PARENT_ORDER'] })).toMatchObject([
    {
      orderId,
      code: 'ACME',
      orderType: 'NET_CREDIT',
      price: '0.6',
      quantity: '3',
      instruction: null,
      brokerInstruction: null,
      shape: 'VERTICAL',
      isCancellable: true,
      isEditable: false,
      legs: legs('SELL_TO_OPEN', 'BUY_TO_OPEN'),
      children: [
        {
          instruction: null,
          shape: 'VERTICAL',
          price: '0.1',
          legs: legs('BUY_TO_CLOSE', 'SELL_TO_CLOSE'),
          status: 'AWAITING_PARENT_ORDER',
        },
      ],
    },
    { code: 'ACME', orderType: 'NET_DEBIT', parentOrderId: orderId, legs: legs('BUY_TO_CLOSE', 'SELL_TO_CLOSE') },
  ])
})

test('its legs are no stops and no orders of one symbol', async () => {
  const own = await app.services.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  for (const code of ['ACME', high])
    expect(await findInstrumentTrading(app.services.db, own, code)).toMatchObject({ orders: [], position: null })
})

test('a fill is reported at its net price, and each leg is a transaction that names its contract', async () => {
  app.market.set(high, 0.95)
  app.clock.advance(5 * 60_000)
  await syncAccount(app.services, account.id)
  const [filled] = await orders({ orderType: ['FILLED'] })
  expect(filled).toMatchObject({
    code: 'ACME',
    price: '0.6',
    averageFillPrice: '0.63',
    filledQuantity: '3',
    instruction: null,
    shape: 'VERTICAL',
  })
  const { rows } = await app.services.pool.query<{ description: string; net: string; order_id: string }>(
    `select description, net_amount_cents::text as net, order_id from account_transaction where account_id = $1 and kind = 'TRADE' order by net_amount_cents`,
    [account.id],
  )
  expect(rows).toEqual([
    { description: low, net: '-9300', order_id: filled!.orderId },
    { description: high, net: '28200', order_id: filled!.orderId },
  ])
  const told = await app.services.db
    .selectFrom('notification')
    .select('text')
    .where('user_id', '=', owner.user.id)
    .where('kind', '=', 'ORDER_FILLED')
    .execute()
  expect(told).toMatchObject([{ text: expect.stringContaining('Filled 3 vertical of ACME at $0.63') as string }])
})

test('it is cancelled like any other', async () => {
  const orderId = await place({ ...opening, price: 2 })
  await syncAccount(app.services, account.id)
  await owner.client.order.cancelOrder(
    { body: { accountNumber: account.number, orderId } },
    { idempotencyKey: 'several-legs-cancel' },
  )
  await syncAccount(app.services, account.id)
  expect((await orders({ orderType: ['CANCELED'] })).map((order) => order.orderId)).toContain(orderId)
})

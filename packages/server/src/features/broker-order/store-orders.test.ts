// Our copy of the brokerage's orders, read with the account at the real paper brokerage.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { linkTrader, type LinkedAccount } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { brokerOrder } from '../../testing/sample-rows.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { giveWebhook } from '../../testing/webhooks.ts'
import { loginAccess } from '../account/broker-access.ts'
import { syncAccount } from '../account-reading/sync-account.ts'
import { storeOrders } from './store-orders.ts'

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

beforeEach(async () => {
  app.clock.set(testStartMs + 364 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `orders${logins++}`))
})

const read = async () => expect(await syncAccount(app.services, account.id)).toBe('READ')
const rows = () =>
  app.services.db
    .selectFrom('broker_order')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('broker_id')
    .execute()
const history = async (brokerId: string) =>
  (
    await app.services.db
      .selectFrom('broker_order_status')
      .select('status')
      .where('account_id', '=', account.id)
      .where('broker_id', '=', brokerId)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status)

const stop = (instruction: string, stopPrice: number, more: Record<string, unknown> = {}) => ({
  orderType: 'STOP',
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderStrategyType: 'SINGLE',
  stopPrice,
  orderLegCollection: [{ instruction, quantity: 100, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
  ...more,
})

/** Places an order through the brokerage's own API, as another program would. */
async function placeElsewhere(body: object): Promise<string> {
  const token = await loginAccess(app.services, account.broker_login_id).accessToken()
  const answer = await fetch(`${app.brokerUrl}/trader/v1/accounts/${account.hash_value}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
  return answer.headers.get('location')!.split('/').at(-1)!
}

test('a trigger order is one tree whose parent and child live through their statuses', async () => {
  const parent = await placeElsewhere(
    stop('BUY', 50.5, { orderStrategyType: 'TRIGGER', childOrderStrategies: [stop('SELL', 48.5)] }),
  )
  await read()
  const [first, second] = await rows()
  expect(first).toMatchObject({
    broker_id: parent,
    root_id: parent,
    parent_id: null,
    strategy: 'TRIGGER',
    instruction: 'BUY',
    stop_price: '50.5',
    quantity: '100',
    status: 'WORKING',
  })
  expect(second).toMatchObject({
    root_id: parent,
    parent_id: parent,
    position: 0,
    instruction: 'SELL',
    stop_price: '48.5',
    status: 'AWAITING_PARENT_ORDER',
  })
  app.clock.advance(60_000)
  app.market.set('ACME', 51)
  await read()
  app.clock.advance(60_000)
  app.market.set('ACME', 48)
  await read()
  expect(await rows()).toMatchObject([
    { status: 'FILLED', filled_quantity: '100', remaining_quantity: '0' },
    { status: 'FILLED', filled_quantity: '100' },
  ])
  expect(await history(parent)).toEqual(['WORKING', 'FILLED'])
  expect(await history(second!.broker_id)).toEqual(['AWAITING_PARENT_ORDER', 'WORKING', 'FILLED'])
})

test('webhooks get each end of an order once, with its figures', async () => {
  const { webhook } = await giveWebhook(app, owner.user.id)
  const parent = await placeElsewhere(
    stop('BUY', 50.5, { orderStrategyType: 'TRIGGER', childOrderStrategies: [stop('SELL', 48.5)] }),
  )
  await read()
  app.clock.advance(60_000)
  app.market.set('ACME', 51)
  await read()
  await read()
  const sent = await app.services.db
    .selectFrom('webhook_delivery')
    .select(['event', 'payload'])
    .where('webhook_id', '=', webhook)
    .where('event', '<>', 'webhook.test')
    .execute()
  expect(sent).toMatchObject([{ event: 'order.filled' }])
  expect(JSON.parse(sent[0]!.payload)).toMatchObject({
    type: 'order.filled',
    data: { accountId: account.id, orderId: parent, symbol: 'ACME', instruction: 'BUY', filledQuantity: '100' },
  })
})

test('an order that is older than the days read again is still read while it is open', async () => {
  const open = await placeElsewhere(stop('BUY', 90))
  await read()
  app.clock.advance(6 * 86_400_000)
  await read()
  const before = (await rows()).find((row) => row.broker_id === open)!
  app.clock.advance(60_000)
  await read()
  expect((await rows()).find((row) => row.broker_id === open)!.read_at.getTime()).toBeGreaterThan(
    before.read_at.getTime(),
  )
})

test('an older reading never overwrites a newer one, and what is over stays over', async () => {
  await placeElsewhere(stop('BUY', 50.5))
  await read()
  const brokerId = (await rows())[0]!.broker_id
  const told = (status: BrokerOrder['status']) =>
    brokerOrder({ brokerId, stopPrice: '50.5', status, enteredMs: app.clock.nowMs() })
  const store = (status: BrokerOrder['status'], afterMs: number) =>
    inTransaction(app.services.db, (trx) => storeOrders(trx, account.id, [told(status)], app.clock.nowMs() + afterMs))
  expect(await store('CANCELED', 1_000)).toHaveLength(1)
  expect(await store('WORKING', 500)).toEqual([])
  expect(await store('WORKING', 2_000)).toEqual([])
  expect((await rows())[0]!.status).toBe('CANCELED')
})

test('its owner is notified once of an order that was filled, and of one that the brokerage rejected, in its words', async () => {
  const small = await placeElsewhere(stop('BUY', 50.5))
  // At its own price the account could pay for it; over the gap it cannot.
  const large = await placeElsewhere(
    stop('BUY', 50.6, {
      orderLegCollection: [
        { instruction: 'BUY', quantity: 3_700, instrument: { symbol: 'ACME', assetType: 'EQUITY' } },
      ],
    }),
  )
  await read()
  app.clock.advance(60_000)
  app.market.set('ACME', 60)
  await read()
  await read()
  expect((await rows()).map(({ broker_id, status }) => [broker_id, status])).toEqual([
    [small, 'FILLED'],
    [large, 'REJECTED'],
  ])
  const { owner_id: userId } = await app.services.db
    .selectFrom('account')
    .select('owner_id')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const told = await app.services.db
    .selectFrom('notification')
    .select(['kind', 'text'])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['ORDER_FILLED', 'ORDER_REJECTED'])
    .orderBy('kind')
    .execute()
  expect(told).toMatchObject([
    {
      kind: 'ORDER_FILLED',
      text: expect.stringMatching(
        /^Bought 100 ACME at \$60\.\d\d \(stop \$50\.50\) in account .*\. Last fill \d{4}-\d\d-\d\d \d\d:\d\d:\d\d ET\.$/,
      ) as string,
    },
    {
      kind: 'ORDER_REJECTED',
      text: expect.stringMatching(/^The order to buy 3,700 ACME .* was rejected: .*buying power.*[^.]\.$/i) as string,
    },
  ])
})

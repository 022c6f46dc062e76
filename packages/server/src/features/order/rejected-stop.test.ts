// A stop that the brokerage rejects after its entry was filled: never a success, reported immediately, and listed until
// somebody deals with it.
import type { OrderEntryWithTrigger } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BrokerPort } from '../../adapters/broker/port.ts'
import { type LinkedAccount, linkTrader } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { loginAccess } from '../account/broker-access.ts'
import { syncAccount } from '../account-reading/sync-account.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let real: BrokerPort['readOrder']
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
  real = app.broker.readOrder
})
afterAll(() => app.stop())

beforeEach(async () => {
  ;(app.broker as Writable<BrokerPort>).readOrder = real
  app.clock.set(testStartMs + 364 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `rejected${logins++}`))
})

const stop = (instruction: string, quantity: number, stopPrice: number, more: object = {}) => ({
  orderType: 'STOP',
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderStrategyType: 'SINGLE',
  stopPrice,
  orderLegCollection: [{ instruction, quantity, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
  ...more,
})

async function placeElsewhere(body: object): Promise<void> {
  const token = await loginAccess(app.services, account.broker_login_id).accessToken()
  const answer = await fetch(`${app.brokerUrl}/trader/v1/accounts/${account.hash_value}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
}

const read = async (price: number): Promise<void> => {
  app.clock.advance(60_000)
  app.market.set('ACME', price)
  await syncAccount(app.services, account.id)
}
const rejected = async () =>
  (await owner.client.operation.findProtectionByAccount({ params: { accountNumber: account.number } })).rejectedStops
const told = () =>
  app.services.db
    .selectFrom('notification')
    .select('text')
    .where('user_id', '=', owner.user.id)
    .where('kind', '=', 'ORDER_UNPROTECTED')
    .execute()

test.each([
  ['hold', 'BUY', 'SELL', 50.5, 48.5, 51],
  ['are short', 'SELL_SHORT', 'BUY_TO_COVER', 49.5, 51.5, 49],
] as const)(
  'you %s it without a stop: told in its words and listed until another stop is placed',
  async (words, opens, closes, entry, at, price) => {
    await placeElsewhere(
      stop(opens, 100, entry, { orderStrategyType: 'TRIGGER', childOrderStrategies: [stop(closes, 150, at)] }),
    )
    await syncAccount(app.services, account.id)
    expect(await rejected()).toEqual([])
    await read(price)
    expect(await told()).toMatchObject([
      {
        text: expect.stringMatching(
          new RegExp(`^Your stop was rejected: .+ You ${words} 100 ACME without a stop in account`),
        ) as string,
      },
    ])
    const isShort = opens === 'SELL_SHORT'
    expect(await rejected()).toMatchObject([
      { code: 'ACME', reason: expect.stringContaining('150') as string, isShort, quantity: 100, stopPrice: at },
    ])
    app.clock.advance(1_000)
    await owner.client.order.putOrder({
      body: {
        ticket: 'ACME',
        quantity: '100',
        directionality: isShort ? 'BUY' : 'SELL',
        accountNumber: account.number,
        price: String(at),
        orderType: 'STOP',
      },
    })
    expect(await rejected()).toEqual([])
  },
)

test('an entry that is filled at once while its stop is rejected is no success', async () => {
  ;(app.broker as Writable<BrokerPort>).readOrder = async (...call) => {
    const order = await real(...call)
    return {
      ...order,
      status: 'FILLED',
      filledQuantity: '100',
      children: order.children.map((child) => ({
        ...child,
        status: 'REJECTED' as const,
        description: 'Only 0 are held.',
      })),
    }
  }
  const body: OrderEntryWithTrigger = {
    ticket: 'ACME',
    quantity: '100',
    directionality: 'BUY',
    accountNumber: account.number,
    price: '45',
    orderType: 'LIMIT',
    childQuantity: '100',
    childDirectionality: 'SELL',
    childPrice: '40',
    childOrderType: 'STOP',
  }
  const answer = await owner.client.order.putOrderWithTrigger({ body })
  expect(answer).toMatchObject({
    stopRejected: 'Only 0 are held.',
    message: `Order ${answer.orderId} to buy 100 ACME at $45.00 or better, with a stop loss of $40.00 is filled, but its stop was rejected: Only 0 are held. It leaves 100 ACME without a stop.`,
  })
  expect(await told()).toMatchObject([
    {
      text: expect.stringContaining(
        'Your stop was rejected: Only 0 are held. You hold 100 ACME without a stop',
      ) as string,
    },
  ])
})

// Entries with two exits, pairs of exits and several legs at the real paper brokerage: placed once whatever dies on the
// way, recognised after a lost answer, changed and cancelled as one.
import type { OrderEntryWithTrigger, OrderPair, SpreadEntry } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BrokerPort } from '../../adapters/broker/port.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { type LinkedAccount, linkTrader, listAtBroker, protectedEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { syncAccount } from '../account-reading/sync-account.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

const near = 'ACME  280121C00050000'
const far = 'ACME  280121C00055000'

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let real: BrokerPort['placeOrder']
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
  real = app.broker.placeOrder
})
afterAll(() => app.stop())

beforeEach(async () => {
  onPlace(real)
  app.clock.set(testStartMs + 28 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  app.market.set(near, 4)
  app.market.set(far, 1)
  ;({ owner, account } = await linkTrader(app, `kinds${logins++}`))
})

const onPlace = (place: BrokerPort['placeOrder']) => {
  ;(app.broker as Writable<typeof app.broker>).placeOrder = place
}
const bracket = (more: Partial<OrderEntryWithTrigger> = {}): OrderEntryWithTrigger =>
  protectedEntry(account, { targetPrice: '60', ...more })
const pair = (more: Partial<OrderPair> = {}): OrderPair => ({
  ticket: 'ACME',
  quantity: '100',
  directionality: 'SELL',
  accountNumber: account.number,
  targetPrice: '60',
  stopOrderType: 'STOP',
  stopPrice: '45',
  ...more,
})
const spread = (more: Partial<SpreadEntry> = {}): SpreadEntry => ({
  accountNumber: account.number,
  legs: [
    { ticket: near, instruction: 'BUY_TO_OPEN', ratio: '1' },
    { ticket: far, instruction: 'SELL_TO_OPEN', ratio: '1' },
  ],
  quantity: '2',
  priceType: 'NET_DEBIT',
  netPrice: '2.50',
  ...more,
})
const buy = () =>
  owner.client.order.putOrder({
    body: {
      ticket: 'ACME',
      quantity: '100',
      directionality: 'BUY',
      accountNumber: account.number,
      price: null,
      orderType: 'MARKET',
    },
  })
const move = async (price: number) => {
  app.clock.advance(60_000)
  app.market.set('ACME', price)
  await syncAccount(app.services, account.id)
}
const orders = () => owner.client.order.findOrders({ body: { accountNumber: account.number } })
const find = async (orderId: string) => (await orders()).find((one) => one.orderId === orderId)
const atBroker = () => listAtBroker(app, account)
let keys = 0
const newKey = () => `kinds-test-${keys++}`

describe('a bracket', () => {
  const put = (more: Partial<OrderEntryWithTrigger> = {}, key = newKey()) =>
    owner.client.order.putOrderWithTrigger({ body: bracket(more) }, { idempotencyKey: key })

  test('is one plan: its entry, and a pair of exits that waits for it', async () => {
    const { orderId, message } = await put()
    expect(message).toBe(
      `Order ${orderId} to buy 100 ACME at a stop of $50.50, with a stop loss of $48.50 and a target of $60.00 is ` +
        'working.',
    )
    expect(await find(orderId)).toMatchObject({
      status: 'WORKING',
      isEditable: true,
      children: [
        {
          status: 'AWAITING_PARENT_ORDER',
          orders: expect.arrayContaining([
            expect.objectContaining({ price: '60', orderType: 'LIMIT' }),
            expect.objectContaining({ price: '48.5', orderType: 'STOP' }),
          ]) as unknown,
        },
      ],
    })
  })

  test('shows what it wins, what it loses and their ratio before it is sent', async () => {
    expect(await owner.client.order.previewOrder({ body: bracket() })).toMatchObject({
      targetPrice: '60',
      stopPrice: '48.5',
      lossAtStop: 200_00n,
      reward: 950_00n,
      rewardToRisk: '4.75',
      faults: [],
      rejects: [],
    })
  })

  test('with a trailing stop and with a stop limit is sent as such', async () => {
    const trailing = {
      childOrderType: 'TRAILING_STOP',
      childPrice: null,
      childTrail: { offset: '2', unit: 'DOLLARS' },
    } as const
    const { orderId } = await put(trailing)
    const limited = { childOrderType: 'STOP_LIMIT', childLimitPrice: '48' } as const
    const { orderId: second } = await put({ ...limited, quantity: '90', childQuantity: '90' })
    const exits = async (id: string) => (await find(id))?.children[0]?.orders
    expect(await exits(orderId)).toContainEqual(
      expect.objectContaining({ orderType: 'TRAILING_STOP', trail: { offset: '2', unit: 'DOLLARS' } }),
    )
    expect(await exits(second)).toContainEqual(expect.objectContaining({ orderType: 'STOP_LIMIT', price: '48' }))
  })

  test.each([
    ['a target below the entry', { targetPrice: '50' }, 'on the wrong side'],
    ['two targets', { childOrderType: 'LIMIT', childPrice: '61' }, 'Of two exits one is a target'],
  ] as const)('with %s is never sent', async (_what, more, words) => {
    await expect(put(more)).rejects.toEqual(refusedAs('orderFaulty'))
    expect((await owner.client.order.previewOrder({ body: bracket(more) })).faults.join(' ')).toContain(words)
    expect(await atBroker()).toEqual([])
  })

  test('whose answer is lost is found by its terms and never sent twice', async () => {
    onPlace(async (...call) => {
      await real(...call)
      return { outcome: 'LOST', reason: 'The connection broke.' }
    })
    const key = newKey()
    const { orderId } = await put({}, key)
    onPlace(real)
    expect(await put({}, key)).toMatchObject({ orderId })
    expect(await atBroker()).toMatchObject([{ brokerId: orderId }])
  })

  test('whose process dies after the call is found by the job', async () => {
    onPlace(async (...call) => {
      await real(...call)
      throw new Error('killed')
    })
    const key = newKey()
    await expect(put({}, key)).rejects.toThrow('went wrong')
    onPlace(real)
    app.clock.advance(30_000)
    app.market.set('ACME', 50)
    await runOrderTurn(app.services)
    const [only, ...others] = await atBroker()
    expect(others).toEqual([])
    expect(await put({}, key)).toMatchObject({ orderId: only?.brokerId })
  })

  test('is changed with both exits, and cancelled with both', async () => {
    const { orderId } = await put()
    const { orderId: next } = await owner.client.order.replaceOrder({
      body: {
        accountNumber: account.number,
        orderId,
        quantity: '80',
        filledQuantity: '0',
        price: '51',
        childPrice: '49',
        targetPrice: '62',
      },
    })
    const changed = await find(next)
    expect(changed?.children[0]?.orders.map(({ price, quantity }) => [price, quantity]).toSorted()).toEqual([
      ['49', '80'],
      ['62', '80'],
    ])
    await owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId: next } })
    expect((await find(next))?.children[0]?.orders.map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED'])
  })

  test('protects the position with its stop once it is filled, and the target ends the stop', async () => {
    await put()
    await move(51)
    const held = async () =>
      (await owner.client.operation.findOpenOperationByAccount({ params: { accountNumber: account.number } }))[0]
    expect(await held()).toMatchObject({ code: 'ACME', stopLossPrice: 48.5, stopLossQty: 100 })
    await move(61)
    const statuses = (await orders()).filter(({ code }) => code === 'ACME').map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['CANCELED', 'FILLED', 'FILLED'])
  })
})

describe('a pair of exits', () => {
  const put = (more: Partial<OrderPair> = {}, key = newKey()) =>
    owner.client.order.putOrderPair({ body: pair(more) }, { idempotencyKey: key })

  test('closes the position at a target or at a stop, whichever comes first', async () => {
    await buy()
    const preview = await owner.client.order.previewOrderPair({ body: pair() })
    expect(preview).toMatchObject({ targetPrice: '60', stopPrice: '45', brokerInstruction: 'SELL', rejects: [] })
    expect(preview.buyingPowerAfter).toBe(preview.buyingPowerBefore)
    const { orderId, message } = await put()
    expect(message).toBe(
      `Order ${orderId} to sell 100 ACME at a target of $60.00 and a stop loss of $45.00 is working.`,
    )
    await move(44)
    expect((await find(orderId))?.children.map(({ orderType, status }) => [orderType, status])).toEqual([
      ['LIMIT', 'CANCELED'],
      ['STOP', 'FILLED'],
    ])
  })

  test('is cancelled as one', async () => {
    await buy()
    const { orderId } = await put()
    await owner.client.order.cancelOrder({ body: { accountNumber: account.number, orderId } })
    expect((await find(orderId))?.children.map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED'])
  })

  test('without a position is not sent, because it would open one; for more than is held it is rejected', async () => {
    await expect(put({ directionality: 'BUY', targetPrice: '40', stopPrice: '60' })).rejects.toEqual(
      refusedAs('orderFaulty'),
    )
    await expect(put()).rejects.toEqual(refusedAs('orderRejected'))
  })

  test('whose answer is lost is found and never sent twice', async () => {
    await buy()
    onPlace(async (...call) => {
      await real(...call)
      return { outcome: 'LOST', reason: 'The connection broke.' }
    })
    const key = newKey()
    const { orderId } = await put({}, key)
    onPlace(real)
    expect(await put({}, key)).toMatchObject({ orderId })
    expect((await atBroker()).filter(({ strategy }) => strategy === 'OCO')).toHaveLength(1)
  })
})

describe('several legs', () => {
  const put = (more: Partial<SpreadEntry> = {}, key = newKey()) =>
    owner.client.order.putSpread({ body: spread(more) }, { idempotencyKey: key })

  test('go out at one net price, and show what they can lose', async () => {
    expect(await owner.client.order.previewSpread({ body: spread() })).toMatchObject({
      code: 'ACME',
      price: '2.5',
      inversion: 500_00n,
      greatestLoss: 500_00n,
      faults: [],
      rejects: [],
    })
    const { orderId, message } = await put()
    expect(message).toBe(
      `Order ${orderId} to trade 2 vertical of ACME for a net debit of $2.50 (buy 50 call 2028-01-21, sell 55 call ` +
        '2028-01-21) is working.',
    )
    expect(await find(orderId)).toMatchObject({
      code: 'ACME',
      orderType: 'NET_DEBIT',
      price: '2.5',
      quantity: '2',
      shape: 'VERTICAL',
      isEditable: true,
    })
  })

  test('of which one would close a part and open the other side are refused with what to send instead', async () => {
    await put()
    app.market.set(near, 3)
    await move(50)
    const words = /2 ACME 55 call 2028-01-21 are written, .*: buy 2 to close first, then 1 to open\.$/
    const legs: SpreadEntry['legs'] = [
      { ticket: far, instruction: 'BUY_TO_OPEN', ratio: '3' },
      { ticket: near, instruction: 'BUY_TO_OPEN', ratio: '1' },
    ]
    await expect(put({ legs, quantity: '1', netPrice: '7.00' })).rejects.toThrow(words)
    const single = { ticket: far, quantity: '3', directionality: 'BUY', orderType: 'LIMIT', price: '1.00' } as const
    await expect(
      owner.client.order.putOrder({ body: { ...single, accountNumber: account.number } }, { idempotencyKey: newKey() }),
    ).rejects.toThrow(words)
    // What only closes goes out.
    await owner.client.order.putOrder(
      { body: { ...single, quantity: '2', accountNumber: account.number } },
      { idempotencyKey: newKey() },
    )
    expect((await atBroker()).map(({ instruction }) => instruction)).toContain('BUY_TO_CLOSE')
  })

  test('are filled together', async () => {
    const { orderId } = await put()
    app.market.set(near, 3)
    await move(50)
    expect(await find(orderId)).toMatchObject({ status: 'FILLED', filledQuantity: '2', averageFillPrice: '2.02' })
  })

  test('are changed by their net price and their units', async () => {
    const { orderId } = await put()
    const { orderId: next } = await owner.client.order.replaceOrder({
      body: { accountNumber: account.number, orderId, quantity: '3', filledQuantity: '0', price: '2.40' },
    })
    expect(await find(next)).toMatchObject({
      price: '2.4',
      quantity: '3',
      legs: [{ quantity: '3' }, { quantity: '3' }],
    })
    expect(await find(orderId)).toMatchObject({ status: 'REPLACED' })
  })

  test('whose answer is lost are found and never sent twice', async () => {
    onPlace(async (...call) => {
      await real(...call)
      return { outcome: 'LOST', reason: 'The connection broke.' }
    })
    const key = newKey()
    const { orderId } = await put({}, key)
    onPlace(real)
    expect(await put({}, key)).toMatchObject({ orderId })
    expect(await atBroker()).toHaveLength(1)
  })

  test('far above the market are asked about, and equal ones too', async () => {
    const { questions } = await owner.client.order.previewSpread({ body: spread({ netPrice: '4.00' }) })
    expect(questions.map(({ kind }) => kind)).toEqual(['limitThrough'])
    await put()
    await expect(put()).rejects.toEqual(refusedAs('orderQuestioned'))
  })

  test.each([
    [
      'of two underlyings',
      {
        legs: [
          { ticket: near, instruction: 'BUY_TO_OPEN', ratio: '1' },
          { ticket: 'BETA', instruction: 'BUY', ratio: '100' },
        ],
      },
    ],
    [
      'with an instruction of shares',
      {
        legs: [
          { ticket: near, instruction: 'BUY', ratio: '1' },
          { ticket: far, instruction: 'SELL_TO_OPEN', ratio: '1' },
        ],
      },
    ],
    ['without their net price', { netPrice: null }],
  ] as const)('%s are refused at their field', async (_what, more) => {
    await expect(put({ ...more, legs: [...('legs' in more ? more.legs : spread().legs)] })).rejects.toEqual(
      refusedAs('invalid'),
    )
  })
})

describe('other hours and a last day', () => {
  const limit = (more: object = {}) => ({
    ticket: 'ACME',
    quantity: '10',
    directionality: 'BUY' as const,
    accountNumber: account.number,
    price: '49',
    orderType: 'LIMIT' as const,
    ...more,
  })

  test('are sent and shown', async () => {
    const { orderId } = await owner.client.order.putOrder({ body: limit({ session: 'SEAMLESS' }) })
    expect(await find(orderId)).toMatchObject({ session: 'SEAMLESS', duration: 'DAY', goodTill: null })
    const goodTill = new Date(app.clock.nowMs() + 2 * 86_400_000).toISOString().slice(0, 10)
    const lasting = limit({ price: '48', duration: 'GOOD_TILL_CANCEL', goodTill })
    const { orderId: second, message } = await owner.client.order.putOrder({ body: lasting })
    expect(message).toContain(`until ${goodTill}`)
    expect((await find(second))?.goodTill).not.toBeNull()
  })

  test.each([
    ['a stop outside regular hours', { orderType: 'STOP', price: '51', session: 'AM', duration: 'DAY' }],
    ['a lasting order outside regular hours', { session: 'PM', duration: 'GOOD_TILL_CANCEL' }],
    ['a last day of an order for the day', { duration: 'DAY', goodTill: '2030-01-02' }],
  ])('that do not go together are refused: %s', async (_what, more) => {
    await expect(owner.client.order.putOrder({ body: limit(more) })).rejects.toEqual(refusedAs('invalid'))
  })

  test('that are over are refused', async () => {
    const past = new Date(app.clock.nowMs() - 2 * 86_400_000).toISOString().slice(0, 10)
    const body = limit({ duration: 'GOOD_TILL_CANCEL', goodTill: past })
    await expect(owner.client.order.putOrder({ body })).rejects.toEqual(refusedAs('orderFaulty'))
  })
})

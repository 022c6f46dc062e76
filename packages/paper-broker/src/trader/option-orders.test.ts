// Option orders over the wire: bought in full, written only when covered, settled in cash at the close of their last
// day.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import type { TestAccount } from '../testing/test-account.ts'
import { testAccount } from '../testing/test-account.ts'
import { startTestBroker, TEST_NOW_MS } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

const CALL = 'ACME  260306C00052500'
const BOLT_CALL = 'BOLT  260306C00052500'
const PUT = 'ACME  260306P00045000'

let test: TestBroker
let account: TestAccount
let logins = 0

const option = (
  instruction: string,
  quantity: number,
  symbol = CALL,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  orderType: 'MARKET',
  session: 'NORMAL',
  duration: 'DAY',
  orderStrategyType: 'SINGLE',
  orderLegCollection: [{ instruction, quantity, instrument: { symbol, assetType: 'OPTION' } }],
  ...more,
})
const shares = (instruction: string, quantity: number): Record<string, unknown> => ({
  orderType: 'MARKET',
  session: 'NORMAL',
  duration: 'DAY',
  orderStrategyType: 'SINGLE',
  orderLegCollection: [{ instruction, quantity, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
})
const words = (text: string): string => expect.stringContaining(text) as string

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())

beforeEach(async () => {
  test.clock.moveTo(TEST_NOW_MS)
  test.market.set('ACME', 50)
  test.market.set(CALL, 2.4)
  test.market.set(PUT, 0.8)
  logins += 1
  account = await testAccount(test, `options${logins}`)
})

describe('an option that is bought', () => {
  it('is filled at the ask for a hundred shares each, has no loan value, and reads back as an option', async () => {
    const order = await account.place(option('BUY_TO_OPEN', 3))
    expect(await account.read(order)).toMatchObject({
      status: 'FILLED',
      orderLegCollection: [
        {
          orderLegType: 'OPTION',
          instruction: 'BUY_TO_OPEN',
          positionEffect: 'OPENING',
          instrument: { assetType: 'OPTION', symbol: CALL },
        },
      ],
      orderActivityCollection: [{ executionLegs: [{ price: 2.41 }] }],
    })
    expect(await account.balances()).toMatchObject({
      cashBalance: 99_277,
      longOptionMarketValue: 720,
      liquidationValue: 99_997,
      buyingPower: 2 * 99_277,
    })
    expect(await account.positions()).toMatchObject([
      {
        longQuantity: 3,
        averagePrice: 2.41,
        marketValue: 720,
        instrument: { assetType: 'OPTION', symbol: CALL, putCall: 'CALL', underlyingSymbol: 'ACME' },
      },
    ])
    const closing = await account.place(option('SELL_TO_CLOSE', 3, CALL, { orderType: 'LIMIT', price: 2.35 }))
    expect(await account.read(closing)).toMatchObject({
      status: 'FILLED',
      orderLegCollection: [{ positionEffect: 'CLOSING' }],
    })
    expect(await account.positions()).toEqual([])
    expect(await account.balances()).toMatchObject({ cashBalance: 99_994 })
  })

  it('holds back twice its price of a margin account’s buying power while the order works', async () => {
    await account.place(option('BUY_TO_OPEN', 2, CALL, { orderType: 'LIMIT', price: 2, duration: 'GOOD_TILL_CANCEL' }))
    expect(await account.balances()).toMatchObject({ buyingPower: 200_000 - 800, availableFunds: 100_000 - 400 })
  })

  it('ends at the close of its last day at what exercise brings, in cash, once', async () => {
    await account.place(option('BUY_TO_OPEN', 2))
    await account.place(option('BUY_TO_OPEN', 1, PUT))
    test.market.set('ACME', 57)
    await account.moveTo('2026-03-06T20:59:59Z')
    expect(await account.positions()).toHaveLength(2)
    await account.moveTo('2026-03-06T21:00:00Z')
    expect(await account.positions()).toEqual([])
    await account.moveTo('2026-03-09T15:00:00Z')
    // Two calls for 482.00 bring 4.50 a share, the put for 81.00 nothing.
    expect(await account.balances()).toMatchObject({ cashBalance: 100_000 - 482 - 81 + 900 })
    const ended = (await account.transactions('TRADE')).filter(({ orderId }) => orderId === undefined)
    expect(ended).toMatchObject([
      { netAmount: 0, description: words('Expired worthless') },
      { netAmount: 900, description: words('settled in cash at 4.5') },
    ])
  })

  it('takes no order beyond its last day', async () => {
    const order = await account.place(
      option('BUY_TO_OPEN', 1, CALL, { orderType: 'LIMIT', price: 0.05, duration: 'GOOD_TILL_CANCEL' }),
    )
    await account.moveTo('2026-03-06T21:00:00Z')
    expect(await account.read(order)).toMatchObject({ status: 'EXPIRED', closeTime: '2026-03-06T21:00:00+0000' })
    expect((await account.send('POST', account.orders, option('BUY_TO_OPEN', 1))).status).toBe(400)
  })

  it('is paid out at what exercise would bring when it has no quote before a split of its shares', async () => {
    const call = 'BOLT  260320C00052500'
    const put = 'BOLT  260320P00055000'
    test.market.set('BOLT', 50)
    test.market.set(call, 2.4)
    test.market.set(put, 5.4)
    await account.place(option('BUY_TO_OPEN', 1, call))
    await account.place(option('BUY_TO_OPEN', 1, put))
    test.market.unset(call)
    test.market.unset(put)
    test.market.act('BOLT', { day: '2026-03-09' as never, kind: 'SPLIT', value: '2' })
    await account.moveTo('2026-03-09T15:00:00Z')
    expect(await account.positions()).toEqual([])
    const paid = (await account.transactions('TRADE')).map(({ description, netAmount }) => [description, netAmount])
    expect(paid).toContainEqual([
      `Paid out at 5.0000, what exercise would bring, before a split of the shares: ${put}`,
      500,
    ])
    expect(paid).toContainEqual([
      `Paid out at 0.0000, what exercise would bring, before a split of the shares: ${call}`,
      0,
    ])
  })

  it('is paid out, and its orders cancelled, before a split of its shares', async () => {
    test.market.set(BOLT_CALL, 2.4)
    await account.place(option('BUY_TO_OPEN', 1, BOLT_CALL))
    const order = await account.place(
      option('SELL_TO_CLOSE', 1, BOLT_CALL, { orderType: 'LIMIT', price: 9, duration: 'GOOD_TILL_CANCEL' }),
    )
    test.market.act('BOLT', { day: '2026-03-05' as never, kind: 'SPLIT', value: '2' })
    await account.moveTo('2026-03-05T15:00:00Z')
    expect(await account.read(order)).toMatchObject({ status: 'CANCELED', statusDescription: words('split of BOLT') })
    expect(await account.positions()).toEqual([])
    expect(await account.balances()).toMatchObject({ cashBalance: 100_000 - 241 + 240 })
  })
})

describe('an option that is written', () => {
  it('needs shares that no other order claims, and keeps them from being sold', async () => {
    expect(await account.read(await account.place(option('SELL_TO_OPEN', 1)))).toMatchObject({
      status: 'REJECTED',
      statusDescription: words('needs 100 of ACME, and 0 are held'),
    })
    await account.place(shares('BUY', 250))
    expect(await account.read(await account.place(option('SELL_TO_OPEN', 3)))).toMatchObject({
      status: 'REJECTED',
      statusDescription: words('needs 300 of ACME, and 250 are held'),
    })
    expect(await account.read(await account.place(option('SELL_TO_OPEN', 2)))).toMatchObject({ status: 'FILLED' })
    expect(await account.positions()).toMatchObject([
      { longQuantity: 250 },
      { shortQuantity: 2, marketValue: -480, averagePrice: 2.39 },
    ])
    expect(await account.read(await account.place(shares('SELL', 51)))).toMatchObject({
      status: 'REJECTED',
      statusDescription: words('only 50 held'),
    })
    expect(await account.read(await account.place(shares('SELL', 50)))).toMatchObject({ status: 'FILLED' })
    expect(await account.read(await account.place(option('BUY_TO_CLOSE', 2)))).toMatchObject({ status: 'FILLED' })
    expect(await account.read(await account.place(shares('SELL', 200)))).toMatchObject({ status: 'FILLED' })
  })

  it('holds back the strike of a put until it ends', async () => {
    expect(await account.read(await account.place(option('SELL_TO_OPEN', 1, PUT)))).toMatchObject({ status: 'FILLED' })
    // Of 100,079.00 in cash, 45.00 x 100 are reserved in full: the put cannot cost more.
    expect(await account.balances()).toMatchObject({
      shortOptionMarketValue: -80,
      liquidationValue: 99_999,
      buyingPower: 2 * (100_079 - 4_500),
    })
    test.market.set('ACME', 43.5)
    await account.moveTo('2026-03-06T21:00:00Z')
    expect(await account.balances()).toMatchObject({
      cashBalance: 100_000 + 79 - 150,
      buyingPower: 2 * (100_000 + 79 - 150),
    })
  })

  it('is refused when buying power does not cover its puts', async () => {
    expect(await account.read(await account.place(option('SELL_TO_OPEN', 23, PUT)))).toMatchObject({
      status: 'REJECTED',
      statusDescription: words('buying power'),
    })
  })
})

describe('the form of an order in options', () => {
  it.each<[string, () => Record<string, unknown>, string]>([
    ['prices between ticks', () => option('BUY_TO_OPEN', 1, CALL, { orderType: 'LIMIT', price: 3.01 }), 'five cents'],
    [
      'another session',
      () => option('BUY_TO_OPEN', 1, CALL, { session: 'AM', orderType: 'LIMIT', price: 2 }),
      'normal session',
    ],
    ['the close', () => option('BUY_TO_OPEN', 1, CALL, { orderType: 'MARKET_ON_CLOSE' }), 'not for its close'],
    ['closing what is not held', () => option('SELL_TO_CLOSE', 1), 'only 0 held'],
    ['buying back what is not written', () => option('BUY_TO_CLOSE', 1), 'only 0 short'],
  ])('rejects %s', async (_, sent, reason) => {
    expect(await account.read(await account.place(sent()))).toMatchObject({
      status: 'REJECTED',
      statusDescription: words(reason),
    })
  })

  it.each<[string, () => Record<string, unknown>]>([
    ['words for shares', () => option('BUY', 1)],
    ['words for options on shares', () => ({ ...shares('BUY_TO_OPEN', 1) })],
    ['a contract that is not listed', () => option('BUY_TO_OPEN', 1, 'ACME  260306C00099000')],
    [
      'one contract twice',
      () =>
        option('BUY_TO_OPEN', 1, CALL, {
          orderLegCollection: [1, 2].map(() => ({
            instruction: 'BUY_TO_OPEN',
            quantity: 1,
            instrument: { symbol: CALL, assetType: 'OPTION' },
          })),
        }),
    ],
  ])('answers 400 to %s', async (_, sent) => {
    expect((await account.send('POST', account.orders, sent())).status).toBe(400)
  })
})

describe('the books', () => {
  it('agree after all of this', async () => {
    expect(await checkBooks(test.database)).toEqual([])
  })
})

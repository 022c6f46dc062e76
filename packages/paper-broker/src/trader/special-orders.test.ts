// The three order types with special rules, over the wire: exercise, cabinet, and non-marketable.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import type { TestAccount } from '../testing/test-account.ts'
import { testAccount } from '../testing/test-account.ts'
import { startTestBroker, TEST_NOW_MS } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

const CALL = 'ACME  260306C00045000'
const PUT = 'ACME  260306P00055000'
const FAR = 'ACME  260306C00090000'

let test: TestBroker
let account: TestAccount
let logins = 0

const order = (
  orderType: string,
  instruction: string,
  quantity: number,
  symbol: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  orderType,
  session: 'NORMAL',
  duration: 'DAY',
  orderStrategyType: 'SINGLE',
  orderLegCollection: [
    { instruction, quantity, instrument: { symbol, assetType: symbol.length === 21 ? 'OPTION' : 'EQUITY' } },
  ],
  ...more,
})
const words = (text: string): string => expect.stringContaining(text) as string
const place = async (sent: Record<string, unknown>): Promise<Record<string, unknown>> =>
  account.read(await account.place(sent))

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())

beforeEach(async () => {
  test.clock.moveTo(TEST_NOW_MS)
  test.market.set('ACME', 50)
  test.market.set(CALL, 5.2)
  test.market.set(PUT, 5.2)
  test.market.set(FAR, 0.01)
  logins += 1
  account = await testAccount(test, `special${logins}`)
})

describe('exercise', () => {
  it('of a call buys its shares at the strike at the close, and the option is gone', async () => {
    await place(order('MARKET', 'BUY_TO_OPEN', 2, CALL))
    const exercise = await account.place(order('EXERCISE', 'SELL_TO_CLOSE', 2, CALL))
    expect(await account.read(exercise)).toMatchObject({
      status: 'WORKING',
      orderLegCollection: [{ instrument: { symbol: CALL }, quantity: 2 }],
    })
    // The contracts are committed, and half the shares' price is reserved less the value of the options.
    expect(await place(order('MARKET', 'SELL_TO_CLOSE', 1, CALL))).toMatchObject({
      status: 'REJECTED',
      statusDescription: words('only 0 held'),
    })
    expect(await account.balances()).toMatchObject({ buyingPower: 2 * (100_000 - 1_042) - (2 * 9_000 - 10_000) })
    await account.moveTo('2026-03-04T20:59:58Z')
    expect(await account.read(exercise)).toMatchObject({ status: 'WORKING' })
    await account.moveTo('2026-03-04T21:00:00Z')
    expect(await account.read(exercise)).toMatchObject({
      status: 'FILLED',
      orderLegCollection: [{ legId: 1 }],
      orderActivityCollection: [{ quantity: 2, executionLegs: [{ legId: 1, quantity: 2, price: 0 }] }],
    })
    expect(await account.positions()).toMatchObject([
      { longQuantity: 200, averagePrice: 45, instrument: { symbol: 'ACME' } },
    ])
    // 2 contracts at 5.21, then 200 shares at 45.00.
    expect(await account.balances()).toMatchObject({
      cashBalance: 100_000 - 1_042 - 9_000,
      liquidationValue: 100_000 - 1_042 + 1_000,
    })
    expect(await account.transactions('TRADE')).toMatchObject([
      { netAmount: -9_000, description: words('Exercised') },
      { netAmount: 0, description: words('Exercised') },
      { netAmount: -1_042 },
    ])
  })

  it('of a put sells shares at the strike', async () => {
    await place(order('MARKET', 'BUY', 100, 'ACME'))
    await place(order('MARKET', 'BUY_TO_OPEN', 1, PUT))
    const exercise = await account.place(order('EXERCISE', 'SELL_TO_CLOSE', 1, PUT))
    expect(await place(order('MARKET', 'SELL', 1, 'ACME'))).toMatchObject({ status: 'REJECTED' })
    await account.moveTo('2026-03-04T21:00:00Z')
    expect(await account.read(exercise)).toMatchObject({ status: 'FILLED' })
    expect(await account.positions()).toEqual([])
    expect(await account.balances()).toMatchObject({ cashBalance: 100_000 - 5_001 - 521 + 5_500 })
  })

  it('can be taken back until the close', async () => {
    await place(order('MARKET', 'BUY_TO_OPEN', 1, CALL))
    const exercise = await account.place(order('EXERCISE', 'SELL_TO_CLOSE', 1, CALL))
    expect((await account.send('DELETE', exercise)).status).toBe(200)
    await account.moveTo('2026-03-05T15:00:00Z')
    expect(await account.positions()).toMatchObject([{ longQuantity: 1, instrument: { symbol: CALL } }])
  })

  it.each<[string, () => Record<string, unknown>, string]>([
    ['of what is not held', () => order('EXERCISE', 'SELL_TO_CLOSE', 1, CALL), 'only 0 held'],
    ['of a put without the shares', () => order('EXERCISE', 'SELL_TO_CLOSE', 1, PUT), 'of ACME, but only 0 held'],
    ['beyond the buying power', () => order('EXERCISE', 'SELL_TO_CLOSE', 80, CALL), 'buying power'],
    [
      'that stays for days',
      () => order('EXERCISE', 'SELL_TO_CLOSE', 1, CALL, { duration: 'GOOD_TILL_CANCEL' }),
      'duration DAY',
    ],
  ])('is rejected %s', async (what, sent, reason) => {
    if (what.includes('put')) await place(order('MARKET', 'BUY_TO_OPEN', 1, PUT))
    if (what.includes('power')) await place(order('MARKET', 'BUY_TO_OPEN', 80, CALL))
    expect(await place(sent())).toMatchObject({ status: 'REJECTED', statusDescription: words(reason) })
  })

  it('is answered 400 for shares and for what is written', async () => {
    expect((await account.send('POST', account.orders, order('EXERCISE', 'BUY_TO_OPEN', 1, CALL))).status).toBe(400)
    expect((await account.send('POST', account.orders, order('EXERCISE', 'SELL', 1, 'ACME'))).status).toBe(400)
  })
})

describe('a cabinet order', () => {
  it('closes a worthless contract at its price while nobody bids', async () => {
    test.market.set(FAR, 0.2)
    await place(order('MARKET', 'BUY_TO_OPEN', 3, FAR))
    test.market.set(FAR, 0.01)
    expect(await place(order('CABINET', 'SELL_TO_CLOSE', 3, FAR, { price: 0.001 }))).toMatchObject({
      status: 'FILLED',
      orderActivityCollection: [{ executionLegs: [{ price: 0.001 }] }],
    })
    expect(await account.balances()).toMatchObject({ cashBalance: 100_000 - 63 + 0.3 })
    expect(await account.positions()).toEqual([])
  })

  it('buys a written one back', async () => {
    test.market.set(PUT, 0.5)
    await place(order('MARKET', 'SELL_TO_OPEN', 1, PUT))
    test.market.set(PUT, 0.01)
    expect(await place(order('CABINET', 'BUY_TO_CLOSE', 1, PUT, { price: 0.01 }))).toMatchObject({
      status: 'FILLED',
      orderActivityCollection: [{ executionLegs: [{ price: 0.01 }] }],
    })
    expect(await account.balances()).toMatchObject({ cashBalance: 100_048, buyingPower: 200_096 })
  })

  it.each<[string, () => Record<string, unknown>, string]>([
    ['above a cent', () => order('CABINET', 'SELL_TO_CLOSE', 1, CALL, { price: 0.02 }), '$0.01 or less'],
    [
      'of a contract that is worth something',
      () => order('CABINET', 'SELL_TO_CLOSE', 1, CALL, { price: 0.01 }),
      'is not worthless',
    ],
    ['that opens', () => order('CABINET', 'BUY_TO_OPEN', 1, FAR, { price: 0.01 }), 'only close options'],
    ['in shares', () => order('CABINET', 'SELL', 1, 'ACME', { price: 0.01 }), 'only close options'],
    [
      'that stays for days',
      () => order('CABINET', 'SELL_TO_CLOSE', 1, CALL, { price: 0.01, duration: 'GOOD_TILL_CANCEL' }),
      'duration DAY',
    ],
  ])('is rejected %s', async (_, sent, reason) => {
    await place(order('MARKET', 'BUY_TO_OPEN', 1, CALL))
    expect(await place(sent())).toMatchObject({ status: 'REJECTED', statusDescription: words(reason) })
  })
})

describe('an order that must not be marketable', () => {
  it.each<[string, () => Record<string, unknown>]>([
    ['a buy at the ask', () => order('NON_MARKETABLE', 'BUY', 10, 'ACME', { price: 50.01 })],
    ['a sale below the bid', () => order('NON_MARKETABLE', 'SELL_SHORT', 10, 'ACME', { price: 49.5 })],
    ['an option at the ask', () => order('NON_MARKETABLE', 'BUY_TO_OPEN', 1, CALL, { price: 5.25 })],
  ])('is rejected as %s', async (_, sent) => {
    expect(await place(sent())).toMatchObject({ status: 'REJECTED', statusDescription: words('would trade at once') })
  })

  it('works below the market and fills as a limit does', async () => {
    const waiting = await account.place(order('NON_MARKETABLE', 'BUY', 10, 'ACME', { price: 49.5 }))
    expect(await account.read(waiting)).toMatchObject({ status: 'WORKING', orderType: 'NON_MARKETABLE', price: 49.5 })
    expect(await account.balances()).toMatchObject({ buyingPower: 200_000 - 495 })
    test.market.set('ACME', 49.4)
    await account.moveTo('2026-03-04T15:05:00Z')
    expect(await account.read(waiting)).toMatchObject({
      status: 'FILLED',
      orderActivityCollection: [{ executionLegs: [{ price: 49.41 }] }],
    })
  })

  it('is looked at again when it is released by a parent', async () => {
    const parent = await place({
      ...order('MARKET', 'BUY', 10, 'ACME'),
      orderStrategyType: 'TRIGGER',
      childOrderStrategies: [order('NON_MARKETABLE', 'SELL', 10, 'ACME', { price: 49 })],
    })
    expect(parent).toMatchObject({
      status: 'FILLED',
      childOrderStrategies: [{ status: 'REJECTED', statusDescription: words('would trade at once') }],
    })
  })

  it('asks for nothing at once', async () => {
    expect(
      await place(order('NON_MARKETABLE', 'BUY', 10, 'ACME', { price: 49, duration: 'FILL_OR_KILL' })),
    ).toMatchObject({ status: 'REJECTED' })
  })
})

describe('the books', () => {
  it('agree after all of this', async () => {
    expect(await checkBooks(test.database)).toEqual([])
  })
})

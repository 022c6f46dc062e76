// A market day that arrives symbol by symbol: nothing is lost, skipped, or booked twice. Decision 0023.
import { marketDay } from '@clubfolio/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import type { ArrivalMarket } from '../testing/arrival-market.ts'
import { holdOption, order, playArrivals, startArrivalMarket } from '../testing/arrival-market.ts'
import type { TestAccount } from '../testing/test-account.ts'
import { accountIdOf } from '../testing/trade.ts'

const FIRST = marketDay('2021-04-22')
const SECOND = marketDay('2021-04-23')
const THIRD = marketDay('2021-04-26')

describe('an account of two symbols', () => {
  let market: ArrivalMarket
  let account: TestAccount

  beforeEach(async () => {
    market = await startArrivalMarket()
    await market.arrive({ symbol: 'BOLT', day: marketDay('2021-04-21'), bar: [50, 51, 49, 50] })
    account = await market.account('arrivals')
    await account.place(order('BUY', 100, 'ACME'))
    await account.place(order('BUY', 10, 'BOLT'))
    for (const symbol of ['ACME', 'BOLT'])
      await market.arrive({ symbol, day: FIRST, bar: symbol === 'ACME' ? [105, 106, 104, 105.5] : [50, 51, 49, 50] })
    await account.balances()
  })
  afterEach(async () => market.close())

  it('books a split of the symbol that comes last, and shows the account as it stood until then', async () => {
    await market.arrive({ symbol: 'BOLT', day: SECOND, bar: [50, 60, 49, 60] })
    expect(await account.balances()).toMatchObject({ liquidationValue: 100_050 })
    await market.arrive({
      symbol: 'ACME',
      day: SECOND,
      bar: [26.5, 27, 26, 26.5],
      actions: [{ kind: 'SPLIT', value: '4' }],
    })
    expect(await account.positions()).toMatchObject([{ longQuantity: 400, averagePrice: 26.25 }, { longQuantity: 10 }])
    expect(await account.balances()).toMatchObject({ cashBalance: 89_000, liquidationValue: 89_000 + 10_600 + 600 })
    expect(await checkBooks(market.test.database)).toEqual([])
  })

  it('plays no order past a bar that is missing, and takes none until it is there', async () => {
    const stop = await account.place(order('SELL', 10, 'BOLT', { orderType: 'STOP', stopPrice: '45.00' }))
    await market.arrive({ symbol: 'ACME', day: SECOND, bar: [105, 106, 104, 105] })
    const refused = await account.place(order('BUY', 1, 'ACME'))
    expect(await account.read(refused)).toMatchObject({
      status: 'REJECTED',
      statusDescription: 'Prices of BOLT for 2021-04-23 have not come in yet. Orders are taken when they have.',
    })
    expect(await account.read(stop)).toMatchObject({ status: 'PENDING_ACTIVATION' })
    await market.arrive({ symbol: 'BOLT', day: SECOND, bar: [50, 50, 40, 41] })
    expect(await account.read(stop)).toMatchObject({
      status: 'FILLED',
      orderActivityCollection: [{ executionLegs: [{ price: 45 }] }],
    })
  })

  it('waits for the shares under an option, and pays it out before their split by the prices of that time', async () => {
    for (const day of [marketDay('2021-04-21'), FIRST])
      await market.arrive({ symbol: 'CORE', day, bar: [80, 81, 79, 80] })
    await holdOption(market, await accountIdOf(market.test, 'arrivals'), 'CORE  210618C00075000', 1n)
    const before = await account.balances()
    for (const [symbol, bar] of [
      ['ACME', [105, 106, 104, 110]],
      ['BOLT', [50, 51, 49, 60]],
    ] as const)
      await market.arrive({ symbol, day: SECOND, bar })
    expect(await account.balances()).toEqual(before)
    await market.arrive({
      symbol: 'CORE',
      day: SECOND,
      bar: [20, 21, 19, 21],
      actions: [{ kind: 'SPLIT', value: '4' }],
    })
    // A call of strike 75 on shares that closed at 80.
    expect(await account.balances()).toMatchObject({
      cashBalance: (before['cashBalance'] ?? 0) + 500,
      longOptionMarketValue: 0,
    })
    expect(await account.positions()).toHaveLength(2)
    expect(await checkBooks(market.test.database)).toEqual([])
  })

  it('waits no longer once the source says that a day is complete', async () => {
    await market.arrive({ symbol: 'BOLT', day: SECOND, bar: [50, 60, 49, 60] })
    await market.complete()
    expect(await account.balances()).toMatchObject({ liquidationValue: 100_150 })
  })

  it('books what comes after its day was closed late, in order, and says so', async () => {
    const sell = order('SELL', 50, 'ACME')
    const target = await account.place(order('SELL', 50, 'ACME', { orderType: 'LIMIT', price: '400.00' }))
    for (const [symbol, bar] of [
      ['ACME', [26.5, 27, 26, 26.5]],
      ['BOLT', [50, 51, 49, 50]],
    ] as const)
      await market.arrive({ symbol, day: SECOND, bar })
    await account.balances()
    await account.place(sell)
    for (const [symbol, bar] of [
      ['ACME', [27, 27, 26, 27]],
      ['BOLT', [50, 51, 49, 50]],
    ] as const)
      await market.arrive({ symbol, day: THIRD, bar })
    await market.arrive({ symbol: 'ACME', day: THIRD, actions: [{ kind: 'DIVIDEND', value: '0.5' }] })
    expect(await account.positions()).toMatchObject([{ longQuantity: 50 }, {}])

    await market.arrive({ symbol: 'ACME', day: SECOND, actions: [{ kind: 'SPLIT', value: '4' }] })
    // 400 shares at 26.25, of which 50 were sold at 27.00; the dividend was due on all 400.
    expect(await account.positions()).toMatchObject([{ longQuantity: 350, averagePrice: 26.25 }, { longQuantity: 10 }])
    expect(await account.balances()).toMatchObject({ cashBalance: 89_000 + 50 * 27 + 400 * 0.5 })
    expect(await account.read(target)).toMatchObject({ quantity: 200, price: 100 })
    const words = (
      await market.test.database
        .selectFrom('paper.transaction')
        .select(['description', 'net_amount_cents'])
        .where('description', 'like', '%came in late')
        .orderBy('activity_id')
        .execute()
    ).map((row) => `${row.description} ${row.net_amount_cents}`)
    expect(words).toEqual([
      'Split 4 for 1 of ACME. Correction: it took effect on 2021-04-23 and came in late 0',
      'Dividend of 0.5 a share of ACME. Correction: it took effect on 2021-04-26 and came in late 15000',
    ])
    expect(await checkBooks(market.test.database)).toEqual([])
  })
})

it('is the same account as when every symbol comes at once, on random days of splits both ways', async () => {
  let state = 7
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const { broken, splits, options } = await playArrivals(9, random)
  expect(broken).toEqual([])
  expect(splits).toBeGreaterThan(1)
  expect(options).toBeGreaterThan(6)
})

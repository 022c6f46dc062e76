// A cash account trades with settled cash only: proceeds of a sale can be spent from the next session on, over nights
// and weekends.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestAccount } from '../testing/test-account.ts'
import { testAccount } from '../testing/test-account.ts'
import { startTestBroker, TEST_NOW_MS } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

let test: TestBroker
let account: TestAccount
let logins = 0

const market = (instruction: 'BUY' | 'SELL', quantity: number): object => ({
  orderType: 'MARKET',
  session: 'NORMAL',
  duration: 'DAY',
  orderStrategyType: 'SINGLE',
  orderLegCollection: [{ instruction, quantity, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
})
const begin = async (nowMs: number, accountType: 'MARGIN' | 'CASH' = 'CASH'): Promise<void> => {
  test.clock.moveTo(nowMs)
  logins += 1
  account = await testAccount(test, `settles${logins}`, accountType)
}
const cash = async (): Promise<{ available: number; unsettled: number }> => {
  const { cashAvailableForTrading, unsettledCash } = await account.balances()
  return { available: cashAvailableForTrading ?? 0, unsettled: unsettledCash ?? 0 }
}
/** Buys 1,900 at 50.01 from the opening 100,000 and sells them again at 49.99. */
const buyAndSell = async (): Promise<void> => {
  await account.place(market('BUY', 1_900))
  await account.place(market('SELL', 1_900))
}

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())
beforeEach(() => begin(TEST_NOW_MS))

describe('proceeds of a sale in a cash account', () => {
  it('cannot buy anything before they settle, and can from the first instant of the next session on', async () => {
    await buyAndSell()
    expect(await cash()).toEqual({ available: 4_981, unsettled: 94_981 })
    expect(await account.read(await account.place(market('BUY', 100)))).toMatchObject({
      status: 'REJECTED',
      statusDescription: 'The order needs $5,001.00 of buying power; $4,981.00 is available.',
    })
    expect(await account.read(await account.place(market('BUY', 99)))).toMatchObject({ status: 'FILLED' })
    await account.moveTo('2026-03-05T04:59:59Z')
    expect((await cash()).unsettled).toBe(94_981)
    await account.moveTo('2026-03-05T05:00:00Z')
    expect(await cash()).toEqual({ available: 95_011.01, unsettled: 0 })
    expect(await account.read(await account.place(market('BUY', 1_800)))).toMatchObject({ status: 'FILLED' })
  })

  it('wait over a week-end', async () => {
    await begin(Date.parse('2026-03-06T17:00:00Z'))
    await buyAndSell()
    await account.moveTo('2026-03-08T20:00:00Z')
    expect((await cash()).unsettled).toBe(94_981)
    await account.moveTo('2026-03-09T04:00:00Z')
    expect(await cash()).toEqual({ available: 99_962, unsettled: 0 })
  })

  it('are not waited for on margin', async () => {
    await begin(TEST_NOW_MS, 'MARGIN')
    await buyAndSell()
    expect(await account.balances()).toMatchObject({ cashBalance: 99_962, buyingPower: 199_924 })
  })
})

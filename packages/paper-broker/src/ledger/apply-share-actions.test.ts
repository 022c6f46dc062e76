import { marketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJson, link, postToken } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'
import { accountIdOf, fill } from '../testing/trade.ts'
import { checkBooks } from './check-books.ts'
import { splitFraction } from '../money/split-fraction.ts'

let test: TestBroker
let refreshToken: string

async function account(): Promise<{
  positions: Record<string, unknown>[]
  cash: number
  value: number
  initial: number
}> {
  const { body } = await postToken(test.url, { grant_type: 'refresh_token', refresh_token: refreshToken })
  const accounts = (await getJson(`${test.url}/trader/v1/accounts?fields=positions`, String(body['access_token']))).body
  const [first] = accounts as {
    securitiesAccount: {
      positions: Record<string, unknown>[]
      currentBalances: Record<string, number>
      initialBalances: Record<string, number>
    }
  }[]
  return {
    positions: first?.securitiesAccount.positions ?? [],
    cash: first?.securitiesAccount.currentBalances['cashBalance'] ?? 0,
    value: first?.securitiesAccount.currentBalances['liquidationValue'] ?? 0,
    initial: first?.securitiesAccount.initialBalances['liquidationValue'] ?? 0,
  }
}

beforeAll(async () => {
  test = await startTestBroker()
  refreshToken = (await link(test.url, 'anna')).refresh_token
  const accountId = await accountIdOf(test, 'anna')
  await fill(test, accountId, 'BUY', 101, 'ACME', 50)
  await fill(test, accountId, 'SELL_SHORT', 10, 'BOLT', 50)
})
afterAll(async () => test.close())

describe('splits and dividends on held positions', () => {
  it('make new shares of old ones, pay the fraction in cash and leave the value and the day as they were', async () => {
    const before = await account()
    test.market.act('ACME', { day: marketDay('2026-03-05'), kind: 'SPLIT', value: '1.5' })
    // The market now reports the previous close in new shares.
    test.market.set('ACME', 33.33)
    test.clock.moveTo(Date.parse('2026-03-05T15:00:00Z'))
    const { positions, value, initial } = await account()
    expect(positions).toMatchObject([
      { longQuantity: 151, previousSessionLongQuantity: 151, currentDayProfitLoss: 0, averagePrice: 33.33333333 },
      { shortQuantity: 10 },
    ])
    // 50 x 101 = 5,050.00 became 151 x 33.33 + half a share at 33.33 (16.67, rounded half-up).
    expect(value - before.value).toBeCloseTo(151 * 33.33 + 16.67 - 5_050, 2)
    expect(initial).toBe(value)
  })

  it('pay a dividend to a long and take it from a short', async () => {
    const before = await account()
    test.market.act('ACME', { day: marketDay('2026-03-06'), kind: 'DIVIDEND', value: '0.5' })
    test.market.act('BOLT', { day: marketDay('2026-03-06'), kind: 'DIVIDEND', value: '0.25' })
    test.clock.moveTo(Date.parse('2026-03-06T15:00:00Z'))
    const { cash, positions } = await account()
    expect(cash - before.cash).toBeCloseTo(75.5 - 2.5, 2)
    expect(positions).toMatchObject([{ currentDayProfitLoss: 75.5 }, { currentDayProfitLoss: -2.5 }])
  })

  it('are booked once, by however many readers at the same moment', async () => {
    test.market.act('ACME', { day: marketDay('2026-03-09'), kind: 'DIVIDEND', value: '1' })
    test.clock.moveTo(Date.parse('2026-03-09T15:00:00Z'))
    await Promise.all([account(), account(), account()])
    const booked = await test.database
      .selectFrom('paper.transaction')
      .select('reference')
      .where('reference', '=', 'DIVIDEND ACME 2026-03-09')
      .execute()
    expect(booked).toHaveLength(1)
    expect(await checkBooks(test.database)).toEqual([])
  })

  it('book the value of a spin-off as cash and keep the shares', async () => {
    const before = await account()
    test.market.act('ACME', { day: marketDay('2026-03-10'), kind: 'SPLIT', value: '1.122' })
    test.clock.moveTo(Date.parse('2026-03-10T15:00:00Z'))
    const { cash, positions } = await account()
    // The fixed market's previous close is 33.33 in new shares: 151 x 33.33 x 0.122 = 614.005, in whole cents.
    expect(cash - before.cash).toBeCloseTo(614.01, 2)
    expect(positions[0]).toMatchObject({ longQuantity: 151 })
    expect(await checkBooks(test.database)).toEqual([])
  })

  it.each([
    ['Split 50 for 1 of ACME', '50', 7_550, 0],
    ['Split 100 for 1 of ACME', '100', 15_100, 0],
    // One old share is left over. No price is known, so it counts at its cost of $50.00, and the description says so.
    ['Split 1 for 50 of ACME, 1/50 of a share paid in cash at 2500.0000, its average cost', '0.02', 3, 5_000],
  ])('book "%s" without a price of the day before', async (words, value, shares, paid) => {
    const own = await startTestBroker()
    try {
      const token = (await link(own.url, 'anna')).refresh_token
      const accountId = await accountIdOf(own, 'anna')
      await fill(own, accountId, 'BUY', 151, 'ACME', 50)
      const before = await own.database.selectFrom('paper.account').select('cash_cents').executeTakeFirstOrThrow()
      own.market.act('ACME', { day: marketDay('2026-03-05'), kind: 'SPLIT', value })
      own.market.hideBars('ACME')
      own.clock.moveTo(Date.parse('2026-03-05T15:00:00Z'))
      const access = String(
        (await postToken(own.url, { grant_type: 'refresh_token', refresh_token: token })).body['access_token'],
      )
      await getJson(`${own.url}/trader/v1/accounts?fields=positions`, access)
      const held = await own.database
        .selectFrom('paper.position')
        .select('quantity')
        .where('symbol', '=', 'ACME')
        .executeTakeFirst()
      expect(Number(held?.quantity)).toBe(shares)
      const [booked] = await own.database
        .selectFrom('paper.transaction')
        .selectAll()
        .where('reference', '=', 'SPLIT ACME 2026-03-05')
        .execute()
      expect(booked?.description).toBe(words)
      const after = await own.database.selectFrom('paper.account').select('cash_cents').executeTakeFirstOrThrow()
      expect(Number(after.cash_cents - before.cash_cents)).toBe(paid)
      expect(await checkBooks(own.database)).toEqual([])
    } finally {
      await own.close()
    }
  })

  it.each([
    ['4', { up: 4n, down: 1n }],
    ['1.49999925', { up: 3n, down: 2n }],
    ['0.1', { up: 1n, down: 10n }],
    ['1.05', { up: 21n, down: 20n }],
    ['12.5', { up: 25n, down: 2n }],
    ['50', { up: 50n, down: 1n }],
    ['100', { up: 100n, down: 1n }],
    ['33.3333333333', { up: 100n, down: 3n }],
    ['0.02', { up: 1n, down: 50n }],
    ['0.01', { up: 1n, down: 100n }],
    ['0.0133333333', { up: 1n, down: 75n }],
    ['0.955', { up: 191n, down: 200n }],
    ['1.122', null],
    ['1.589', null],
    ['2.002', null],
  ])('read the ratio %s as a split or not', (ratio, fraction) => {
    expect(splitFraction(ratio)).toEqual(fraction)
  })
})

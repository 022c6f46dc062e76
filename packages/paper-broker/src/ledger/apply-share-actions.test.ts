import { marketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJson, link, postToken } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'
import { accountIdOf, fill } from '../testing/trade.ts'
import { checkBooks } from './check-books.ts'
import { splitFraction } from './share-action-draft.ts'

let test: TestBroker
let refreshToken: string

async function account(): Promise<{ positions: Record<string, unknown>[]; cash: number; value: number; initial: number }> {
  const { body } = await postToken(test.url, { grant_type: 'refresh_token', refresh_token: refreshToken })
  const accounts = (await getJson(`${test.url}/trader/v1/accounts?fields=positions`, String(body['access_token']))).body
  const [first] = accounts as { securitiesAccount: { positions: Record<string, unknown>[]; currentBalances: Record<string, number>; initialBalances: Record<string, number> } }[]
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
    // The close before, as the market tells it now, is in new shares.
    test.market.set('ACME', 33.33)
    test.clock.moveTo(Date.parse('2026-03-05T15:00:00Z'))
    const { positions, value, initial } = await account()
    expect(positions).toMatchObject([{ longQuantity: 151, previousSessionLongQuantity: 151, currentDayProfitLoss: 0, averagePrice: 33.33333333 }, { shortQuantity: 10 }])
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
    const booked = await test.database.selectFrom('paper.transaction').select('reference').where('reference', '=', 'DIVIDEND ACME 2026-03-09').execute()
    expect(booked).toHaveLength(1)
    expect(await checkBooks(test.database)).toEqual([])
  })

  it('book the value of a spin-off as cash and keep the shares', async () => {
    const before = await account()
    test.market.act('ACME', { day: marketDay('2026-03-10'), kind: 'SPLIT', value: '1.122' })
    test.clock.moveTo(Date.parse('2026-03-10T15:00:00Z'))
    const { cash, positions } = await account()
    // The fixed market's close before is 33.33 in new shares: 151 x 33.33 x 0.122 = 614.005, in whole cents.
    expect(cash - before.cash).toBeCloseTo(614.01, 2)
    expect(positions[0]).toMatchObject({ longQuantity: 151 })
    expect(await checkBooks(test.database)).toEqual([])
  })

  it.each([
    ['4', { up: 4n, down: 1n }],
    ['1.49999925', { up: 3n, down: 2n }],
    ['0.1', { up: 1n, down: 10n }],
    ['1.122', null],
    ['1.589', null],
  ])('read the ratio %s as a split or not', (ratio, fraction) => {
    expect(splitFraction(ratio)).toEqual(fraction)
  })
})

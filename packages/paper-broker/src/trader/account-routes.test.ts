import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TokenAnswer } from '../oauth/token-answer.ts'
import { getJson, link } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'
import { accountIdOf, fill } from '../testing/trade.ts'

interface WireAccount {
  readonly securitiesAccount: {
    readonly accountNumber: string
    readonly positions?: readonly Record<string, unknown>[]
    readonly currentBalances: Record<string, number>
    readonly initialBalances: Record<string, number>
    readonly projectedBalances: Record<string, number>
  }
  readonly aggregatedBalance: Record<string, number>
}

/** The fields of recorded answers: docs/wire-conformance.md. */
const words = (text: string): string[] => text.trim().split(/\s+/)
const SHARED_CURRENT = words(`accruedInterest cashBalance cashReceipts longOptionMarketValue liquidationValue
  longMarketValue moneyMarketFund savings shortMarketValue pendingDeposits mutualFundValue bondValue
  shortOptionMarketValue`)
const MARGIN_CURRENT = words(`availableFunds availableFundsNonMarginableTrade buyingPower buyingPowerNonMarginableTrade
  dayTradingBuyingPower equity equityPercentage longMarginValue maintenanceCall maintenanceRequirement marginBalance
  regTCall shortBalance shortMarginValue sma`)
const CASH_CURRENT = words(`cashAvailableForTrading cashAvailableForWithdrawal cashCall longNonMarginableMarketValue
  totalCash cashDebitCallValue unsettledCash`)
const MARGIN_INITIAL = words(`accruedInterest availableFundsNonMarginableTrade bondValue buyingPower cashBalance
  cashAvailableForTrading cashReceipts dayTradingBuyingPower dayTradingBuyingPowerCall dayTradingEquityCall equity
  equityPercentage liquidationValue longMarginValue longOptionMarketValue longStockValue maintenanceCall
  maintenanceRequirement margin marginEquity moneyMarketFund mutualFundValue regTCall shortMarginValue
  shortOptionMarketValue shortStockValue totalCash isInCall pendingDeposits marginBalance shortBalance accountValue`)
const CASH_INITIAL = words(`accruedInterest cashAvailableForTrading cashAvailableForWithdrawal cashBalance bondValue
  cashReceipts liquidationValue longOptionMarketValue longStockValue moneyMarketFund mutualFundValue
  shortOptionMarketValue shortStockValue isInCall unsettledCash cashDebitCallValue pendingDeposits accountValue`)
const MARGIN_PROJECTED = words(`availableFunds availableFundsNonMarginableTrade buyingPower dayTradingBuyingPower
  dayTradingBuyingPowerCall maintenanceCall regTCall isInCall stockBuyingPower`)
const CASH_PROJECTED = words('cashAvailableForTrading cashAvailableForWithdrawal')

let test: TestBroker
let tokens: TokenAnswer
let accountId: string

const get = async (path: string): Promise<{ status: number; headers: Headers; body: unknown }> =>
  getJson(`${test.url}/trader/v1${path}`, tokens.access_token)

async function account(): Promise<WireAccount['securitiesAccount']> {
  const { body } = await get('/accounts?fields=positions')
  const [first] = body as WireAccount[]
  if (first === undefined) throw new Error('No account came back')
  return first.securitiesAccount
}

beforeAll(async () => {
  test = await startTestBroker()
  tokens = await link(test.url, 'anna')
  accountId = await accountIdOf(test, 'anna')
})
afterAll(async () => test.close())

describe('the accounts of the trader API', () => {
  it('pairs every number with the hash that the other calls take', async () => {
    const { body, headers } = await get('/accounts/accountNumbers')
    expect(body).toEqual([
      {
        accountNumber: expect.stringMatching(/^[1-9]\d{7}$/) as string,
        hashValue: expect.stringMatching(/^[0-9A-F]{64}$/) as string,
      },
    ])
    expect(headers.get('schwab-client-correlid')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('answers an account by hash, with or without a slash at the end, and never by its plain number', async () => {
    const [first] = (await get('/accounts/accountNumbers')).body as { accountNumber: string; hashValue: string }[]
    expect((await get(`/accounts/${first?.hashValue ?? ''}`)).status).toBe(200)
    expect((await get(`/accounts/${first?.hashValue ?? ''}/`)).status).toBe(200)
    const plain = await get(`/accounts/${first?.accountNumber ?? ''}`)
    expect(plain).toMatchObject({ status: 404, body: { message: expect.any(String) as string } })
  })

  it("answers somebody else's account like one that does not exist", async () => {
    const other = await link(test.url, 'other')
    const [theirs] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, other.access_token)).body as {
      hashValue: string
    }[]
    const asked = await get(`/accounts/${theirs?.hashValue ?? ''}`)
    const missing = await get(`/accounts/${'0'.repeat(64)}`)
    expect(asked.status).toBe(404)
    expect(asked.body).toEqual(missing.body)
  })

  it('starts with 100,000 dollars and twice as much buying power', async () => {
    const { currentBalances, positions } = await account()
    expect(positions).toEqual([])
    expect(currentBalances).toMatchObject({
      cashBalance: 100_000,
      liquidationValue: 100_000,
      buyingPower: 200_000,
      maintenanceRequirement: 0,
    })
  })

  it('values a long position as in the worked example', async () => {
    test.market.set('ACME', 52, 50)
    await fill(test, accountId, 'BUY', 100, 'ACME', 51)
    const { currentBalances, positions, initialBalances } = await account()
    expect(currentBalances).toMatchObject({
      cashBalance: 94_900,
      longMarketValue: 5_200,
      liquidationValue: 100_100,
      equity: 100_100,
      availableFunds: 97_500,
      buyingPower: 195_000,
      maintenanceRequirement: 1_560,
      maintenanceCall: 0,
    })
    expect(positions).toMatchObject([
      {
        longQuantity: 100,
        shortQuantity: 0,
        averagePrice: 51,
        marketValue: 5_200,
        longOpenProfitLoss: 100,
        currentDayProfitLoss: 100,
        currentDayCost: 5_100,
        instrument: { symbol: 'ACME', assetType: 'EQUITY', cusip: '000111222' },
      },
    ])
    // The account was opened today: it was empty when the day began.
    expect(initialBalances).toMatchObject({ accountValue: 0, longStockValue: 0 })
  })

  it('realises a loss on the sale and frees the buying power', async () => {
    await fill(test, accountId, 'SELL', 100, 'ACME', 47)
    const { currentBalances, positions } = await account()
    expect(positions).toEqual([])
    expect(currentBalances).toMatchObject({ cashBalance: 99_600, buyingPower: 199_200 })
  })

  it('names a fund as the trader calls do', async () => {
    await fill(test, accountId, 'BUY', 1, 'BASK', 50)
    expect((await account()).positions).toMatchObject([
      { instrument: { assetType: 'COLLECTIVE_INVESTMENT', type: 'EXCHANGE_TRADED_FUND', description: 'Basket Fund' } },
    ])
    await fill(test, accountId, 'SELL', 1, 'BASK', 50)
  })

  it('shows a short position with its proceeds set apart and a negative value', async () => {
    test.market.set('BOLT', 38, 40)
    await fill(test, accountId, 'SELL_SHORT', 100, 'BOLT', 40)
    const { currentBalances, positions } = await account()
    expect(positions).toMatchObject([
      {
        shortQuantity: 100,
        settledShortQuantity: -100,
        settledLongQuantity: 0,
        averagePrice: 40,
        marketValue: -3_800,
        shortOpenProfitLoss: 200,
      },
    ])
    expect(currentBalances).toMatchObject({
      cashBalance: 99_600,
      shortBalance: 4_000,
      shortMarketValue: -3_800,
      liquidationValue: 99_800,
    })
  })

  it('counts the next day from the close of this one', async () => {
    test.clock.moveTo(Date.parse('2026-03-05T15:00:00Z'))
    test.market.set('BOLT', 37, 38)
    const { body } = await getJson(
      `${test.url}/trader/v1/accounts?fields=positions`,
      (await link(test.url, 'next-day')).access_token,
    )
    expect(body).toHaveLength(1)
    tokens = await relink()
    const { positions, initialBalances } = await account()
    expect(positions).toMatchObject([
      { currentDayProfitLoss: 100, currentDayCost: 0, previousSessionShortQuantity: 100 },
    ])
    expect(initialBalances).toMatchObject({ accountValue: 99_800, shortStockValue: -3_800 })
  })

  it('has the balances that a margin account has on the wire, and no others', async () => {
    const { initialBalances, currentBalances, projectedBalances } = await account()
    expect(Object.keys(initialBalances).toSorted()).toEqual(MARGIN_INITIAL.toSorted())
    expect(Object.keys(currentBalances).toSorted()).toEqual([...MARGIN_CURRENT, ...SHARED_CURRENT].toSorted())
    expect(Object.keys(projectedBalances).toSorted()).toEqual(MARGIN_PROJECTED.toSorted())
    expect([initialBalances['isInCall'], projectedBalances['isInCall']]).toEqual([false, false])
  })

  it('has the balances that a cash account has on the wire, and no others', async () => {
    const { access_token: token } = await link(test.url, 'balances-of-cash', 'CASH')
    const [first] = (await getJson(`${test.url}/trader/v1/accounts`, token)).body as WireAccount[]
    const found = first?.securitiesAccount
    expect(Object.keys(found?.initialBalances ?? {}).toSorted()).toEqual(CASH_INITIAL.toSorted())
    expect(Object.keys(found?.currentBalances ?? {}).toSorted()).toEqual(
      [...CASH_CURRENT, ...SHARED_CURRENT].toSorted(),
    )
    expect(Object.keys(found?.projectedBalances ?? {}).toSorted()).toEqual(CASH_PROJECTED.toSorted())
    expect(found?.initialBalances).toMatchObject({ isInCall: false, accountValue: 0, cashAvailableForTrading: 0 })
  })

  it('gives a cash account no buyingPower', async () => {
    const cash = await link(test.url, 'cash-only', 'CASH')
    const [first] = (await getJson(`${test.url}/trader/v1/accounts`, cash.access_token)).body as WireAccount[]
    expect(first?.securitiesAccount.currentBalances['cashAvailableForTrading']).toBe(100_000)
    expect(first?.securitiesAccount.currentBalances).not.toHaveProperty('buyingPower')
    expect(first?.securitiesAccount).not.toHaveProperty('positions')
  })
})

/** Refreshes the access token: more than half an hour has passed and the first one has expired. */
async function relink(): Promise<TokenAnswer> {
  const { postToken } = await import('../testing/link.ts')
  const { body } = await postToken(test.url, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  return body as unknown as TokenAnswer
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../db/in-transaction.ts'
import { bookTrade } from '../ledger/book-trade.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { cents, priceOfFloat } from '../money/money.ts'
import { getJson, link } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'
import { accountIdOf, fill } from '../testing/trade.ts'
import { marketDayAt } from '@clubfolio/domain'

let test: TestBroker
let token: string
let hash: string

const RANGE = 'startDate=2026-03-01T00:00:00.000Z&endDate=2026-03-31T23:59:59.000Z'
const list = async (query: string): Promise<{ status: number; body: unknown }> =>
  getJson(`${test.url}/trader/v1/accounts/${hash}/transactions?${query}`, token)

beforeAll(async () => {
  test = await startTestBroker()
  token = (await link(test.url, 'anna')).access_token
  const [first] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, token)).body as {
    hashValue: string
  }[]
  hash = first?.hashValue ?? ''
  const accountId = await accountIdOf(test, 'anna')
  test.clock.advance(60_000)
  await fill(test, accountId, 'BUY', 100, 'ACME', 51)
  test.clock.advance(60_000)
  await inTransaction(test.database, async (transaction) =>
    bookTrade(transaction, await lockAccount(transaction, accountId), {
      symbol: 'ACME',
      assetType: 'EQUITY',
      cusip: '000111222',
      description: 'Acme Works Inc',
      multiplier: 1n,
      instruction: 'SELL',
      quantity: 40n,
      price: priceOfFloat(52.5),
      fees: [{ feeType: 'SEC_FEE', amount: cents(6n) }],
      orderId: 1000000000077n,
      occurredAt: test.clock.now(),
      marketDay: marketDayAt(test.clock.now()),
      reference: null,
    }),
  )
})
afterAll(async () => test.close())

describe('transactions of the trader API', () => {
  it('come newest first with one item per fee and one for the security', async () => {
    const { body } = await list(`${RANGE}&types=TRADE`)
    expect(body).toMatchObject([
      {
        type: 'TRADE',
        status: 'VALID',
        time: '2026-03-04T15:02:00+0000',
        settlementDate: '2026-03-05T05:00:00+0000',
        orderId: 1000000000077,
        netAmount: 2099.94,
        activityType: 'EXECUTION',
        transferItems: [
          { instrument: { symbol: 'CURRENCY_USD' }, amount: 0.06, cost: -0.06, feeType: 'SEC_FEE' },
          {
            instrument: { symbol: 'ACME', cusip: '000111222', status: 'ACTIVE', type: 'COMMON_STOCK' },
            amount: -40,
            cost: 2100,
            price: 52.5,
            positionEffect: 'CLOSING',
          },
        ],
      },
      { netAmount: -5100, transferItems: [{ amount: 100, cost: -5100, positionEffect: 'OPENING' }] },
    ])
  })

  it('are chosen by a list of types and by symbol', async () => {
    expect((await list(`${RANGE}&types=TRADE,CASH_RECEIPT`)).body).toHaveLength(3)
    expect((await list(`${RANGE}&types=CASH_RECEIPT`)).body).toMatchObject([
      { netAmount: 100_000, transferItems: [{ amount: 100_000 }] },
    ])
    expect((await list(`${RANGE}&types=TRADE,CASH_RECEIPT&symbol=ACME`)).body).toHaveLength(2)
    expect((await list(`${RANGE}&types=TRADE&symbol=BOLT`)).body).toEqual([])
  })

  it.each([
    ['no dates', 'types=TRADE'],
    ['no types', RANGE],
    ['an unknown type', `${RANGE}&types=GIFT`],
    ['more than a year', 'startDate=2024-01-01T00:00:00.000Z&endDate=2026-03-31T00:00:00.000Z&types=TRADE'],
    ['an end before the start', 'startDate=2026-03-31T00:00:00.000Z&endDate=2026-03-01T00:00:00.000Z&types=TRADE'],
  ])('refuse %s with a message', async (_, query) => {
    expect(await list(query)).toMatchObject({
      status: 400,
      body: { message: 'Invalid request', errors: [expect.any(String) as string] },
    })
  })

  it('name a fund', async () => {
    await fill(test, await accountIdOf(test, 'anna'), 'BUY', 1, 'BASK', 50)
    const instrument = {
      assetType: 'COLLECTIVE_INVESTMENT',
      status: 'ACTIVE',
      symbol: 'BASK',
      description: 'Basket Fund',
      type: 'EXCHANGE_TRADED_FUND',
    }
    const { body } = await list(`${RANGE}&types=TRADE&symbol=BASK`)
    expect(body).toMatchObject([{ transferItems: [{ instrument }] }])
    const [first] = body as { activityId: number }[]
    const one = `${test.url}/trader/v1/accounts/${hash}/transactions/${first?.activityId ?? ''}`
    expect((await getJson(one, token)).body).toMatchObject({ transferItems: [{ instrument }] })
  })

  it('answer one by its id, and none for another account or a made-up id', async () => {
    const [first] = (await list(`${RANGE}&types=TRADE`)).body as { activityId: number }[]
    const one = `${test.url}/trader/v1/accounts/${hash}/transactions/`
    expect((await getJson(`${one}${first?.activityId ?? ''}`, token)).body).toMatchObject({
      activityId: first?.activityId,
    })
    expect((await getJson(`${one}1`, token)).status).toBe(404)
    expect((await getJson(`${one}x`, token)).status).toBe(404)
    const stranger = (await link(test.url, 'stranger')).access_token
    expect((await getJson(`${one}${first?.activityId ?? ''}`, stranger)).status).toBe(404)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import { getJson, link, postToken } from '../testing/link.ts'
import { startTestBroker, TEST_NOW_MS } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

interface WireOrder {
  readonly orderId: number
  readonly status: string
  readonly statusDescription?: string
  readonly filledQuantity: number
  readonly remainingQuantity: number
  readonly enteredTime: string
  readonly closeTime?: string
  readonly childOrderStrategies?: readonly WireOrder[]
  readonly orderActivityCollection?: readonly { executionLegs: readonly { price: number }[] }[]
}

let test: TestBroker
let token: string
let refreshToken: string
let hash: string
let logins = 0

const DAY = `fromEnteredTime=2026-03-04T00:00:00.000Z&toEnteredTime=2026-03-06T00:00:00.000Z`
const orders = (): string => `${test.url}/trader/v1/accounts/${hash}/orders`
const leg = (instruction: string, quantity: unknown, symbol = 'ACME'): object => ({
  instruction,
  quantity,
  instrument: { symbol, assetType: 'EQUITY' },
})
const body = (
  instruction: string,
  orderType: string,
  more: Record<string, unknown> = {},
  quantity: unknown = 100,
): Record<string, unknown> => ({
  orderType,
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderStrategyType: 'SINGLE',
  orderLegCollection: [leg(instruction, quantity)],
  ...more,
})

async function send(
  method: string,
  url: string,
  sent?: unknown,
): Promise<{ status: number; location: string | null; text: string }> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await fetch(url, { method, headers, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

async function place(sent: unknown): Promise<string> {
  const answer = await send('POST', orders(), sent)
  expect(answer).toMatchObject({ status: 201, text: '' })
  return answer.location ?? ''
}

const read = async (location: string): Promise<WireOrder> => (await getJson(location, token)).body as WireOrder

async function balances(): Promise<Record<string, number>> {
  const { body: account } = await getJson(`${test.url}/trader/v1/accounts/${hash}`, token)
  return (account as { securitiesAccount: { currentBalances: Record<string, number> } }).securitiesAccount
    .currentBalances
}

/** Access tokens expire when the clock moves on. */
async function moveTo(instant: string): Promise<void> {
  test.clock.moveTo(Date.parse(instant))
  token = String(
    (await postToken(test.url, { grant_type: 'refresh_token', refresh_token: refreshToken })).body['access_token'],
  )
}

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())

/** Every test has its own account on the same morning. */
beforeEach(async () => {
  test.clock.moveTo(TEST_NOW_MS)
  test.market.set('ACME', 50)
  test.market.set('BOLT', 50)
  logins += 1
  // This many registrations from one address would be throttled.
  await test.database.deleteFrom('paper.sign_in_try').execute()
  const tokens = await link(test.url, `owner${logins}`)
  token = tokens.access_token
  refreshToken = tokens.refresh_token
  const [first] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, token)).body as {
    hashValue: string
  }[]
  hash = first?.hashValue ?? ''
})

describe('an order', () => {
  it('is placed with an empty answer that says where it is, and reads as it was sent', async () => {
    const location = await place(body('BUY', 'STOP', { stopPrice: '51.25' }))
    expect(location).toMatch(new RegExp(`^${test.url}/trader/v1/accounts/${hash}/orders/\\d{11,13}$`))
    expect(await read(location)).toMatchObject({
      session: 'NORMAL',
      duration: 'GOOD_TILL_CANCEL',
      orderType: 'STOP',
      stopPrice: 51.25,
      quantity: 100,
      filledQuantity: 0,
      remainingQuantity: 100,
      orderStrategyType: 'SINGLE',
      cancelable: true,
      editable: true,
      status: 'WORKING',
      enteredTime: '2026-03-04T15:00:00+0000',
      accountNumber: expect.any(Number) as number,
      orderLegCollection: [
        {
          orderLegType: 'EQUITY',
          legId: 1,
          instruction: 'BUY',
          positionEffect: 'OPENING',
          quantity: 100,
          instrument: { symbol: 'ACME', assetType: 'EQUITY' },
        },
      ],
    })
    expect(await read(location)).not.toHaveProperty('price')
  })

  it('is filled at once at the ask when it is a market order', async () => {
    const location = await place(body('BUY', 'MARKET', { duration: 'DAY' }))
    expect(await read(location)).toMatchObject({
      status: 'FILLED',
      filledQuantity: 100,
      remainingQuantity: 0,
      cancelable: false,
      closeTime: '2026-03-04T15:00:00+0000',
      orderActivityCollection: [
        {
          activityType: 'EXECUTION',
          executionType: 'FILL',
          quantity: 100,
          orderRemainingQuantity: 0,
          executionLegs: [{ legId: 1, price: 50.01, quantity: 100 }],
        },
      ],
    })
    const range = 'startDate=2026-03-01T00:00:00.000Z&endDate=2026-03-31T00:00:00.000Z&types=TRADE'
    const found = (await getJson(`${test.url}/trader/v1/accounts/${hash}/transactions?${range}`, token)).body as {
      orderId: number
      netAmount: number
    }[]
    expect(found).toMatchObject([{ netAmount: -5001, orderId: Number(location.split('/').pop()) }])
  })

  it('holds buying power back while it works and gives it free when it is cancelled', async () => {
    const location = await place(body('BUY', 'STOP', { stopPrice: 60 }))
    expect(await balances()).toMatchObject({ buyingPower: 194_000, liquidationValue: 100_000 })
    expect(await send('DELETE', location)).toMatchObject({ status: 200, text: '' })
    expect(await balances()).toMatchObject({ buyingPower: 200_000 })
    expect(await read(location)).toMatchObject({ status: 'CANCELED', remainingQuantity: 0, cancelable: false })
    const again = await send('DELETE', location)
    expect(again.status).toBe(400)
    expect(JSON.parse(again.text)).toMatchObject({ message: expect.stringContaining('CANCELED') as string })
  })

  it('triggers its child when it is filled, and the child protects the position', async () => {
    const location = await place({
      ...body('BUY', 'STOP', { stopPrice: 50.5 }),
      orderStrategyType: 'TRIGGER',
      childOrderStrategies: [body('SELL', 'STOP', { stopPrice: 48.5 })],
    })
    expect(await read(location)).toMatchObject({
      status: 'WORKING',
      childOrderStrategies: [{ status: 'AWAITING_PARENT_ORDER', stopPrice: 48.5 }],
    })
    test.clock.advance(60_000)
    test.market.set('ACME', 51)
    expect(await read(location)).toMatchObject({ status: 'FILLED', childOrderStrategies: [{ status: 'WORKING' }] })
    test.clock.advance(60_000)
    test.market.set('ACME', 47)
    const done = await read(location)
    expect(done.childOrderStrategies?.[0]).toMatchObject({
      status: 'FILLED',
      orderActivityCollection: [{ executionLegs: [{ price: 46.99 }] }],
    })
    expect(await balances()).toMatchObject({ cashBalance: 100_000 - 5_101 + 4_699 })
  })

  it('takes its waiting child along when it is cancelled', async () => {
    const location = await place({
      ...body('BUY', 'STOP', { stopPrice: 55 }),
      orderStrategyType: 'TRIGGER',
      childOrderStrategies: [body('SELL', 'STOP', { stopPrice: 48.5 })],
    })
    await send('DELETE', location)
    expect(await read(location)).toMatchObject({
      status: 'CANCELED',
      childOrderStrategies: [{ status: 'CANCELED', closeTime: expect.any(String) as string }],
    })
  })

  it('of a pair ends the other when one is filled', async () => {
    await place(body('BUY', 'MARKET', { duration: 'DAY' }))
    const pair = {
      orderStrategyType: 'OCO',
      childOrderStrategies: [body('SELL', 'LIMIT', { price: '55' }), body('SELL', 'STOP', { stopPrice: 45 })],
    }
    const location = await place(pair)
    const working = await read(location)
    expect(working).toMatchObject({
      orderStrategyType: 'OCO',
      status: 'WORKING',
      childOrderStrategies: [{ status: 'WORKING' }, { status: 'WORKING' }],
    })
    expect(working).not.toHaveProperty('orderLegCollection')
    expect(working).not.toHaveProperty('quantity')
    test.clock.advance(60_000)
    test.market.set('ACME', 55.01)
    expect(await read(location)).toMatchObject({
      status: 'FILLED',
      childOrderStrategies: [{ status: 'FILLED' }, { status: 'CANCELED' }],
    })
  })

  it('of a pair leaves other orders what its larger leg does not claim, of shares and of buying power', async () => {
    await place(body('BUY', 'MARKET', { duration: 'DAY' }, 150))
    await place({
      orderStrategyType: 'OCO',
      childOrderStrategies: [body('SELL', 'LIMIT', { price: 55 }), body('SELL', 'STOP', { stopPrice: 45 }, 80)],
    })
    expect(await read(await place(body('SELL', 'LIMIT', { price: 56 }, 51)))).toMatchObject({
      status: 'REJECTED',
      statusDescription: expect.stringContaining('only 50 held') as string,
    })
    expect(await read(await place(body('SELL', 'LIMIT', { price: 56 }, 50)))).toMatchObject({ status: 'WORKING' })
    const { buyingPower = 0 } = await balances()
    await place({
      orderStrategyType: 'OCO',
      childOrderStrategies: [body('BUY', 'LIMIT', { price: 40 }), body('BUY', 'STOP', { stopPrice: 60 })],
    })
    expect((await balances())['buyingPower']).toBe(buyingPower - 6_000)
  })

  it('is replaced by a new one with a new number', async () => {
    const location = await place(body('BUY', 'STOP', { stopPrice: 55 }))
    const answer = await send('PUT', location, body('BUY', 'STOP', { stopPrice: 56 }))
    expect(answer).toMatchObject({ status: 201, text: '' })
    expect(answer.location).not.toBe(location)
    expect(await read(location)).toMatchObject({ status: 'REPLACED', cancelable: false })
    expect(await read(answer.location ?? '')).toMatchObject({ status: 'WORKING', stopPrice: 56 })
    expect((await send('PUT', location, body('BUY', 'STOP', { stopPrice: 57 }))).status).toBe(400)
    expect(await balances()).toMatchObject({ buyingPower: 200_000 - 5_600 })
  })

  it('goes on working when what should replace it is rejected', async () => {
    const location = await place(body('BUY', 'STOP', { stopPrice: 55 }))
    const answer = await send('PUT', location, body('BUY', 'STOP', { stopPrice: 40 }))
    expect(answer.status).toBe(201)
    expect(await read(answer.location ?? '')).toMatchObject({ status: 'REJECTED' })
    expect(await read(location)).toMatchObject({ status: 'WORKING' })
  })

  it('for the day ends with the market day; entered after the close it belongs to the next one', async () => {
    const location = await place(body('BUY', 'STOP', { stopPrice: 55, duration: 'DAY' }))
    await moveTo('2026-03-04T20:59:59Z')
    expect(await read(location)).toMatchObject({ status: 'WORKING' })
    await moveTo('2026-03-04T21:00:00Z')
    expect(await read(location)).toMatchObject({
      status: 'EXPIRED',
      closeTime: '2026-03-04T21:00:00+0000',
      remainingQuantity: 0,
    })
    const evening = await place(body('BUY', 'STOP', { stopPrice: 55, duration: 'DAY' }))
    await moveTo('2026-03-05T20:00:00Z')
    expect(await read(evening)).toMatchObject({ status: 'WORKING' })
  })

  it('on a split changes into new shares', async () => {
    const location = await place(body('BUY', 'STOP', { stopPrice: 60 }))
    test.market.act('ACME', { day: '2026-03-05' as never, kind: 'SPLIT', value: '2' })
    test.market.set('ACME', 25)
    await moveTo('2026-03-05T15:00:00Z')
    expect(await read(location)).toMatchObject({ status: 'WORKING', quantity: 200, stopPrice: 30 })
  })
})

describe('reasons of business', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['buying power is short', body('BUY', 'LIMIT', { price: 49 }, 5000), 'buying power'],
    ['more is sold than held', body('SELL', 'MARKET'), 'only 0 held'],
    ['more is bought back than short', body('BUY_TO_COVER', 'MARKET'), 'only 0 short'],
    ['a buy stop is at the ask', body('BUY', 'STOP', { stopPrice: 50.01 }), 'above the current ask'],
    [
      'a stop-limit to buy is below the ask',
      body('BUY', 'STOP_LIMIT', { stopPrice: 49, price: 52 }),
      'above the current ask',
    ],
    ['a price is finer than a cent', body('BUY', 'LIMIT', { price: 49.005 }), 'whole cents'],
    ['a price has more decimals than any tick', body('BUY', 'LIMIT', { price: 49.00001 }), 'whole cents'],
    ['a price below a dollar has five decimals', body('BUY', 'LIMIT', { price: '0.12345' }), 'hundredths of a cent'],
    ['a stop has more decimals than any tick', body('BUY', 'STOP', { stopPrice: 55.123456 }), 'whole cents'],
    ['the quantity is broken', body('BUY', 'MARKET', {}, 1.5), 'whole number'],
    ['the quantity is not positive', body('BUY', 'MARKET', {}, -1), 'whole number'],
    ['a market order is for another session', body('BUY', 'MARKET', { session: 'AM' }), 'normal session'],
    [
      'a child’s form is wrong',
      {
        ...body('BUY', 'MARKET'),
        orderStrategyType: 'TRIGGER',
        childOrderStrategies: [body('SELL', 'STOP', { stopPrice: 48.001 })],
      },
      'whole cents',
    ],
  ])('reject an order when %s, as an order and not as an error', async (_, sent, words) => {
    const order = await read(await place(sent))
    expect(order).toMatchObject({
      status: 'REJECTED',
      remainingQuantity: 0,
      statusDescription: expect.stringContaining(words) as string,
    })
    expect(order.closeTime).toBe(order.enteredTime)
    for (const child of order.childOrderStrategies ?? []) expect(child.status).toBe('CANCELED')
    expect(await balances()).toMatchObject({ buyingPower: 200_000 })
  })

  it('count the shares that other closing orders claim', async () => {
    await place(body('BUY', 'MARKET'))
    await place(body('SELL', 'STOP', { stopPrice: 45 }, 60))
    expect(await read(await place(body('SELL', 'LIMIT', { price: 55 }, 41)))).toMatchObject({
      status: 'REJECTED',
      statusDescription: expect.stringContaining('only 40 held') as string,
    })
    expect(await read(await place(body('SELL', 'LIMIT', { price: 55 }, 40)))).toMatchObject({ status: 'WORKING' })
    expect(await read(await place(body('SELL_SHORT', 'MARKET')))).toMatchObject({
      status: 'REJECTED',
      statusDescription: expect.stringContaining('held long') as string,
    })
  })

  it('forbid a cash account to sell short', async () => {
    const tokens = await link(test.url, `cash${logins}`, 'CASH')
    token = tokens.access_token
    const [first] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, token)).body as {
      hashValue: string
    }[]
    hash = first?.hashValue ?? ''
    expect(await read(await place(body('SELL_SHORT', 'MARKET')))).toMatchObject({
      status: 'REJECTED',
      statusDescription: 'A cash account cannot sell short.',
    })
  })

  it('let one of two orders that together need too much win', async () => {
    const answers = await Promise.all([
      place(body('BUY', 'LIMIT', { price: 49 }, 2500)),
      place(body('BUY', 'LIMIT', { price: 49 }, 2500)),
    ])
    const statuses = await Promise.all(answers.map(async (location) => (await read(location)).status))
    expect(statuses.sort()).toEqual(['REJECTED', 'WORKING'])
  })

  it('take only closing orders while there is a margin call', async () => {
    await place(body('BUY', 'MARKET', { duration: 'DAY' }, 3900))
    test.clock.advance(60_000)
    test.market.set('ACME', 30)
    expect((await balances())['maintenanceCall']).toBeGreaterThan(0)
    expect(await read(await place(body('BUY', 'MARKET', {}, 1)))).toMatchObject({
      status: 'REJECTED',
      statusDescription: expect.stringContaining('margin call') as string,
    })
    expect(await read(await place(body('SELL', 'MARKET', {}, 1000)))).toMatchObject({ status: 'FILLED' })
  })
})

describe('what is no order', () => {
  it.each<[string, unknown]>([
    ['nothing', []],
    ['an unknown symbol', body('BUY', 'MARKET', { orderLegCollection: [leg('BUY', 1, 'NOPE')] })],
    ['an index', body('BUY', 'MARKET', { orderLegCollection: [leg('BUY', 1, '$IDX')] })],
    ['a wrong word', body('BUY', 'SOMEHOW')],
    ['a limit without price', body('BUY', 'LIMIT')],
    ['a stop without stop price', body('BUY', 'STOP')],
    ['a price that is no number', body('BUY', 'LIMIT', { price: 'ten' })],
    ['no leg', body('BUY', 'MARKET', { orderLegCollection: [] })],
    ['a pair of one', { orderStrategyType: 'OCO', childOrderStrategies: [body('BUY', 'MARKET')] }],
    ['a price below zero', body('BUY', 'LIMIT', { price: -1 })],
    ['a price below zero by less than a tick', body('BUY', 'LIMIT', { price: '-0.00001' })],
    [
      'a trail with five decimals',
      body('SELL', 'TRAILING_STOP', { stopPriceLinkType: 'VALUE', stopPriceOffset: 1.00001 }),
    ],
    [
      'an option',
      body('BUY', 'MARKET', {
        orderLegCollection: [
          {
            instruction: 'BUY_TO_OPEN',
            quantity: 1,
            instrument: { symbol: 'ACME  261218C00050000', assetType: 'OPTION' },
          },
        ],
      }),
    ],
  ])('answers 400 to %s and keeps nothing', async (_, sent) => {
    const answer = await send('POST', orders(), sent)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text)).toMatchObject({ message: expect.any(String) as string })
    expect((await getJson(`${orders()}?${DAY}`, token)).body).toEqual([])
  })

  it("answers alike for a missing order, another account's, and no number at all", async () => {
    const location = await place(body('BUY', 'STOP', { stopPrice: 55 }))
    const mine = hash
    token = (await link(test.url, `stranger${logins}`)).access_token
    const [first] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, token)).body as {
      hashValue: string
    }[]
    hash = first?.hashValue ?? ''
    const theirs = `${orders()}/${location.split('/').pop() ?? ''}`
    for (const url of [theirs, `${orders()}/1`, `${orders()}/x`]) {
      expect((await send('GET', url)).status).toBe(404)
      expect((await send('DELETE', url)).status).toBe(404)
    }
    expect((await send('GET', `${test.url}/trader/v1/accounts/${mine}/orders?${DAY}`)).status).toBe(404)
    token = 'nonsense'
    const refused = await send('POST', `${test.url}/trader/v1/accounts/${mine}/orders`, body('BUY', 'MARKET'))
    expect(refused.status).toBe(401)
    expect(JSON.parse(refused.text)).toEqual({
      errors: [
        { id: expect.any(String) as string, status: 401, title: 'Unauthorized', detail: 'Client not authorized' },
      ],
    })
  })
})

describe('the list of orders', () => {
  it('comes newest first, by time of entry, one status and number of results', async () => {
    await place(body('BUY', 'STOP', { stopPrice: 55 }))
    test.clock.advance(60_000)
    await place(body('BUY', 'MARKET'))
    const list = async (more: string): Promise<WireOrder[]> =>
      (await getJson(`${orders()}?${DAY}${more}`, token)).body as WireOrder[]
    expect((await list('')).map((order) => order.status)).toEqual(['FILLED', 'WORKING'])
    expect(await list('&status=WORKING')).toMatchObject([{ stopPrice: 55 }])
    expect(await list('&status=AWAITING_STOP_CONDITION')).toEqual([])
    expect(await list('&maxResults=1')).toHaveLength(1)
    const narrow = 'fromEnteredTime=2026-03-04T15:00:30.000Z&toEnteredTime=2026-03-04T15:01:30.000Z'
    expect((await getJson(`${orders()}?${narrow}`, token)).body).toMatchObject([{ status: 'FILLED' }])
    expect((await getJson(`${test.url}/trader/v1/orders?${DAY}`, token)).body).toHaveLength(2)
  })

  it.each([
    ['no times', ''],
    ['one time', 'fromEnteredTime=2026-03-04T00:00:00.000Z'],
    ['more than a year', 'fromEnteredTime=2024-03-04T00:00:00.000Z&toEnteredTime=2026-03-04T00:00:00.000Z'],
    ['an unknown status', `${DAY}&status=GONE`],
    ['no number of results', `${DAY}&maxResults=many`],
  ])('refuses %s', async (_, query) => {
    expect((await getJson(`${orders()}?${query}`, token)).status).toBe(400)
  })

  it('of all accounts reaches 60 days back', async () => {
    const far = 'fromEnteredTime=2025-12-01T00:00:00.000Z&toEnteredTime=2026-03-04T00:00:00.000Z'
    expect((await getJson(`${test.url}/trader/v1/orders?${far}`, token)).status).toBe(400)
    expect((await getJson(`${orders()}?${far}`, token)).status).toBe(200)
  })
})

describe('a preview', () => {
  it('says what would happen and keeps nothing', async () => {
    const preview = async (sent: unknown): Promise<unknown> =>
      JSON.parse((await send('POST', `${test.url}/trader/v1/accounts/${hash}/previewOrder`, sent)).text)
    expect(await preview(body('BUY', 'LIMIT', { price: 49 }))).toMatchObject({
      orderStrategy: { status: 'ACCEPTED', price: 49 },
      orderValidationResult: { rejects: [] },
      commissionAndFee: { commission: expect.any(Object) as object },
    })
    expect(await preview(body('SELL', 'MARKET'))).toMatchObject({
      orderStrategy: { status: 'REJECTED' },
      orderValidationResult: { rejects: [{ message: expect.stringContaining('only 0 held') as string }] },
    })
    expect((await getJson(`${orders()}?${DAY}`, token)).body).toEqual([])
  })

  it('describes its legs as the trader calls do, with quotes and fees', async () => {
    const fund = {
      orderType: 'LIMIT',
      session: 'NORMAL',
      duration: 'DAY',
      orderStrategyType: 'SINGLE',
      price: 49,
      orderLegCollection: [{ instruction: 'BUY', quantity: 3, instrument: { symbol: 'BASK', assetType: 'ETF' } }],
    }
    test.market.set('BASK', 50)
    const answer = await send('POST', `${test.url}/trader/v1/accounts/${hash}/previewOrder`, fund)
    const { orderStrategy } = JSON.parse(answer.text) as { orderStrategy: Record<string, unknown> }
    expect(orderStrategy).toEqual({
      accountNumber: expect.stringMatching(/^\d{8}$/) as string,
      advancedOrderType: 'NONE',
      enteredTime: expect.stringMatching(/^2026-03-\d\dT[\d:]{8}Z$/) as string,
      orderStrategyType: 'SINGLE',
      orderVersion: 1,
      session: 'NORMAL',
      status: 'ACCEPTED',
      discretionary: false,
      duration: 'DAY',
      filledQuantity: 0,
      orderType: 'LIMIT',
      orderValue: 147,
      price: 49,
      quantity: 3,
      remainingQuantity: 3,
      sellNonMarginableFirst: false,
      strategy: 'NONE',
      amountIndicator: 'SHARES',
      orderLegs: [
        {
          askPrice: 50.01,
          bidPrice: 49.99,
          lastPrice: 50,
          markPrice: 50,
          projectedCommission: 0,
          quantity: 3,
          finalSymbol: 'BASK',
          legId: 1,
          assetType: 'COLLECTIVE_INVESTMENT',
          instruction: 'BUY',
          positionEffect: 'OPENING',
          instrument: {
            assetType: 'COLLECTIVE_INVESTMENT',
            symbol: 'BASK',
            description: 'Basket Fund',
            type: 'EXCHANGE_TRADED_FUND',
          },
        },
      ],
    })
  })
})

describe('the books', () => {
  it('agree with cash and positions after all of this', async () => {
    expect(await checkBooks(test.database)).toEqual([])
  })
})

// Every call of @sudowealth/schwab-api, a client that checks each answer against schemas of its own, against the paper
// brokerage. What it gets wrong is listed with the answer that it refuses.

import { createApiClient, createSchwabAuth } from '@sudowealth/schwab-api'
import type { EnhancedTokenManager, SchwabApiClient } from '@sudowealth/schwab-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TEST_CALLBACK, TEST_CLIENT } from '../testing/test-broker.ts'
import { startConformanceBroker } from './conformance-broker.ts'
import type { ConformanceBroker } from './conformance-broker.ts'
import { verdictsOf } from './conformance-table.ts'
import { restingOrder } from './sudowealth-order.ts'

let broker: ConformanceBroker
let auth: EnhancedTokenManager
let client: SchwabApiClient
let accountNumber: string
let cusip: string

const verdicts = verdictsOf('sudowealth')
const RANGE = { fromEnteredTime: '2026-03-01T00:00:00.000Z', toEnteredTime: '2026-03-05T00:00:00.000Z' }
const SPAN = { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-03-05T00:00:00.000Z' }
const number = expect.any(Number) as number
const text = expect.any(String) as string

/** The rows of the last answer on the wire, whatever the client made of it. */
const wireRows = (): Record<string, number>[] => broker.lastAnswer().body as Record<string, number>[]

/** Places an order with the client and returns its id, read from the wire: the client drops the answer's address. */
async function place(): Promise<number> {
  await client.trader.orders.placeOrderForAccount({ pathParams: { accountNumber }, body: restingOrder(10) })
  await client.trader.orders.getOrdersByAccount({ pathParams: { accountNumber }, queryParams: RANGE }).catch(() => null)
  return wireRows()[0]?.['orderId'] ?? 0
}

async function cashReceipt(): Promise<number> {
  const queryParams = { ...SPAN, types: 'CASH_RECEIPT' as const }
  await client.trader.transactions.getTransactions({ pathParams: { accountNumber }, queryParams }).catch(() => null)
  return wireRows()[0]?.['activityId'] ?? 0
}

function newAuth(): EnhancedTokenManager {
  const { clientId, clientSecret } = TEST_CLIENT
  return createSchwabAuth({ oauthConfig: { clientId, clientSecret, redirectUri: TEST_CALLBACK } })
}

/** Goes from the client's own authorisation address over the consent page to its tokens. */
async function authorised(manager: EnhancedTokenManager, userName: string): Promise<object> {
  const { authUrl } = await manager.getAuthorizationUrl()
  const query = new URL(authUrl).searchParams
  return manager.exchangeCode(await broker.consent(userName, query), query.get('state') ?? undefined)
}

beforeAll(async () => {
  broker = await startConformanceBroker()
  auth = newAuth()
  await authorised(auth, 'sudowealth')
  client = createApiClient({ auth })
  const [account] = await client.trader.accounts.getAccountNumbers()
  accountNumber = account?.hashValue ?? ''
  const found = await client.marketData.instruments.getInstruments({
    queryParams: { symbol: 'SPY', projection: 'symbol-search' },
  })
  cusip = found.instruments[0]?.cusip ?? ''
})
afterAll(async () => broker.close())

interface Probe {
  readonly name: string
  readonly run: () => unknown
  /** The content of the client's answer, or for an error of the client of the answer on the wire. */
  readonly content: unknown
  /** For an error of the client: what it complains of. */
  readonly complaint?: RegExp
}

const margin = (rest: object = {}): object => ({
  securitiesAccount: {
    type: 'MARGIN',
    positions: [],
    initialBalances: { accountValue: 0, isInCall: false },
    currentBalances: { buyingPower: number },
    ...rest,
  },
})

const ORDER = {
  orderId: number,
  status: text,
  orderType: 'LIMIT',
  orderLegCollection: [{ instrument: { symbol: 'SPY' } }],
}
const RECEIPT = { activityId: number, type: 'CASH_RECEIPT', netAmount: 100_000 }
const SPY = { symbol: 'SPY', description: text, cusip: text, assetType: 'ETF', exchange: 'NYSE Arca' }
const HOURS = {
  equity: { EQ: { isOpen: true, sessionHours: { regularMarket: [{ start: '2026-03-04T09:30:00-05:00' }] } } },
}
const MOVER = {
  description: text,
  volume: number,
  lastPrice: number,
  netChange: number,
  marketShare: number,
  totalVolume: number,
  trades: number,
  netPercentChange: number,
  symbol: text,
}

const PROBES: readonly Probe[] = [
  {
    name: 'getAuthorizationUrl',
    run: () => auth.getAuthorizationUrl(),
    content: { authUrl: expect.stringContaining('/v1/oauth/authorize?client_id=') as string },
  },
  {
    name: 'exchangeCode',
    run: async () => authorised(newAuth(), 'second-login'),
    content: { accessToken: text, refreshToken: text, expiresAt: number },
  },
  {
    name: 'refresh',
    run: async () => auth.refresh((await auth.getTokenData())?.refreshToken ?? '', { force: true }),
    content: { accessToken: text, refreshToken: text },
  },
  {
    name: 'debugAuth',
    run: () => client.debugAuth(),
    content: { tokenStatus: { hasAccessToken: true, hasRefreshToken: true, isExpired: false } },
  },
  {
    name: 'getAccountNumbers',
    run: () => client.trader.accounts.getAccountNumbers(),
    content: [{ accountNumber: text, hashValue: expect.stringMatching(/^[0-9A-F]{64}$/) as string }],
  },
  {
    name: 'getAccounts',
    run: () => client.trader.accounts.getAccounts({ queryParams: { fields: 'positions' } }),
    content: [margin()],
  },
  {
    name: 'getAccountByNumber',
    run: () =>
      client.trader.accounts.getAccountByNumber({
        pathParams: { accountNumber },
        queryParams: { fields: 'positions' },
      }),
    content: margin(),
  },
  {
    name: 'placeOrderForAccount',
    run: async () => {
      await client.trader.orders.placeOrderForAccount({ pathParams: { accountNumber }, body: restingOrder(9) })
      return broker.lastAnswer()
    },
    content: { path: expect.stringMatching(/orders$/) as string, status: 201, body: null },
  },
  {
    name: 'replaceOrder',
    run: async () => {
      const pathParams = { accountNumber, orderId: await place() }
      await client.trader.orders.replaceOrder({ pathParams, body: restingOrder(11) })
      return broker.lastAnswer()
    },
    content: { path: expect.stringMatching(/orders\/\d+$/) as string, status: 201, body: null },
  },
  {
    name: 'cancelOrder',
    run: async () => {
      await client.trader.orders.cancelOrder({ pathParams: { accountNumber, orderId: await place() } })
      return broker.lastAnswer()
    },
    content: { path: expect.stringMatching(/orders\/\d+$/) as string, status: 200, body: null },
  },
  {
    name: 'getOrders',
    run: async () => {
      await place()
      return client.trader.orders.getOrders({ queryParams: RANGE })
    },
    content: expect.arrayContaining([expect.objectContaining({ status: 'WORKING' })]) as unknown,
    complaint: /Invalid response data structure for GET \/trader\/v1\/orders\./,
  },
  {
    name: 'getOrdersByAccount',
    run: async () => {
      await place()
      return client.trader.orders.getOrdersByAccount({ pathParams: { accountNumber }, queryParams: RANGE })
    },
    content: expect.arrayContaining([expect.objectContaining({ status: 'WORKING' })]) as unknown,
    complaint: /Invalid response data structure.*\/orders\./,
  },
  {
    name: 'getOrderByOrderId',
    run: async () => client.trader.orders.getOrderByOrderId({ pathParams: { accountNumber, orderId: await place() } }),
    content: ORDER,
    complaint: /Invalid response data structure.*\/orders\/\{orderId\}\..*"cancelTime"/s,
  },
  {
    name: 'createEndpoint',
    run: () =>
      client.createEndpoint({
        method: 'POST',
        path: '/trader/v1/accounts/{accountNumber}/previewOrder',
        pathSchema: z.object({ accountNumber: z.string() }) as never,
        bodySchema: z.looseObject({}) as never,
        responseSchema: z.looseObject({ orderStrategy: z.looseObject({ status: z.string() }) }) as never,
        description: 'Preview an order.',
      })({ pathParams: { accountNumber }, body: restingOrder(10) }),
    content: {
      orderStrategy: { status: 'ACCEPTED', orderLegs: [{ assetType: 'COLLECTIVE_INVESTMENT' }] },
    },
  },
  {
    name: 'getTransactions',
    run: () =>
      client.trader.transactions.getTransactions({
        pathParams: { accountNumber },
        queryParams: { ...SPAN, types: 'CASH_RECEIPT' },
      }),
    content: [RECEIPT],
    complaint: /Invalid response data structure.*\/transactions\..*"user"/s,
  },
  {
    name: 'getTransactionById',
    run: async () =>
      client.trader.transactions.getTransactionById({
        pathParams: { accountNumber, transactionId: await cashReceipt() },
      }),
    content: RECEIPT,
    complaint: /Invalid response data structure.*\/transactions\/\{transactionId\}\..*"user"/s,
  },
  {
    name: 'getUserPreference',
    run: () => client.trader.userPreference.getUserPreference(),
    content: {
      accounts: [{ primaryAccount: true, type: 'BROKERAGE', accountColor: 'Green' }],
      streamerInfo: [{ streamerSocketUrl: expect.stringMatching(/^ws:/) as string, schwabClientFunctionId: 'APIAPP' }],
      offers: [{ level2Permissions: false, mktDataPermission: 'NP' }],
    },
  },
  {
    name: 'getQuotes',
    run: () => client.marketData.quotes.getQuotes({ queryParams: { symbols: ['SPY', 'NOPE1'], fields: ['quote'] } }),
    content: { SPY: { symbol: 'SPY', quote: { lastPrice: number } }, errors: {} },
  },
  {
    name: 'getQuoteBySymbolId',
    run: () => client.marketData.quotes.getQuoteBySymbolId({ pathParams: { symbol_id: 'SPY' } }),
    content: { SPY: { assetMainType: 'EQUITY', reference: { exchangeName: 'NYSE Arca' } } },
  },
  {
    name: 'extractSingleQuote',
    run: async () => {
      const quotes = await client.marketData.quotes.getQuoteBySymbolId({ pathParams: { symbol_id: 'SPY' } })
      return client.marketData.quotes.extractSingleQuote(quotes, 'SPY')
    },
    content: { symbol: 'SPY', quote: { askPrice: number } },
  },
  {
    name: 'getOptionChain',
    run: () =>
      client.marketData.options.getOptionChain({
        queryParams: { symbol: 'SPY', contractType: 'CALL', strikeCount: 1, includeUnderlyingQuote: true },
      }),
    content: {
      symbol: 'SPY',
      status: 'SUCCESS',
      underlying: { symbol: 'SPY', exchangeName: 'PAC' },
      callExpDateMap: expect.any(Object) as object,
    },
  },
  {
    name: 'getOptionExpirationChain',
    run: () => client.marketData.options.getOptionExpirationChain({ queryParams: { symbol: 'SPY' } }),
    content: { expirationList: expect.arrayContaining([expect.objectContaining({ standard: true })]) as unknown },
  },
  {
    name: 'getPriceHistory',
    run: () =>
      client.marketData.priceHistory.getPriceHistory({
        queryParams: {
          symbol: 'SPY',
          periodType: 'month',
          period: 1,
          frequencyType: 'daily',
          frequency: 1,
          startDate: Date.parse('2026-02-02T00:00:00Z'),
          endDate: Date.parse('2026-02-07T00:00:00Z'),
        },
      }),
    content: {
      symbol: 'SPY',
      empty: false,
      candles: Array.from({ length: 5 }, () => ({ close: number, volume: number })),
    },
  },
  {
    name: 'getMovers',
    run: () => client.marketData.movers.getMovers({ pathParams: { symbol_id: '$SPX' }, queryParams: { sort: 'up' } }),
    content: { errors: [{ status: '400', detail: expect.stringContaining('sort is one of VOLUME') as string }] },
    complaint: /API Error for GET \/marketdata\/v1\/movers/,
  },
  {
    name: 'getMarketHours',
    run: () => client.marketData.marketHours.getMarketHours({ queryParams: { markets: ['equity'] } }),
    content: HOURS,
  },
  {
    name: 'getMarketHoursByMarketId',
    run: () => client.marketData.marketHours.getMarketHoursByMarketId({ pathParams: { market_id: 'equity' } }),
    content: HOURS,
  },
  {
    name: 'getInstruments',
    run: () =>
      client.marketData.instruments.getInstruments({ queryParams: { symbol: 'SPY', projection: 'fundamental' } }),
    content: { instruments: [SPY] },
  },
  {
    name: 'getInstrumentByCusip',
    run: () => client.marketData.instruments.getInstrumentByCusip({ pathParams: { cusip_id: cusip } }),
    content: { instruments: [SPY] },
  },
]

/** Two helpers that take an answer apart without a call: they look for a field that quotes do not have. */
const LOCAL_ERRORS = ['extractQuoteErrors', 'hasSymbolError']

describe('@sudowealth/schwab-api against the paper brokerage', () => {
  it.each(PROBES.filter(({ complaint }) => complaint === undefined))('$name', async ({ name, run, content }) => {
    expect(verdicts[name]).toBe('completes')
    expect(await run()).toMatchObject(content as object)
  })

  it.each(PROBES.filter(({ complaint }) => complaint !== undefined))(
    '$name: the client refuses a right answer',
    async ({ name, run, content, complaint }) => {
      expect(verdicts[name]).toBe('client error')
      await expect(Promise.resolve().then(run)).rejects.toThrow(complaint)
      expect(broker.lastAnswer().body).toMatchObject(content as object)
    },
  )

  it('takes every quote for an error of its symbol, because it looks for assetType where quotes have assetMainType', async () => {
    const quotes = await client.marketData.quotes.getQuotes({ queryParams: { symbols: ['SPY'] } })
    expect(client.marketData.quotes.extractQuoteErrors(quotes)).toMatchObject({ hasErrors: true, errorCount: 1 })
    expect(client.marketData.quotes.hasSymbolError(quotes, 'SPY')).toBe(true)
  })

  it('reads orders and transactions of an account that has none', async () => {
    const nothing = { fromEnteredTime: '2026-02-01T00:00:00.000Z', toEnteredTime: '2026-02-02T00:00:00.000Z' }
    expect(await client.trader.orders.getOrders({ queryParams: nothing })).toEqual([])
    const queryParams = { ...SPAN, types: 'TRADE' as const }
    expect(await client.trader.transactions.getTransactions({ pathParams: { accountNumber }, queryParams })).toEqual([])
  })

  it('sends a date of market hours in the words of JavaScript, which no wire reads', async () => {
    const { marketHours } = client.marketData
    const date = '2026-03-04'
    const asked = [
      () => marketHours.getMarketHours({ queryParams: { markets: ['equity'], date } }),
      () => marketHours.getMarketHoursByMarketId({ pathParams: { market_id: 'equity' }, queryParams: { date } }),
    ]
    for (const ask of asked) {
      await expect(ask()).rejects.toThrow('Bad Request')
      expect(broker.lastAnswer().query).toContain('date=Wed+Mar+04+2026')
    }
  })

  it('reads movers by an order that the public text has, through its own schema of the answer', async () => {
    const read = client.createEndpoint({
      method: 'GET',
      path: '/marketdata/v1/movers/{symbol_id}',
      pathSchema: client.schemas.GetMoversPathParams as never,
      querySchema: z.looseObject({}) as never,
      responseSchema: client.schemas.GetMoversResponse as never,
      description: 'Movers.',
    })
    const answer = await read({ pathParams: { symbol_id: '$SPX' }, queryParams: { sort: 'PERCENT_CHANGE_UP' } })
    expect(answer).toMatchObject({ screeners: expect.arrayContaining([MOVER]) as unknown })
  })

  it('has no other call', () => {
    const called = [client.trader, client.marketData].flatMap((side) =>
      Object.values(side).flatMap((group: object) =>
        Object.entries(group).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
      ),
    )
    const own = ['getAuthorizationUrl', 'exchangeCode', 'refresh', 'debugAuth', 'createEndpoint']
    expect([...called, ...own].toSorted()).toEqual(Object.keys(verdicts).toSorted())
    expect([...PROBES.map(({ name }) => name), ...LOCAL_ERRORS].toSorted()).toEqual(Object.keys(verdicts).toSorted())
  })
})

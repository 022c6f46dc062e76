// Every call of schwab-client-js against the paper brokerage, each with the content that it brings back.

import { MarketApiClient, StreamingApiClient, TradingApiClient } from 'schwab-client-js'
import { equityBuyLimit, equityBuyMarket } from 'schwab-client-js/orderhelp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TEST_CLIENT } from '../testing/test-broker.ts'
import { startConformanceBroker } from './conformance-broker.ts'
import type { ConformanceBroker } from './conformance-broker.ts'
import { verdictsOf } from './conformance-table.ts'

let broker: ConformanceBroker
let trading: TradingApiClient
let market: MarketApiClient
let stream: StreamingApiClient
let hash: string
let cusip: string

const verdicts = verdictsOf('schwabClientJs')
const FROM = '2026-03-01T00:00:00.000Z'
const TO = '2026-03-05T00:00:00.000Z'
const number = expect.any(Number) as number
const text = expect.any(String) as string
const some = (row: object): unknown => expect.arrayContaining([expect.objectContaining(row)])

const placed = async (): Promise<string> =>
  ((await trading.placeOrderByAcct(hash, equityBuyLimit('SPY', 1, '10.00'))) as { orderId: string }).orderId

beforeAll(async () => {
  broker = await startConformanceBroker()
  const { refresh_token: refresh } = await broker.link('client')
  const { clientId, clientSecret } = TEST_CLIENT
  trading = new TradingApiClient(clientId, clientSecret, refresh)
  market = new MarketApiClient(clientId, clientSecret, refresh)
  // The streaming client takes its credentials from the environment alone, also for the calls that it makes.
  vi.stubEnv('SCHWAB_APP_KEY', clientId)
  vi.stubEnv('SCHWAB_SECRET', clientSecret)
  vi.stubEnv('SCHWAB_REFRESH_TOKEN', refresh)
  stream = new StreamingApiClient()
  const [account] = (await trading.accountsNumbers()) as { hashValue: string }[]
  hash = account?.hashValue ?? ''
  await trading.placeOrderByAcct(hash, equityBuyMarket('SPY', 10))
  const { instruments } = (await market.instrumentsSymbol('SPY', 'symbol-search')) as {
    instruments: { cusip: string }[]
  }
  cusip = instruments[0]?.cusip ?? ''
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await broker.close()
})

interface Probe {
  readonly name: string
  readonly run: () => unknown
  /** The content of the answer. */
  readonly content?: unknown
  /** What the client says of a call that is not served. */
  readonly complaint?: RegExp
}

const ACCOUNT = {
  securitiesAccount: {
    type: 'MARGIN',
    positions: [{ longQuantity: 10, settledShortQuantity: 0, instrument: { symbol: 'SPY', description: text } }],
    initialBalances: { isInCall: false },
    projectedBalances: { isInCall: false },
  },
  aggregatedBalance: { liquidationValue: number },
}
const TRADE = { activityId: number, type: 'TRADE', activityType: 'EXECUTION', orderId: number }
const SPY = { symbol: 'SPY', cusip: text, description: text, assetType: 'ETF', exchange: 'NYSE Arca' }
const QUOTE = { SPY: { quote: { lastPrice: number }, reference: { description: text } } }

const TRADING: readonly Probe[] = [
  {
    name: 'checkAccessToken',
    run: async () => {
      const creds = { appKey: TEST_CLIENT.clientId, appSecret: TEST_CLIENT.clientSecret, appRefresh: '' }
      const known = { ...creds, access_token: '', access_exp: 0, appRefresh: process.env['SCHWAB_REFRESH_TOKEN'] ?? '' }
      await trading.checkAccessToken(known)
      return known
    },
    content: { access_token: expect.stringMatching(/.{20}/) as string },
  },
  {
    name: 'accountsNumbers',
    run: () => trading.accountsNumbers(),
    content: [{ accountNumber: text, hashValue: text }],
  },
  { name: 'accountsAll', run: () => trading.accountsAll('positions'), content: [ACCOUNT] },
  { name: 'accountsDetails', run: () => trading.accountsDetails(hash, 'positions'), content: ACCOUNT },
  {
    name: 'placeOrderByAcct',
    run: () => trading.placeOrderByAcct(hash, equityBuyLimit('SPY', 1, '10.00')),
    content: { orderId: expect.stringMatching(/^\d+$/) as string },
  },
  {
    name: 'orderById',
    run: async () => trading.orderById(hash, await placed()),
    content: { status: 'WORKING', orderType: 'LIMIT', price: 10, orderLegCollection: [{ instruction: 'BUY' }] },
  },
  {
    name: 'ordersByAccount',
    run: () => trading.ordersByAccount(hash, FROM, TO, 'FILLED', 10),
    content: [{ status: 'FILLED', orderActivityCollection: [{ executionType: 'FILL' }] }],
  },
  { name: 'orderAll', run: () => trading.orderAll(FROM, TO, 'FILLED', 10), content: [{ status: 'FILLED' }] },
  {
    name: 'updateOrderById',
    run: async () => {
      const orderId = await placed()
      const { orderId: newId } = (await trading.updateOrderById(
        hash,
        Number(orderId),
        equityBuyLimit('SPY', 1, '11.00'),
      )) as { orderId: string }
      return [await trading.orderById(hash, orderId), await trading.orderById(hash, newId)]
    },
    content: [{ status: 'REPLACED' }, { status: 'WORKING', price: 11 }],
  },
  {
    name: 'orderDelete',
    run: async () => {
      const orderId = await placed()
      return [await trading.orderDelete(hash, Number(orderId)), await trading.orderById(hash, orderId)]
    },
    content: [null, { status: 'CANCELED', remainingQuantity: 0 }],
  },
  {
    name: 'orderPreview',
    run: () => trading.orderPreview(hash, equityBuyLimit('SPY', 1, '10.00')),
    content: { orderStrategy: { status: 'ACCEPTED', orderLegs: [{ assetType: 'COLLECTIVE_INVESTMENT' }] } },
  },
  {
    name: 'transactByAcct',
    run: () => trading.transactByAcct(hash, 'TRADE', FROM, TO, 'SPY'),
    content: [{ ...TRADE, transferItems: [{ instrument: { symbol: 'SPY', status: 'ACTIVE' } }] }],
  },
  {
    name: 'transactById',
    run: async () => {
      const [first] = (await trading.transactByAcct(hash, 'TRADE', FROM, TO)) as { activityId: number }[]
      return trading.transactById(hash, String(first?.activityId ?? 0))
    },
    content: TRADE,
  },
  { name: 'prefs', run: () => trading.prefs(), content: { streamerInfo: [{ schwabClientChannel: 'N9' }] } },
]

const MARKET: readonly Probe[] = [
  {
    name: 'markets',
    run: () => market.markets('equity,option', '2026-03-04'),
    content: { equity: { EQ: { isOpen: true } }, option: { EQO: { isOpen: true } } },
  },
  {
    name: 'marketById',
    run: () => market.marketById('equity', '2026-07-03'),
    content: { equity: { equity: { isOpen: false } } },
  },
  { name: 'instrumentsCusip', run: () => market.instrumentsCusip(cusip), content: { instruments: [SPY] } },
  {
    name: 'instrumentsSymbol',
    run: () => market.instrumentsSymbol('SPY', 'symbol-search'),
    content: { instruments: [SPY] },
  },
  {
    name: 'movers',
    run: () => market.movers('$SPX', 'PERCENT_CHANGE_UP', '0'),
    content: { screeners: some({ netPercentChange: number, trades: number, marketShare: number }) },
  },
  {
    name: 'priceHistory',
    run: () => market.priceHistory('SPY', { periodType: 'month', period: 1, frequencyType: 'daily', frequency: 1 }),
    content: { symbol: 'SPY', empty: false, candles: some({ close: number }) },
  },
  {
    name: 'expirationChain',
    run: () => market.expirationChain('SPY'),
    content: { expirationList: some({ standard: true }) },
  },
  {
    name: 'chains',
    run: () => market.chains('SPY', { contractType: 'PUT', strikeCount: 2 }),
    content: { symbol: 'SPY', status: 'SUCCESS', numberOfContracts: number, callExpDateMap: {} },
  },
  { name: 'quoteById', run: () => market.quoteById('SPY', 'quote,reference'), content: QUOTE },
  {
    name: 'quotes',
    run: () => market.quotes('SPY,NOPE1', 'quote,reference', 'false'),
    content: { ...QUOTE, errors: { invalidSymbols: ['NOPE1'] } },
  },
]

const NOT_OPEN = /WebSocket is not open/

const STREAM: readonly Probe[] = [
  {
    name: 'streamListen',
    run: async () => {
      const heard: string[] = []
      // Without a listener the client ends the process on a refused connection.
      stream.streamListen('error', (error: unknown) => heard.push(String(error)))
      await stream.streamInit().catch(() => null)
      return heard
    },
    content: [expect.stringContaining('501') as string],
  },
  { name: 'streamInit', run: () => stream.streamInit(), complaint: /Unexpected server response: 501/ },
  { name: 'streamSchwabLogin', run: () => stream.streamSchwabLogin(), complaint: NOT_OPEN },
  { name: 'streamSchwabLogout', run: () => stream.streamSchwabLogout(), complaint: NOT_OPEN },
  {
    name: 'streamSchwabRequest',
    run: () => stream.streamSchwabRequest('SUBS', 'LEVELONE_EQUITIES', { keys: 'SPY', fields: '0,1' }),
    complaint: NOT_OPEN,
  },
  { name: 'streamClose', run: () => new StreamingApiClient().streamClose(), complaint: /closed or does not exist/ },
]

/** Members that its declarations keep private. */
const NOT_PUBLIC = new Set(['constructor', 'generateRequestMessage', 'generateLoginMessage', 'generateLogoutMessage'])

const PROBES = [...TRADING, ...MARKET, ...STREAM]

describe('schwab-client-js against the paper brokerage', () => {
  it.each(PROBES.filter(({ complaint }) => complaint === undefined))('$name', async ({ name, run, content }) => {
    expect(verdicts[name]).toBe('completes')
    expect(await run()).toMatchObject(content as object)
  })

  it.each(PROBES.filter(({ complaint }) => complaint !== undefined))('$name', async ({ name, run, complaint }) => {
    expect(verdicts[name]).toBe('not served')
    await expect(Promise.resolve().then(run)).rejects.toThrow(complaint)
  })

  it('has no other call', () => {
    const called = [TradingApiClient, MarketApiClient, StreamingApiClient].flatMap(({ prototype }) =>
      [prototype, Object.getPrototypeOf(prototype) as object].flatMap((one) => Object.getOwnPropertyNames(one)),
    )
    const names = new Set(called.filter((name) => !NOT_PUBLIC.has(name)))
    expect([...names].toSorted()).toEqual(Object.keys(verdicts).toSorted())
    expect(PROBES.map(({ name }) => name).toSorted()).toEqual(Object.keys(verdicts).toSorted())
  })
})

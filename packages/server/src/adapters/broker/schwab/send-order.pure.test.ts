// Sending orders to a stub that returns whatever a test specifies: once, in wire format, with an outcome that is a
// value.
import { dayTime, entryWith, restingTime, singleOrder } from '@clubfolio/domain'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startHttpStandIn, type AskedRequest, type HttpStandIn } from '../../../testing/http-stand-in.ts'
import type { ServerResponse } from 'node:http'
import { BrokerFailure, type BrokerAccess, type BrokerPort } from '../port.ts'
import { createSchwabBroker } from './schwab-broker.ts'

let standIn: HttpStandIn
let broker: BrokerPort
let answer: (request: AskedRequest, response: ServerResponse) => void
let first = 0

beforeAll(async () => {
  standIn = await startHttpStandIn((request, response) => answer(request, response))
})
afterAll(() => standIn.stop())
beforeEach(() => {
  first = standIn.asked.length
  broker = open(true)
})
afterEach(() => broker.close())

/** Opens the adapter on the stub; `hasAllowance` says whether the limit of requests leaves any. */
function open(hasAllowance: boolean): BrokerPort {
  return createSchwabBroker(
    {
      name: 'stand-in',
      title: 'Stand-in',
      isPaper: false,
      livesByWallClock: true,
      oauthUrl: `${standIn.url}/oauth`,
      traderUrl: `${standIn.url}/trader`,
      marketDataUrl: `${standIn.url}/market`,
      clientId: 'key',
      clientSecret: 'secret',
      callbackUrl: 'https://club.example/account',
      limits: { connectMs: 400, totalMs: 600, maxBytes: 100_000 },
    },
    { perMinute: 120, take: () => Promise.resolve(hasAllowance), pause: () => Promise.resolve() },
    () => 1_000_000,
  )
}

const access: BrokerAccess = {
  key: 'login',
  accessToken: () => Promise.resolve('old'),
  tokenAfter: () => Promise.resolve('new'),
}
const draft = entryWith(
  {
    symbol: 'ACME',
    instruction: 'BUY',
    quantity: '100',
    price: { type: 'STOP', stopPrice: '50.01' },
    ...restingTime,
  },
  {
    symbol: 'ACME',
    instruction: 'SELL',
    quantity: '100',
    price: { type: 'LIMIT', limitPrice: '48.5' },
    ...dayTime,
  },
)
const asked = () => standIn.asked.slice(first)
const place = () => broker.placeOrder(access, 'HASH', draft, 'ours')
const status =
  (code: number, headers: Record<string, string> = {}, body = '') =>
  (_request: AskedRequest, response: ServerResponse) =>
    void response.writeHead(code, headers).end(body)

test('a trigger order is a stop with a stop or limit inside, each with exactly its own price', async () => {
  answer = status(201, { location: 'https://broker.example/trader/v1/accounts/HASH/orders/1000123456789' })
  expect(await place()).toEqual({ outcome: 'TAKEN', brokerId: '1000123456789' })
  expect(asked()).toMatchObject([{ method: 'POST', path: '/trader/accounts/HASH/orders' }])
  expect(JSON.parse(asked()[0]!.body)).toEqual({
    orderType: 'STOP',
    session: 'NORMAL',
    duration: 'GOOD_TILL_CANCEL',
    stopPrice: '50.01',
    orderStrategyType: 'TRIGGER',
    orderLegCollection: [{ instruction: 'BUY', quantity: 100, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
    childOrderStrategies: [
      {
        orderType: 'LIMIT',
        session: 'NORMAL',
        duration: 'DAY',
        price: '48.5',
        orderStrategyType: 'SINGLE',
        orderLegCollection: [
          { instruction: 'SELL', quantity: 100, instrument: { symbol: 'ACME', assetType: 'EQUITY' } },
        ],
      },
    ],
  })
})

test.each([
  ['DOLLARS', 'VALUE'],
  ['PERCENT', 'PERCENT'],
] as const)('a trailing stop in %s has its distance and no price', async (unit, stopPriceLinkType) => {
  answer = status(201, { location: '/orders/9' })
  const price = { type: 'TRAILING_STOP', trail: { offset: '2.5', unit } } as const
  await broker.placeOrder(access, 'HASH', singleOrder({ ...draft.terms, instruction: 'SELL', price }), 'ours')
  expect(JSON.parse(asked()[0]!.body)).toEqual({
    orderType: 'TRAILING_STOP',
    session: 'NORMAL',
    duration: 'GOOD_TILL_CANCEL',
    stopPriceLinkBasis: 'LAST',
    stopPriceLinkType,
    stopPriceOffset: '2.5',
    orderStrategyType: 'SINGLE',
    orderLegCollection: [{ instruction: 'SELL', quantity: 100, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
  })
})

test('an answer without an address took the order under an unknown id', async () => {
  answer = status(201)
  expect(await place()).toEqual({ outcome: 'TAKEN', brokerId: null })
})

test.each([
  ['no answer in time', () => undefined],
  ['a connection that breaks', (_request: AskedRequest, response: ServerResponse) => void response.socket?.destroy()],
  ['a fault of the brokerage', status(503)],
  ['a page of a proxy', status(502, {}, '<html>')],
])('%s loses the order, which is sent no second time', async (_what, how) => {
  answer = how
  expect(await place()).toMatchObject({ outcome: 'LOST' })
  expect(asked()).toHaveLength(1)
})

test('a refusal keeps its words', async () => {
  answer = status(
    400,
    { 'content-type': 'application/json' },
    JSON.stringify({ message: 'Invalid order', errors: ['NOPE is no symbol'] }),
  )
  expect(await place()).toEqual({ outcome: 'REFUSED', reason: 'Invalid order NOPE is no symbol' })
})

test('too many requests: it certainly never arrived', async () => {
  answer = status(429, { 'retry-after': '1' })
  expect(await place()).toMatchObject({ outcome: 'NOT_SENT', failure: { kind: 'UNAVAILABLE' } })
})

test('an access that is not taken is renewed, and only then the order is sent again', async () => {
  answer = (request, response) =>
    status(request.headers.authorization === 'Bearer new' ? 201 : 401, { location: '/orders/7' })(request, response)
  expect(await place()).toEqual({ outcome: 'TAKEN', brokerId: '7' })
  expect(asked()).toHaveLength(2)
})

test('an access that has lapsed sends nothing', async () => {
  const lapsed: BrokerAccess = {
    ...access,
    accessToken: () => Promise.reject(new BrokerFailure('LAPSED', 'The access has lapsed.')),
  }
  expect(await broker.placeOrder(lapsed, 'HASH', draft, 'ours')).toMatchObject({
    outcome: 'NOT_SENT',
    failure: { kind: 'LAPSED' },
  })
  expect(asked()).toHaveLength(0)
})

test('a replacement goes by PUT, a cancellation by DELETE', async () => {
  answer = status(201, { location: '/orders/8' })
  expect(
    await broker.replaceOrder(access, 'HASH', { brokerId: '7', draft: singleOrder(draft.terms), reference: 'ours' }),
  ).toEqual({
    outcome: 'TAKEN',
    brokerId: '8',
  })
  answer = status(200)
  await broker.cancelOrder(access, 'HASH', '8')
  expect(asked()).toMatchObject([
    { method: 'PUT', path: '/trader/accounts/HASH/orders/7' },
    { method: 'DELETE', path: '/trader/accounts/HASH/orders/8' },
  ])
})

test('a request beyond the limit is not sent, and the failure names the limit', async () => {
  broker.close()
  broker = open(false)
  const words = 'The limit of 120 requests a minute to the brokerage is used up. Try again in a minute.'
  await expect(broker.readAccount(access, 'HASH')).rejects.toThrow(words)
  expect(asked()).toEqual([])
})

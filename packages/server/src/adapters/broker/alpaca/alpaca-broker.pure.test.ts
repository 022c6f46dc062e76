// The adapter at a stub that returns whatever a test specifies: pages, limits, refusals before sending, and access.
import {
  dayTime,
  type EntryDraft,
  entryWith,
  marketDay,
  type OrderDraft,
  singleOrder,
  toEpochMs,
} from '@clubfolio/domain'
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startHttpStandIn, type AskedRequest, type HttpStandIn } from '../../../testing/http-stand-in.ts'
import type { BrokerAccess, BrokerPort } from '../port.ts'
import { failure } from '../testing/expected.ts'
import { createMemoryAllowance } from '../testing/memory-allowance.ts'
import { createAlpacaBroker } from './alpaca-broker.ts'

const nowMs = Date.parse('2026-03-04T15:00:00Z')
const dayMs = 86_400_000

let standIn: HttpStandIn
let broker: BrokerPort
let answer: (request: AskedRequest, url: URL) => unknown
let first = 0

const refuse = (status: number, body: object) => ({ refused: status, body })

function send(asked: AskedRequest, response: ServerResponse): void {
  const said = answer(asked, new URL(asked.path, standIn.url))
  const isRefused = typeof said === 'object' && said !== null && 'refused' in said
  const { refused: status, body } = isRefused ? (said as ReturnType<typeof refuse>) : { refused: 200, body: said }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
}

beforeAll(async () => {
  standIn = await startHttpStandIn(send)
})
afterAll(() => standIn.stop())
beforeEach(() => {
  first = standIn.asked.length
  broker = createAlpacaBroker(
    {
      name: 'alpaca',
      title: 'Alpaca',
      isPaper: false,
      client: undefined,
      callbackUrl: 'https://club.example/account',
      authoriseUrl: `${standIn.url}/authorize`,
      tokenUrl: `${standIn.url}/token`,
      tradingUrl: standIn.url,
      dataUrl: `${standIn.url}/data`,
      streamUrl: 'ws://127.0.0.1:1/stream',
      feed: 'iex',
      limits: { connectMs: 1_000, totalMs: 2_000, maxBytes: 10_000_000 },
    },
    createMemoryAllowance(),
    () => nowMs,
  )
})
afterEach(() => broker.close())

const asked = () => standIn.asked.slice(first)
const paths = () => asked().map(({ method, path }) => `${method} ${path.split('?')[0]}`)
const access: BrokerAccess = {
  key: 'login',
  accessToken: () => Promise.resolve('a token'),
  tokenAfter: () => broker.refresh('').then(({ accessToken }) => accessToken),
}
const short = singleOrder({
  symbol: 'ACME',
  instruction: 'SELL_SHORT',
  quantity: '10',
  price: { type: 'LIMIT', limitPrice: '49' },
  ...dayTime,
})
const long: EntryDraft = { ...short, terms: { ...short.terms, instruction: 'BUY' } }
const asset = { symbol: 'ACME', status: 'active', tradable: true, shortable: true, easy_to_borrow: true }

test('what it never takes it says before anything is sent', () => {
  const stop = {
    ...short.terms,
    instruction: 'SELL',
    price: { type: 'TRAILING_STOP', trail: { offset: '2', unit: 'DOLLARS' } },
  } as const
  expect(broker.describeUnsendable?.({ kind: 'PAIR', orders: [stop, { ...stop, price: short.terms.price }] })).toMatch(
    /does not pair a stop that trails/,
  )
  expect(broker.describeUnsendable?.(singleOrder(stop))).toBeNull()
  expect(asked()).toEqual([])
})

describe('transactions', () => {
  const fills = Array.from({ length: 250 }, (_, n) => ({
    id: `2026030410${String(n).padStart(7, '0')}::${n}`,
    activity_type: 'FILL',
    transaction_time: new Date(nowMs + n).toISOString(),
    price: '50',
    qty: '1',
    side: 'buy',
    symbol: 'ACME',
  }))
  const list = () => broker.listTransactions(access, 'id', toEpochMs(nowMs), toEpochMs(nowMs + dayMs))

  test('of several pages have no gap and nothing twice', async () => {
    answer = (_asked, url) => {
      const from = fills.findIndex(({ id }) => id === url.searchParams.get('page_token')) + 1
      return fills.slice(from, from + 100)
    }
    const found = await list()
    expect(found.map(({ brokerId }) => brokerId)).toEqual(fills.map(({ id }) => id))
    expect(asked()).toHaveLength(3)
  })

  test('whose pages never end are an unreadable answer', async () => {
    answer = () => fills.slice(0, 100)
    await expect(list()).rejects.toEqual(failure('NONSENSE'))
    expect(asked()).toHaveLength(2)
  })
})

test('more orders than one answer holds are read by halves of the span, each order once', async () => {
  const entered = Array.from({ length: 700 }, (_, n) => nowMs + n * 1_000)
  answer = (_asked, url) => {
    const [after, until] = ['after', 'until'].map((name) => Date.parse(url.searchParams.get(name)!))
    return entered
      .filter((at) => at > after! && at < until!)
      .slice(0, 500)
      .map((at) => ({
        id: `order ${at}`,
        symbol: 'ACME',
        type: 'market',
        side: 'buy',
        time_in_force: 'day',
        qty: '1',
        status: 'filled',
        submitted_at: new Date(at).toISOString(),
      }))
  }
  const found = await broker.listOrders(access, 'id', toEpochMs(nowMs - 1), toEpochMs(nowMs + 700_000))
  expect(found.map(({ enteredMs }) => enteredMs).toSorted((a, b) => a - b)).toEqual(entered)
})

describe('a short sale', () => {
  const place = () => broker.placeOrder(access, 'id', short, 'ours')

  test('of a share that is hard to borrow is refused, and no order is sent', async () => {
    answer = () => ({ ...asset, easy_to_borrow: false })
    expect(await place()).toEqual({ outcome: 'REFUSED', reason: expect.stringContaining('hard to borrow') as string })
    expect(paths()).toEqual(['GET /v2/assets/ACME'])
  })

  test('is sent where the share is easy to borrow', async () => {
    answer = ({ method }) => (method === 'GET' ? asset : { id: 'placed' })
    expect(await place()).toEqual({ outcome: 'TAKEN', brokerId: 'placed' })
    expect(paths()).toEqual(['GET /v2/assets/ACME', 'POST /v2/orders'])
  })

  test('of which nothing can be learned is not sent', async () => {
    answer = () => refuse(503, {})
    expect(await place()).toEqual({ outcome: 'NOT_SENT', failure: failure('UNAVAILABLE') })
    answer = () => refuse(404, { message: 'asset not found' })
    expect(await place()).toEqual({ outcome: 'REFUSED', reason: 'Alpaca does not trade ACME.' })
    expect(paths()).not.toContain('POST /v2/orders')
  })
})

describe('an order', () => {
  test('of a shape that Alpaca does not take costs no request', async () => {
    const stop = { ...long.terms, instruction: 'SELL', price: { type: 'STOP', stopPrice: '45' } } as const
    const entry = { ...long.terms, goodTill: marketDay('2026-03-06') } as const
    expect(await broker.placeOrder(access, 'id', entryWith(entry, stop), 'ours')).toMatchObject({
      outcome: 'REFUSED',
    })
    expect(await broker.previewOrder(access, 'id', entryWith(entry, stop))).toMatchObject({
      rejects: [expect.stringContaining('good till a day')],
    })
    expect(asked()).toEqual([])
  })

  test('whose reference is taken has arrived before: it is searched for, not refused', async () => {
    answer = () => refuse(422, { code: 40010001, message: 'client_order_id must be unique' })
    expect(await broker.placeOrder(access, 'id', long, 'ours')).toMatchObject({ outcome: 'LOST' })
    answer = () => refuse(403, { code: 40310000, message: 'insufficient buying power' })
    expect(await broker.placeOrder(access, 'id', long, 'ours')).toEqual({
      outcome: 'REFUSED',
      reason: 'insufficient buying power',
    })
  })

  test('under a reference that Alpaca does not know is none', async () => {
    answer = () => refuse(404, { code: 40410000, message: 'order not found' })
    expect(await broker.findOrder!(access, 'id', { reference: 'ours', draft: long })).toBeNull()
  })
})

describe('access', () => {
  const account = { id: 'id', account_number: '1', cash: '1', equity: '1', buying_power: '1' }

  test('is a bearer token, or the two headers of a key pair', async () => {
    answer = () => account
    await broker.listAccounts(access)
    const { accessToken } = broker.keyPair!.tokensOf({ keyId: 'PK1', secret: 'S1' })
    await broker.listAccounts({ ...access, accessToken: () => Promise.resolve(accessToken) })
    const headers = asked().map(({ headers: sent }) => [
      sent.authorization,
      sent['apca-api-key-id'],
      sent['apca-api-secret-key'],
    ])
    expect(headers).toEqual([
      ['Bearer a token', undefined, undefined],
      [undefined, 'PK1', 'S1'],
    ])
  })

  test('that Alpaca forbids in one word is lapsed; a sentence is a refusal', async () => {
    answer = () => refuse(403, { message: 'forbidden.' })
    await expect(broker.listAccounts(access)).rejects.toEqual(failure('LAPSED'))
    answer = () => refuse(403, { message: 'the account is not allowed to do this' })
    await expect(broker.listAccounts(access)).rejects.toEqual(failure('REFUSED'))
  })

  test('to another account than the linked one is refused', async () => {
    answer = (_asked, { pathname }) => (pathname.endsWith('/account') ? account : [])
    await expect(broker.readAccount(access, 'another id')).rejects.toEqual(failure('REFUSED'))
  })

  test('by consent needs an application', async () => {
    expect(broker.hasConsentPage).toBe(false)
    await expect(broker.exchange('a code')).rejects.toEqual(failure('REFUSED'))
    expect(asked()).toEqual([])
  })
})

describe('market data', () => {
  test('quotes survive a symbol that has the list refused', async () => {
    answer = (_asked, { searchParams }) => {
      const symbols = searchParams.get('symbols')!.split(',')
      if (symbols.includes('b.d')) return refuse(400, { message: 'invalid symbol: b.d' })
      return Object.fromEntries(symbols.map((symbol) => [symbol, { latestTrade: { p: 50 } }]))
    }
    const quotes = await broker.quotes(access, ['ACME', 'b.d', 'BOLT', 'CORP'])
    expect(quotes.map(({ symbol }) => symbol)).toEqual(['ACME', 'BOLT', 'CORP'])
  })

  test('closes are those of all exchanges, unadjusted, and never of the last quarter of an hour', async () => {
    answer = () => ({ bars: [{ t: '2026-03-03T05:00:00Z', h: 51, l: 49, c: 50.5 }], next_page_token: null })
    expect(await broker.dailyCloses(access, 'ACME', marketDay('2026-03-03'), marketDay('2026-03-04'))).toEqual([
      { day: '2026-03-03', close: '50.5' },
    ])
    const { searchParams } = new URL(asked()[0]!.path, standIn.url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      timeframe: '1Day',
      feed: 'sip',
      adjustment: 'raw',
      end: '2026-03-04T14:44:00.000Z',
    })
  })

  test('closes of a day that has just begun ask for nothing', async () => {
    expect(await broker.dailyCloses(access, 'ACME', marketDay('2026-03-05'), marketDay('2026-03-05'))).toEqual([])
    expect(asked()).toEqual([])
  })
})

describe('changing an order', () => {
  const working = {
    id: 'a',
    symbol: 'ACME',
    type: 'limit',
    side: 'buy',
    time_in_force: 'day',
    qty: '10',
    filled_qty: '0',
    limit_price: '49',
    status: 'new',
    submitted_at: '2026-03-04T14:00:00Z',
  }
  const replace = (draft: OrderDraft) => broker.replaceOrder(access, 'id', { brokerId: 'a', draft, reference: 'next' })

  test('reads it first, and sends what differs once', async () => {
    answer = ({ method }) => (method === 'GET' ? working : { id: 'b' })
    const dearer = { ...long.terms, price: { type: 'LIMIT', limitPrice: '50' } } as const
    expect(await replace(singleOrder(dearer))).toEqual({ outcome: 'TAKEN', brokerId: 'b' })
    expect(paths()).toEqual(['GET /v2/orders/a', 'PATCH /v2/orders/a'])
    expect(JSON.parse(asked()[1]!.body)).toEqual({ limit_price: '50', client_order_id: 'next' })
  })

  test('that cannot be read is not sent; one that is gone is refused', async () => {
    answer = () => refuse(503, {})
    expect(await replace(long)).toEqual({ outcome: 'NOT_SENT', failure: failure('UNAVAILABLE') })
    answer = () => refuse(404, { message: 'order not found' })
    expect(await replace(long)).toEqual({ outcome: 'REFUSED', reason: 'order not found' })
    expect(paths()).not.toContain('PATCH /v2/orders/a')
  })

  test('by cancelling a pair cancels the order that leads it', async () => {
    answer = () => undefined
    await broker.cancelOrder(access, 'id', 'oco-a')
    expect(paths()).toEqual(['DELETE /v2/orders/a'])
  })
})

describe('options', () => {
  const contract = (symbol: string, day: string) => ({
    symbol,
    name: symbol,
    expiration_date: day,
    type: 'call',
    strike_price: '45',
    multiplier: '100',
  })
  const listed = [contract('ACME260320C00045000', '2026-03-20'), contract('ACME260417C00045000', '2026-04-17')]

  test('of a chain come from all pages of contracts, with quotes of their own and of the share', async () => {
    answer = (_asked, { pathname, searchParams }) => {
      if (pathname.endsWith('/options/contracts')) {
        const from = Number(searchParams.get('page_token') ?? '0')
        return { option_contracts: [listed[from]], next_page_token: from === 0 ? '1' : null }
      }
      if (pathname.endsWith('/stocks/snapshots')) return { ACME: { latestTrade: { p: 50 } } }
      return {
        snapshots: { [listed[0]!.symbol]: { latestQuote: { bp: 6, ap: 6.4, t: '2026-03-04T15:00:00.123456789Z' } } },
        next_page_token: null,
      }
    }
    const chain = await broker.optionChain(access, 'ACME', marketDay('2026-03-04'), marketDay('2026-06-30'))
    expect(chain).toMatchObject({
      symbol: 'ACME',
      underlyingPrice: 50,
      quotedMs: 1_772_636_400_123,
      interestRate: null,
      dividendYield: null,
      isDelayed: true,
    })
    expect(chain.options.map(({ symbol, mark, daysToExpiration }) => [symbol, mark, daysToExpiration])).toEqual([
      ['ACME  260320C00045000', 6.2, 16],
      ['ACME  260417C00045000', null, 44],
    ])
    expect(await broker.optionExpirations(access, 'ACME')).toEqual([
      { day: '2026-03-20', daysToExpiration: 16, isStandard: true },
      { day: '2026-04-17', daysToExpiration: 44, isStandard: true },
    ])
  })
})

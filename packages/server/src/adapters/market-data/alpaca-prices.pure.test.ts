// Alpaca's market data over real HTTP, against a stub that answers in the documented format and in every other one.
import type { ServerResponse } from 'node:http'
import { marketDay } from '@clubfolio/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { startHttpStandIn, type AskedRequest, type HttpStandIn } from '../../testing/http-stand-in.ts'
import { createAlpacaPrices } from './alpaca-prices.ts'
import { MarketDataFailure } from './port.ts'

const nowMs = Date.parse('2020-09-01T20:30:00Z')
let standIn: HttpStandIn | undefined
afterEach(() => standIn?.stop())

type Answer = (url: URL) => unknown

async function pricesFrom(answer: (request: AskedRequest, response: ServerResponse) => void, totalMs = 5_000) {
  standIn = await startHttpStandIn(answer)
  const prices = createAlpacaPrices(
    {
      tradingUrl: standIn.url,
      dataUrl: `${standIn.url}/data`,
      keys: { keyId: 'PK1', secret: 'S1' },
      limits: { connectMs: 1_000, totalMs, maxBytes: 100_000 },
    },
    () => nowMs,
  )
  return {
    asked: standIn.asked,
    read: () => prices.dailyHistory('AAPL', marketDay('2020-08-27'), marketDay('2020-09-01')),
  }
}

const answering = (answer: Answer) => (request: AskedRequest, response: ServerResponse) => {
  response.end(JSON.stringify(answer(new URL(request.path, 'http://stand-in'))))
}
const bar = (day: string, close: number, volume: number) => ({
  t: `${day}T04:00:00Z`,
  o: close,
  h: close + 4,
  l: close - 4,
  c: close,
  v: volume,
})
const bars = [bar('2020-08-27', 500, 100), bar('2020-08-28', 496, 200), bar('2020-08-31', 129, 900)]
const actions = {
  forward_splits: [{ symbol: 'AAPL', ex_date: '2020-08-31', new_rate: 4, old_rate: 1 }],
  reverse_splits: [],
  cash_dividends: [
    { symbol: 'AAPL', ex_date: '2020-08-28', rate: 0.82 },
    { symbol: 'AAPL', ex_date: '2020-11-06', rate: 0.205 },
  ],
}
const usual: Answer = ({ pathname }) =>
  pathname.includes('/assets/')
    ? { name: 'Apple Inc.', exchange: 'NASDAQ', class: 'us_equity' }
    : pathname.endsWith('/bars')
      ? { bars, next_page_token: null }
      : { corporate_actions: actions, next_page_token: null }

test('bars are in the shares of the last day, with splits and dividends as paid', async () => {
  const { asked, read } = await pricesFrom(answering(usual))
  expect(await read()).toEqual({
    name: 'Apple Inc.',
    assetType: 'EQUITY',
    exchange: 'NASDAQ',
    firstTradeDay: null,
    bars: [
      { day: '2020-08-27', open: 125, high: 126, low: 124, close: 125, volume: 400 },
      { day: '2020-08-28', open: 124, high: 125, low: 123, close: 124, volume: 800 },
      { day: '2020-08-31', open: 129, high: 133, low: 125, close: 129, volume: 900 },
    ],
    adjustedThrough: '2020-09-01',
    splits: [{ day: '2020-08-31', ratio: 4 }],
    dividends: [{ day: '2020-08-28', amount: 0.82 }],
  })
  const sent = new URL(asked.find(({ path }) => path.includes('/bars'))!.path, 'http://stand-in').searchParams
  expect(Object.fromEntries(sent)).toMatchObject({ adjustment: 'raw', feed: 'sip', end: '2020-09-01T20:14:00.000Z' })
  expect(asked[0]!.headers).toMatchObject({ 'apca-api-key-id': 'PK1', 'apca-api-secret-key': 'S1' })
})

test('every page is read, and pages that never end are nonsense', async () => {
  const paged: Answer = (url) => {
    if (!url.pathname.endsWith('/bars')) return usual(url)
    const from = Number(url.searchParams.get('page_token') ?? '0')
    return { bars: [bars[from]], next_page_token: from < 2 ? String(from + 1) : null }
  }
  expect((await (await pricesFrom(answering(paged))).read()).bars).toHaveLength(3)
  await standIn!.stop()
  const endless: Answer = (url) =>
    url.pathname.endsWith('/bars') ? { bars: [], next_page_token: 'again' } : usual(url)
  await expect((await pricesFrom(answering(endless))).read()).rejects.toMatchObject({ kind: 'NONSENSE' })
})

test('a share without any bar or action has an empty history', async () => {
  const quiet: Answer = (url) => (url.pathname.includes('/assets/') ? usual(url) : {})
  expect(await (await pricesFrom(answering(quiet))).read()).toMatchObject({ bars: [], splits: [], dividends: [] })
})

describe('a failure', () => {
  test.each<[string, (response: ServerResponse) => void, string, number]>([
    ['an unknown symbol', (response) => response.writeHead(404).end('{}'), 'UNKNOWN', 1],
    ['a key that is not accepted', (response) => response.writeHead(403).end('{}'), 'REFUSED', 1],
    ['too many requests', (response) => response.writeHead(429).end('{}'), 'RATE_LIMITED', 1],
    ['a server that is down', (response) => response.writeHead(503).end('{}'), 'UNAVAILABLE', 2],
    ['a connection that breaks', (response) => response.destroy(), 'UNAVAILABLE', 2],
    ['an answer of another shape', (response) => response.end('{"name":7}'), 'NONSENSE', 1],
    ['an answer that is cut off', (response) => response.end('{"name":'), 'NONSENSE', 1],
    ['a coin', (response) => response.end('{"name":"Bitcoin","class":"crypto"}'), 'UNKNOWN', 1],
  ])('by %s has its kind, without the keys', async (_name, answer, kind, tries) => {
    const { asked, read } = await pricesFrom((_request, response) => answer(response))
    const failure: unknown = await read().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MarketDataFailure)
    expect(failure).toMatchObject({ kind })
    expect(asked).toHaveLength(tries)
    expect(String(failure)).not.toMatch(/PK1|S1|127\.0\.0\.1/)
  })

  test('by silence ends at the time limit', async () => {
    const { read } = await pricesFrom(() => undefined, 100)
    await expect(read()).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
  })
})

// Prices of a service as the active market, Yahoo Finance over real HTTP on both sides: what is imported, what follows
// from it, and what a turn leaves behind when the service refuses.
import type { ServerResponse } from 'node:http'
import { nextSession, type MarketDay } from '@clubfolio/domain'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createYahoo } from '../../adapters/market-data/yahoo.ts'
import { priceTaskName, startPriceJob } from '../../jobs/price-job.ts'
import { startHttpStandIn, type AskedRequest, type HttpStandIn } from '../../testing/http-stand-in.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { chartAnswer, notFoundAnswer, type ChartSubject, type TradedBar } from '../../testing/yahoo-stand-in.ts'
import { importPrices } from './bring-in-prices.ts'

let app: TestApp
let anna: TestUser
let standIn: HttpStandIn
/** The stand-in's symbols; a function writes its own response. */
const subjects = new Map<string, ChartSubject | ((response: ServerResponse, request: AskedRequest) => void)>()

const symbolOf = ({ path }: AskedRequest) => decodeURIComponent(path.slice('/v8/finance/chart/'.length).split('?')[0]!)
const asked = () => standIn.asked.map((request) => symbolOf(request))

/**
 * Returns one bar per session from `first` through `last`, closing at `close(index)` after an open one dollar below.
 */
function sessions(first: string, last: string, close: (index: number) => number): TradedBar[] {
  const bars: TradedBar[] = []
  for (let day = first as MarketDay; day <= last; day = nextSession(day)) {
    const price = close(bars.length)
    bars.push({ day, prices: [price - 1, price + 2, price - 3, price], volume: 1000 })
  }
  return bars
}

async function start(symbols: string, environment: Readonly<Record<string, string>> = {}): Promise<void> {
  app = await startTestApp({
    environment: { CLUBFOLIO_YAHOO_SYMBOLS: symbols, CLUBFOLIO_YAHOO_URL: standIn.url, ...environment },
    replace: ({ config }) => ({ yahoo: createYahoo(config.yahoo!.origin) }),
  })
  anna = await app.signUp(['ADMINISTRATORS'])
}

beforeEach(async () => {
  subjects.clear()
  standIn = await startHttpStandIn((request, response) => {
    const subject = subjects.get(symbolOf(request))
    if (typeof subject === 'function') return subject(response, request)
    const query = new URL(request.path, standIn.url).searchParams
    const dayOf = (name: string) => new Date(Number(query.get(name)) * 1000).toISOString().slice(0, 10)
    const inside = ({ day }: { readonly day: string }) => day >= dayOf('period1') && day < dayOf('period2')
    response
      .writeHead(subject ? 200 : 404)
      .end(subject ? chartAnswer({ ...subject, bars: subject.bars.filter(inside) }) : notFoundAnswer)
  })
})
afterEach(async () => {
  await app.stop()
  await standIn.stop()
})
afterAll(() => standIn.stop())

test('the symbols come in up to the last finished session, become the active market, and everything follows it', async () => {
  // A four-for-one split on Monday 2026-03-02; the forming day 2026-03-04 is not over and is left out.
  const close = (index: number) => (index < 40 ? 400 : 104)
  const bars = sessions('2026-01-02', '2026-03-04', close)
  expect(bars[40]!.day).toBe('2026-03-03')
  subjects.set('AAPL', {
    symbol: 'AAPL',
    bars: bars.map((bar, index) => (index === 39 ? { ...bar, prices: [99, 103, 98, 102] } : bar)),
    splits: [{ day: '2026-03-02', numerator: 4, denominator: 1 }],
    dividends: [{ day: '2026-02-10', amount: 0.8 }],
  })
  subjects.set('BRK-B', {
    symbol: 'BRK-B',
    bars: sessions('2026-01-02', '2026-03-03', (index) => 500 - index),
    meta: { longName: 'Berkshire Hathaway Inc.', exchangeName: 'NYQ', fullExchangeName: 'NYSE' },
  })
  await start('aapl, BRK-B', { CLUBFOLIO_MARKET_SOURCE: 'yahoo' })
  const job = startPriceJob(app.services)
  await job.stop()

  expect(await anna.client.market.findState()).toEqual({
    source: 'yahoo',
    mode: 'closed',
    marketDay: '2026-03-03',
    formingDay: null,
    isOpen: false,
    marketTime: Date.parse('2026-03-03T21:00:00Z'),
    computing: { done: 0, total: 2 },
  })
  expect(
    (await anna.client.stock.getTopWinners({ params: { limit: null, timing: 'YEAR' } })).map(
      ({ code, yearOpen, yearClose }) => [code, yearOpen, yearClose],
    ),
  ).toEqual([
    ['AAPL', 99.75, 104],
    ['BRK-B', 499, 460],
  ])
  const winners = await anna.client.stock.getTopWinners({ params: { limit: 1, timing: 'WEEK' } })
  expect(winners[0]).toMatchObject({ code: 'AAPL', name: 'AAPL Incorporated', weekOpen: 99, weekClose: 104 })
  expect((await anna.client.stock.searchByKeyword({ params: { keyword: 'brk.b' } })).map(({ name }) => name)).toEqual([
    'Berkshire Hathaway Inc.',
  ])
  expect(await anna.client.quote.find({ body: { codes: ['AAPL'] } })).toMatchObject([
    { code: 'AAPL', last: 104, atMs: Date.parse('2026-03-03') },
  ])
  // The paper brokerage reads bars as traded.
  const { rows } = await app.services.pool.query(
    `select b.day, b.close from market.daily_bar b join market.instrument i on i.id = b.instrument_id where i.code = 'AAPL' and b.day between '2026-02-27' and '2026-03-02' order by b.day`,
  )
  expect(rows).toEqual([
    { day: '2026-02-27', close: 400 },
    { day: '2026-03-02', close: 102 },
  ])
  const { rows: paid } = await app.services.pool.query(
    `select value from market.corporate_action where kind = 'DIVIDEND'`,
  )
  expect(paid).toEqual([{ value: '0.8' }])
  expect(await app.services.db.selectFrom('task').select(['name', 'status', 'position', 'total']).execute()).toEqual([
    { name: priceTaskName('Yahoo Finance'), status: 'COMPLETED', position: 2, total: 2 },
  ])
})

test('a later turn asks for what is missing only, and a new split adjusts what is stored', async () => {
  const bars = sessions('2026-02-02', '2026-03-03', () => 300)
  subjects.set('SPLT', { symbol: 'SPLT', bars })
  await start('SPLT')
  await importPrices(app.services, 'yahoo')
  await importPrices(app.services, 'yahoo')
  expect(asked()).toEqual(['SPLT'])
  app.clock.set(Date.parse('2026-03-04T22:00:00Z'))
  anna = await app.signIn(anna.email)
  subjects.set('SPLT', {
    symbol: 'SPLT',
    bars: [...bars, { day: '2026-03-04', prices: [100, 103, 99, 102], volume: 3000 }],
    splits: [{ day: '2026-03-04', numerator: 3, denominator: 1 }],
  })
  expect(await importPrices(app.services, 'yahoo')).toEqual({ broughtIn: ['SPLT'], failed: [], left: 0 })
  expect(new URL(standIn.asked[1]!.path, standIn.url).searchParams.get('period1')).toBe(
    String(Date.parse('2026-03-04') / 1000),
  )
  await anna.client.market.activateSource({ body: { source: 'yahoo' } })
  const daily = await anna.client.stock.byRange({
    body: { symbol: 'SPLT', start: '2026-03-03', end: '2026-03-04', timing: '_D' },
  })
  expect(daily.map((bar) => bar.close)).toEqual([100, 102])
})

test('a turn on the morning of a split adjusts the days before it once', async () => {
  const bars = [
    ...sessions('2026-02-26', '2026-03-03', () => 400),
    { day: '2026-03-04', prices: [100, 103, 99, 102], volume: 3000 },
  ] satisfies TradedBar[]
  const split = { day: '2026-03-04', numerator: 4, denominator: 1 }
  const divided = bars.map((bar): TradedBar =>
    bar.day < split.day ? { ...bar, prices: [99.75, 100.5, 99.25, 100], volume: bar.volume * 4 } : bar,
  )
  // Prices are always in new shares; the split itself is only reported when the request covers its day.
  subjects.set('SPLT', (response, { path }) => {
    const isAsked =
      Number(new URL(path, standIn.url).searchParams.get('period2')) * 1000 > Date.parse('2026-03-04T14:30:00Z')
    response.end(
      isAsked ? chartAnswer({ symbol: 'SPLT', bars, splits: [split] }) : chartAnswer({ symbol: 'SPLT', bars: divided }),
    )
  })
  await start('SPLT')
  await importPrices(app.services, 'yahoo')
  const closes = async () =>
    (
      await app.services.pool.query<{ day: string; close: number }>(
        `select day, close from market.daily_bar order by day`,
      )
    ).rows.map(({ day, close }) => `${day} ${close}`)
  expect(await closes()).toEqual(['2026-02-26 400', '2026-02-27 400', '2026-03-02 400', '2026-03-03 400'])
  app.clock.set(Date.parse('2026-03-04T22:00:00Z'))
  anna = await app.signIn(anna.email)
  await importPrices(app.services, 'yahoo')
  expect((await closes()).slice(-2)).toEqual(['2026-03-03 400', '2026-03-04 102'])
  await anna.client.market.activateSource({ body: { source: 'yahoo' } })
  const daily = await anna.client.stock.byRange({
    body: { symbol: 'SPLT', start: '2026-03-03', end: '2026-03-04', timing: '_D' },
  })
  expect(daily.map((bar) => bar.close)).toEqual([100, 102])
})

test('an unknown symbol is passed over, a rate limit ends the turn, and what came in stays', async () => {
  subjects.set('ONE', { symbol: 'ONE', bars: sessions('2026-02-02', '2026-03-03', () => 50) })
  subjects.set('BUSY', (response) => response.writeHead(429).end('Too Many Requests'))
  subjects.set('LAST', { symbol: 'LAST', bars: sessions('2026-02-02', '2026-03-03', () => 70) })
  await start('NONE,ONE,BUSY,LAST')
  expect(await importPrices(app.services, 'yahoo')).toMatchObject({
    broughtIn: ['ONE'],
    failed: [
      { symbol: 'NONE', kind: 'UNKNOWN' },
      { symbol: 'BUSY', kind: 'RATE_LIMITED' },
    ],
    left: 1,
  })
  expect(asked()).toEqual(['NONE', 'ONE', 'BUSY'])
  const sources = await anna.client.market.findSources()
  expect(sources.find(({ source }) => source === 'yahoo')).toEqual({
    source: 'yahoo',
    isActive: false,
    firstDay: '2026-02-02',
    marketDay: '2026-03-03',
    instrumentCount: 1,
    barCount: 21,
  })
})

test('a bar outside its own high and low is left out, the others come in', async () => {
  const bars = sessions('2026-02-26', '2026-03-03', () => 50)
  subjects.set('ODD', {
    symbol: 'ODD',
    bars: bars.map((bar, index) => (index === 1 ? { ...bar, prices: [60, 55, 47, 50] } : bar)),
  })
  await start('ODD')
  await importPrices(app.services, 'yahoo')
  const { rows } = await app.services.pool.query<{ day: string }>('select day from daily_bar order by day')
  expect(rows.map(({ day }) => day)).toEqual(['2026-02-26', '2026-03-02', '2026-03-03'])
})

test('without prices it does not become the active market, and without symbols nobody sees it', async () => {
  await start('NONE', { CLUBFOLIO_MARKET_SOURCE: 'yahoo' })
  await startPriceJob(app.services).stop()
  expect((await anna.client.market.findState()).source).toBe('simulated')
  expect((await anna.client.market.findSources()).map(({ source }) => source)).toContain('yahoo')
  await app.stop()
  app = await startTestApp()
  anna = await app.signUp(['ADMINISTRATORS'])
  expect((await anna.client.market.findSources()).map(({ source }) => source)).toEqual(['simulated', 'import'])
  expect(await importPrices(app.services, 'yahoo')).toEqual({ broughtIn: [], failed: [], left: 0 })
})

test('prices of Alpaca are a source beside those of Yahoo Finance, and can be the active market', async () => {
  const bars = sessions('2026-02-26', '2026-03-03', () => 70).map(
    ({ day, prices: [open, high, low, close], volume }) => ({
      day: day as MarketDay,
      open,
      high,
      low,
      close,
      volume,
    }),
  )
  app = await startTestApp({
    environment: {
      CLUBFOLIO_YAHOO_SYMBOLS: 'ONE',
      CLUBFOLIO_MARKET_SOURCE: 'alpaca',
      ALPACA_SYMBOLS: 'ONE',
      ALPACA_DATA_KEY_ID: 'PK1',
      ALPACA_DATA_SECRET_KEY: 'S1',
    },
    replace: () => ({
      yahoo: createYahoo(standIn.url),
      alpacaPrices: {
        dailyHistory: (symbol, _from, to) =>
          Promise.resolve({
            name: `${symbol} Incorporated`,
            assetType: 'EQUITY',
            exchange: 'NASDAQ',
            firstTradeDay: null,
            bars,
            adjustedThrough: to,
            splits: [],
            dividends: [],
          }),
      },
    }),
  })
  anna = await app.signUp(['ADMINISTRATORS'])
  subjects.set('ONE', { symbol: 'ONE', bars: sessions('2026-02-26', '2026-03-03', () => 50) })
  await startPriceJob(app.services).stop()
  expect((await anna.client.market.findState()).source).toBe('alpaca')
  const sources = await anna.client.market.findSources()
  expect(sources.find(({ source }) => source === 'alpaca')).toMatchObject({ isActive: true, marketDay: '2026-03-03' })
  const { rows } = await app.services.pool.query<{ source: string; close: number }>(
    "select i.source, b.close from instrument i join daily_bar b on b.instrument_id = i.id where b.day = '2026-03-03' " +
      "and i.code = 'ONE' order by 1",
  )
  expect(rows).toEqual([
    { source: 'alpaca', close: 70 },
    { source: 'yahoo', close: 50 },
  ])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJson, link } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'
import type { Candle } from './candle.ts'

interface History {
  readonly candles: readonly Candle[]
  readonly empty: boolean
}

let test: TestBroker
let token: string

const get = async (path: string): Promise<{ status: number; body: unknown }> =>
  getJson(`${test.url}/marketdata/v1${path}`, token)
const history = async (query: string): Promise<History> =>
  (await get(`/pricehistory?symbol=ACME&${query}`)).body as History

beforeAll(async () => {
  test = await startTestBroker()
  token = (await link(test.url, 'anna')).access_token
})
afterAll(async () => test.close())

describe('price history', () => {
  it('gives days named by their midnight in Chicago', async () => {
    const { candles } = await history('periodType=month&period=1&frequencyType=daily&frequency=1')
    expect(candles.at(-1)).toEqual({
      open: 49,
      high: 51,
      low: 48,
      close: 50,
      volume: 1000,
      datetime: Date.parse('2026-03-04T06:00:00Z'),
    })
    expect(candles[0]?.datetime).toBe(Date.parse('2026-02-04T06:00:00Z'))
  })

  it('joins days to weeks and months', async () => {
    const weeks = await history('periodType=month&period=1&frequencyType=weekly')
    // The first week began on Wednesday 2026-02-04 and has three sessions here.
    expect(weeks.candles[0]).toMatchObject({ volume: 3000, datetime: Date.parse('2026-02-04T06:00:00Z') })
    const months = await history('periodType=year&period=1')
    expect(months.candles).toHaveLength(13)
  })

  it('aligns minutes to the clock and ends with the last finished one', async () => {
    const { candles } = await history(
      'periodType=day&period=1&frequencyType=minute&frequency=30&needExtendedHoursData=false',
    )
    expect(candles.map((candle) => new Date(candle.datetime).toISOString())).toEqual(['2026-03-04T14:30:00.000Z'])
    expect(candles[0]?.volume).toBe(300)
  })

  it('takes a span in milliseconds instead of a period, and the close before it', async () => {
    const query = `periodType=year&frequencyType=daily&startDate=${Date.parse('2026-02-02T12:00:00Z')}&endDate=${Date.parse('2026-02-06T12:00:00Z')}&needPreviousClose=true`
    expect(await history(query)).toMatchObject({ empty: false, previousClose: 50, candles: { length: 5 } })
  })

  it.each([
    'periodType=week',
    'periodType=day&frequencyType=daily',
    'periodType=day&period=7',
    'periodType=month&frequencyType=minute',
    'periodType=day&frequency=7',
    'startDate=yesterday',
    'period=x',
    'periodType=toString',
  ])('refuses %s', async (query) => {
    expect(await get(`/pricehistory?symbol=ACME&${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ status: '400' }] },
    })
  })

  it('knows no history of an unknown symbol', async () => {
    expect((await get('/pricehistory?symbol=NOPE')).status).toBe(404)
  })
})

describe('instruments', () => {
  const symbols = async (query: string): Promise<string[]> =>
    ((await get(`/instruments?${query}`)).body as { instruments: { symbol: string }[] }).instruments.map(
      (one) => one.symbol,
    )

  it('are found by symbol, wildcards, words and CUSIP', async () => {
    expect(await symbols('symbol=ACME,BASK&projection=symbol-search')).toEqual(['ACME', 'BASK'])
    expect(await symbols('symbol=B.*&projection=symbol-regex')).toEqual(['BOLT', 'BASK'])
    expect(await symbols('symbol=works&projection=desc-search')).toEqual(['ACME'])
    expect((await get('/instruments/000333444')).body).toMatchObject({
      instruments: [{ symbol: 'BOLT', exchange: 'NASDAQ' }],
    })
    expect((await get('/instruments/999999999')).status).toBe(404)
  })

  it('refuse a search without projection', async () => {
    expect((await get('/instruments?symbol=ACME')).status).toBe(400)
  })
})

describe('market hours', () => {
  it('tell a full day, a short day and a holiday', async () => {
    expect((await get('/markets?markets=equity,option&date=2026-03-04')).body).toMatchObject({
      equity: {
        EQ: {
          isOpen: true,
          sessionHours: { regularMarket: [{ start: '2026-03-04T09:30:00-05:00', end: '2026-03-04T16:00:00-05:00' }] },
        },
      },
      option: { EQO: { isOpen: true }, IND: { isOpen: true } },
    })
    expect((await get('/markets/equity?date=2026-11-27')).body).toMatchObject({
      equity: { EQ: { sessionHours: { regularMarket: [{ end: '2026-11-27T13:00:00-05:00' }] } } },
    })
    expect((await get('/markets/equity?date=2026-07-03')).body).toMatchObject({ equity: { equity: { isOpen: false } } })
  })

  it('mean today without a date, and refuse unknown markets', async () => {
    expect((await get('/markets?markets=equity')).body).toMatchObject({ equity: { EQ: { date: '2026-03-04' } } })
    expect((await get('/markets?markets=tulips')).status).toBe(400)
    expect((await get('/markets/equity?date=tomorrow')).status).toBe(400)
  })
})

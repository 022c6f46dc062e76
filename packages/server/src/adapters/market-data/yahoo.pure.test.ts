// Yahoo Finance through yahoo-finance2 over real HTTP, against a stub that answers in the documented format and in
// every other format it is known to use.
import type { ServerResponse } from 'node:http'
import type { MarketDay } from '@clubfolio/domain'
import { afterEach, expect, test } from 'vitest'
import { startHttpStandIn, type AskedRequest, type HttpStandIn } from '../../testing/http-stand-in.ts'
import { chartAnswer, notFoundAnswer } from '../../testing/yahoo-stand-in.ts'
import { MarketDataFailure } from './port.ts'
import { createYahoo } from './yahoo.ts'

const day = (text: string) => text as MarketDay
const maxBytes = 20_000
const patientMs = 10_000
const hurriedMs = 400
let standIn: HttpStandIn | undefined
afterEach(() => standIn?.stop())

async function yahooThatAnswers(
  answer: (request: AskedRequest, response: ServerResponse) => void,
  totalMs = patientMs,
) {
  standIn = await startHttpStandIn(answer)
  return { yahoo: createYahoo(standIn.url, { totalMs, maxBytes }), asked: standIn.asked }
}

async function failureOf(
  answer: (request: AskedRequest, response: ServerResponse) => void,
  totalMs?: number,
): Promise<{ failure: MarketDataFailure; tries: number }> {
  const { yahoo, asked } = await yahooThatAnswers(answer, totalMs)
  const failure: unknown = await yahoo.dailyHistory('AAPL', day('2020-08-27'), day('2020-09-01')).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(MarketDataFailure)
  return { failure: failure as MarketDataFailure, tries: asked.length }
}

const aapl = {
  symbol: 'AAPL',
  bars: [
    { day: '2020-08-27', prices: [508.57, 509.94, 495.33, 500.04], volume: 38_888_096 },
    { day: '2020-08-28', prices: [504.05, 505.77, 498.31, 499.23], volume: 46_907_479 },
    { day: '2020-08-31', prices: [127.58, 131, 126, 129.04], volume: 223_505_733 },
  ],
  splits: [{ day: '2020-08-31', numerator: 4, denominator: 1 }],
  dividends: [{ day: '2020-08-28', amount: 0.82 }],
} as const

test('one answer brings bars, what they are adjusted for, splits, dividends as paid, and what the instrument is', async () => {
  const { yahoo, asked } = await yahooThatAnswers((_request, response) => response.end(chartAnswer(aapl)))
  const history = await yahoo.dailyHistory('AAPL', day('2020-08-27'), day('2020-08-31'))
  expect(history).toEqual({
    name: 'AAPL Incorporated',
    assetType: 'EQUITY',
    exchange: 'NasdaqGS',
    firstTradeDay: '1980-12-12',
    adjustedThrough: '2020-08-31',
    bars: [
      { day: '2020-08-27', open: 127.1425, high: 127.485, low: 123.8325, close: 125.01, volume: 155_552_384 },
      { day: '2020-08-28', open: 126.0125, high: 126.4425, low: 124.5775, close: 124.8075, volume: 187_629_916 },
      { day: '2020-08-31', open: 127.58, high: 131, low: 126, close: 129.04, volume: 223_505_733 },
    ],
    splits: [{ day: '2020-08-31', ratio: 4 }],
    dividends: [{ day: '2020-08-28', amount: 0.82 }],
  })
  const query = new URL(asked[0]!.path, 'http://stand-in').searchParams
  expect(asked[0]!.path).toMatch(/^\/v8\/finance\/chart\/AAPL\?/)
  expect({ interval: query.get('interval'), from: query.get('period1'), to: query.get('period2') }).toEqual({
    interval: '1d',
    from: String(Date.parse('2020-08-27') / 1000),
    to: String(Date.parse('2020-09-08') / 1000),
  })
})

test('asked on the day of a split for the days before it, it answers in the shares of those days, and keeps the split for its own', async () => {
  const { yahoo } = await yahooThatAnswers((_request, response) => response.end(chartAnswer(aapl)))
  expect(await yahoo.dailyHistory('AAPL', day('2020-08-27'), day('2020-08-28'))).toMatchObject({
    adjustedThrough: '2020-08-28',
    splits: [],
    dividends: [{ day: '2020-08-28', amount: 0.82 }],
    bars: [
      { day: '2020-08-27', close: 500.04, volume: 38_888_096 },
      { day: '2020-08-28', close: 499.23, volume: 46_907_479 },
    ],
  })
})

test('days without trade are left out, and an instrument without any bar has none', async () => {
  const gap = JSON.parse(chartAnswer(aapl)) as {
    chart: { result: [{ indicators: { quote: [Record<string, (number | null)[]>] } }] }
  }
  for (const column of Object.values(gap.chart.result[0].indicators.quote[0])) column[1] = null
  const holey = await yahooThatAnswers((_request, response) => response.end(JSON.stringify(gap)))
  expect(
    (await holey.yahoo.dailyHistory('AAPL', day('2020-08-27'), day('2020-08-31'))).bars.map((bar) => bar.day),
  ).toEqual(['2020-08-27', '2020-08-31'])
  await standIn!.stop()
  const empty = await yahooThatAnswers((_request, response) => response.end(chartAnswer({ symbol: 'NEW', bars: [] })))
  expect((await empty.yahoo.dailyHistory('NEW', day('2020-08-27'), day('2020-08-31'))).bars).toEqual([])
})

test.each([
  ['an unknown symbol', 404, notFoundAnswer, 'UNKNOWN'],
  ['an unknown symbol with status 200', 200, notFoundAnswer, 'UNKNOWN'],
  [
    'days before the first price',
    400,
    JSON.stringify({
      chart: {
        result: null,
        error: { code: 'Bad Request', description: `Data doesn't exist for startDate = 1, endDate = 2` },
      },
    }),
    'UNKNOWN',
  ],
  ['a symbol in another currency', 200, chartAnswer({ ...aapl, meta: { currency: 'EUR' } }), 'UNKNOWN'],
  [
    'what is no stock, ETF or index',
    200,
    chartAnswer({ ...aapl, meta: { instrumentType: 'CRYPTOCURRENCY' } }),
    'UNKNOWN',
  ],
  [
    'a refusal',
    401,
    JSON.stringify({ finance: { result: null, error: { code: 'Unauthorized', description: 'Invalid Crumb' } } }),
    'REFUSED',
  ],
  ['too many requests', 429, 'Too Many Requests\r\n', 'RATE_LIMITED'],
  ['a page in place of data', 200, '<!doctype html><title>Yahoo</title>', 'REFUSED'],
  ['half an answer that ends cleanly', 200, chartAnswer(aapl).slice(0, 300), 'NONSENSE'],
  [
    'an answer of another shape',
    200,
    JSON.stringify({ chart: { result: [{ meta: { symbol: 'AAPL' }, indicators: { quote: [{}] } }], error: null } }),
    'NONSENSE',
  ],
  ['prices that are words', 200, chartAnswer(aapl).replace('"close":[', '"close":["high",'), 'NONSENSE'],
  ['more than an answer can be', 200, ' '.repeat(30_000), 'NONSENSE'],
] as const)('%s fails with its name, at the first try', async (_name, status, body, kind) => {
  const { failure, tries } = await failureOf((_request, response) => response.writeHead(status).end(body))
  expect({ kind: failure.kind, tries }).toEqual({ kind, tries: 1 })
  expect(failure.message).not.toMatch(/http|crumb|period1/i)
})

test('a redirect is not followed elsewhere', async () => {
  const { failure, tries } = await failureOf((_request, response) =>
    response.writeHead(302, { location: 'https://guce.yahoo.com/consent' }).end(),
  )
  expect({ kind: failure.kind, tries }).toEqual({ kind: 'REFUSED', tries: 1 })
})

test.each([
  ['a fault', (_request: AskedRequest, response: ServerResponse) => void response.writeHead(502).end('<html>')],
  ['silence', () => undefined],
  [
    'an answer that stops in the middle',
    (_request: AskedRequest, response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-length': '5000' })
        .write(chartAnswer(aapl).slice(0, 200), () => response.destroy()),
  ],
  [
    'an answer that never ends',
    (_request: AskedRequest, response: ServerResponse) => void response.writeHead(200).write('{'),
  ],
])('%s is asked once more and then unavailable', async (_name, answer) => {
  const { failure, tries } = await failureOf(answer, hurriedMs)
  expect({ kind: failure.kind, tries }).toEqual({ kind: 'UNAVAILABLE', tries: 2 })
})

test('one fault does not keep the answer away', async () => {
  let tries = 0
  const { yahoo } = await yahooThatAnswers((_request, response) =>
    ++tries === 1 ? response.writeHead(503).end() : response.end(chartAnswer(aapl)),
  )
  expect((await yahoo.dailyHistory('AAPL', day('2020-08-27'), day('2020-08-31'))).bars).toHaveLength(3)
})

test('nobody at the address is unavailable', async () => {
  const { yahoo } = await yahooThatAnswers(() => undefined)
  await standIn!.stop()
  await expect(yahoo.dailyHistory('AAPL', day('2020-08-27'), day('2020-08-31'))).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
  })
})

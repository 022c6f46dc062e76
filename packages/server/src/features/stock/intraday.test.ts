// Bars shorter than a day over real HTTP: aggregated from minutes counted from the open, on ordinary days and on
// unusual ones. A minute's open is its number since midnight in New York, its close that plus a half, its volume 1, so
// every aggregated bar shows which minutes it contains. Source: docs/rules/accounts.md, "Wallet"; docs/rules/market.md,
// "Storage".
import { barTimings, type Bar, type BarTiming } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importText } from '../../testing/import-for-test.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'

let app: TestApp
let anna: TestUser

const [open, close, earlyClose] = [570, 960, 780]

/** Returns lines such as `2021-03-12,09:30`; `skipped` minutes had no trade. */
function minutes(day: string, from: number, until: number, skipped: (minute: number) => boolean = () => false): string {
  let lines = ''
  for (let minute = from; minute < until; minute++) {
    if (skipped(minute)) continue
    const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    lines += `MINE,${day} ${clock},${minute},${minute + 1},${minute - 1},${minute + 0.5},1\n`
  }
  return lines
}

beforeAll(async () => {
  app = await startTestApp()
  anna = await app.signUp(['INVESTORS'])
})
afterAll(() => app.stop())

const bars = (start: string, end: string, timing: BarTiming, symbol = 'MINE'): Promise<Bar[]> =>
  anna.client.stock.byRange({ body: { symbol, start, end, timing } })
const regularBars = (start: string, end: string, timing: BarTiming, symbol = 'MINE'): Promise<Bar[]> =>
  anna.client.stock.byRange({ body: { symbol, start, end, timing, isRegularHours: true } })
const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const clockOf = ({ datetime }: Bar) => newYork.format(datetime).replace(',', '')

test('in an empty market every timing answers with nothing, and so do the lists', async () => {
  for (const timing of barTimings) expect(await bars('2000-01-01', '2026-03-04', timing)).toEqual([])
  expect(await anna.client.stock.getTopWinners({ params: { limit: null, timing: 'WEEK' } })).toEqual([])
  expect(await anna.client.stock.getNewHigh({ params: { limit: 10, timing: 'DAILY' } })).toEqual([])
  expect(await anna.client.stock.getNewIpo({ body: { assetType: 'All Type', limit: null, timing: 2026 } })).toEqual([])
  expect(await anna.client.stock.searchByKeyword({ params: { keyword: 'MINE' } })).toEqual([])
})

test('the recorded days come in', async () => {
  const services = app.services
  const daily = 'symbol,date,open,high,low,close,volume\nMINE,2021-03-16,570,961,569,960,390\n'
  await importText(services, 'daily.csv', daily)
  const halted = (minute: number) => minute >= 720 && minute < 780
  const file =
    'symbol,date,open,high,low,close,volume\n' +
    minutes('2020-11-27', open, earlyClose) +
    minutes('2021-02-12', open, close) +
    minutes('2021-02-16', open, close) +
    minutes('2021-03-12', open, close) +
    minutes('2021-03-15', open, close) +
    minutes('2021-03-16', 615, close, (minute) => halted(minute) || minute % 7 === 0)
  expect(await importText(services, 'minutes.csv', file)).toMatchObject({ status: 'DONE', rowsRefused: 0 })
  expect(await anna.client.stock.fundamental({ body: { symbol: 'MINE' } })).toMatchObject({
    hasIntraday: true,
    firstDay: '2021-03-16',
    firstIntradayDay: '2020-11-27',
  })
})

test.each([
  ['_1M', 390, 1],
  ['_5M', 78, 5],
  ['_15M', 26, 15],
  ['_30M', 13, 30],
  ['_1H', 7, 60],
  ['_4H', 2, 240],
] as const)(
  '%s counts from the open: %i bars a day, the last one as long as the day leaves',
  async (timing, count, span) => {
    const day = await bars('2021-02-16', '2021-02-16', timing)
    expect(day).toHaveLength(count)
    for (const [index, bar] of day.entries()) {
      const from = open + index * span
      const until = Math.min(from + span, close)
      expect({ ...bar, datetime: 0 }).toEqual({
        datetime: 0,
        open: from,
        high: until,
        low: from - 1,
        close: until - 0.5,
        volume: until - from,
      })
    }
    expect(clockOf(day[0]!)).toBe('2021-02-16 09:30')
  },
)

test('across the change to summer time the day begins at half past nine, not an hour beside it', async () => {
  const hours = await bars('2021-03-12', '2021-03-15', '_1H')
  expect(hours.map(clockOf)).toEqual(
    ['2021-03-12', '2021-03-15'].flatMap((day) =>
      ['09:30', '10:30', '11:30', '12:30', '13:30', '14:30', '15:30'].map((time) => `${day} ${time}`),
    ),
  )
  expect(hours[7]!.datetime - hours[0]!.datetime).toBe(71 * 3_600_000)
})

test('a holiday and a week-end have no bars, and no bar joins the days around them', async () => {
  expect(await bars('2021-02-13', '2021-02-15', '_5M')).toEqual([])
  const long = await bars('2021-02-12', '2021-02-16', '_4H')
  expect(long.map(clockOf)).toEqual(['2021-02-12 09:30', '2021-02-12 13:30', '2021-02-16 09:30', '2021-02-16 13:30'])
})

test('on an early close the last bar is short and nothing follows it', async () => {
  const hours = await bars('2020-11-27', '2020-11-27', '_1H')
  expect(hours.map(({ volume }) => volume)).toEqual([60, 60, 60, 30])
  expect(hours.at(-1)!.close).toBe(earlyClose - 0.5)
})

test('a late start, a halt and minutes without a trade leave gaps: no bar is made up, and the others hold what there was', async () => {
  const traded = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, index) => from + index).filter(
      (minute) => minute >= 615 && minute < close && (minute < 720 || minute >= 780) && minute % 7 !== 0,
    )
  const five = await bars('2021-03-16', '2021-03-16', '_5M')
  expect(clockOf(five[0]!)).toBe('2021-03-16 10:15')
  for (const bar of five) {
    const minute = Math.floor(bar.open)
    const from = open + Math.floor((minute - open) / 5) * 5
    const inside = traded(from, from + 5)
    expect({ open: bar.open, close: bar.close, volume: bar.volume }).toEqual({
      open: inside[0],
      close: inside.at(-1)! + 0.5,
      volume: inside.length,
    })
  }
  expect(five.reduce((sum, { volume }) => sum + volume, 0)).toBe(traded(open, close).length)
})

test('the simulated market computes the minutes of its last weeks, and its hours add up to its day', async () => {
  await fillSimulatedMarket(app.services)
  await app.services.db.updateTable('market_source').set({ is_active: false }).execute()
  await app.services.db
    .updateTable('market_source')
    .set({ is_active: true })
    .where('source', '=', 'simulated')
    .execute()
  const [day] = await bars('2026-03-03', '2026-03-03', '_D', 'SPY')
  const hours = await bars('2026-03-03', '2026-03-03', '_1H', 'SPY')
  expect({
    open: hours[0]!.open,
    high: Math.max(...hours.map(({ high }) => high)),
    low: Math.min(...hours.map(({ low }) => low)),
    close: hours.at(-1)!.close,
  }).toEqual({ open: day!.open, high: day!.high, low: day!.low, close: day!.close })
  expect(await bars('2025-01-02', '2025-01-03', '_1H', 'SPY')).toEqual([])
})

test('while the market is open the last daily bar is the day as far as it has come, and it belongs to its week', async () => {
  const yesterday = await bars('2026-03-03', '2026-03-03', '_D', 'SPY')
  const [, today] = await bars('2026-03-03', '2026-03-04', '_D', 'SPY')
  const minutesSoFar = await bars('2026-03-04', '2026-03-04', '_1M', 'SPY')
  expect({ ...today!, volume: 0 }).toEqual({
    datetime: Date.parse('2026-03-04'),
    open: minutesSoFar[0]!.open,
    close: minutesSoFar.at(-1)!.close,
    high: Math.max(...minutesSoFar.map(({ high }) => high)),
    low: Math.min(...minutesSoFar.map(({ low }) => low)),
    volume: 0,
  })
  expect(today!.volume / minutesSoFar.reduce((sum, { volume }) => sum + volume, 0)).toBeCloseTo(1, 2)
  const [week] = await bars('2026-03-02', '2026-03-04', '_W', 'SPY')
  expect(week!.close).toBe(today!.close)
  const history = await anna.client.stock.findInstrumentHistoricInPercentage({
    body: { instrumentCode: 'SPY', fromDate: '2026-03-03', toDate: '2026-03-04', timing: '_D' },
  })
  expect(history[1]![1]).toBe(Number(((today!.close / yesterday[0]!.close - 1) * 100).toFixed(2)))
  expect(await bars('2026-03-03', '2026-03-03', '_D', 'SPY')).toEqual(yesterday)
})

test('in regular hours a session of the simulated market has no minute of the nights around it, and its last bar ends at the close', async () => {
  const all = await bars('2026-03-03', '2026-03-03', '_1M', 'SPY')
  const session = await regularBars('2026-03-03', '2026-03-03', '_1M', 'SPY')
  expect(all.length).toBeGreaterThan(1_000)
  expect([session.length, clockOf(session[0]!), clockOf(session.at(-1)!)]).toEqual([
    390,
    '2026-03-03 09:30',
    '2026-03-03 15:59',
  ])
  const halfHours = await regularBars('2026-03-03', '2026-03-03', '_30M', 'SPY')
  expect([halfHours.length, clockOf(halfHours.at(-1)!)]).toEqual([13, '2026-03-03 15:30'])
  expect(halfHours.at(-1)!.close).toBe(session.at(-1)!.close)
})

test('in regular hours the night that is running is shown until the market opens, apart from the session before it', async () => {
  const hoursAt = async (instant: string) => {
    app.clock.advance(Date.parse(instant) - app.clock.nowMs())
    // The session of before has ended by now.
    anna = await app.signUp(['INVESTORS'])
    return (await regularBars('2026-03-04', '2026-03-05', '_1H', 'SPY')).map(clockOf).slice(5)
  }
  expect(await hoursAt('2026-03-05T03:00:00Z')).toEqual([
    '2026-03-04 14:30',
    '2026-03-04 15:30',
    '2026-03-04 16:00',
    '2026-03-04 16:30',
    '2026-03-04 17:30',
    '2026-03-04 18:30',
    '2026-03-04 19:30',
    '2026-03-04 20:30',
    '2026-03-04 21:30',
  ])
  expect(await hoursAt('2026-03-05T15:00:00Z')).toEqual(['2026-03-04 14:30', '2026-03-04 15:30', '2026-03-05 09:30'])
})

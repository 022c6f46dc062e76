// Daily prices with gaps over real HTTP: a halt of a week, a holiday, the change to summer time, an instrument that
// starts late, one that ends early, and one that did not trade on the market day. Nothing is invented for a day without
// a bar.
import { sessionsBetween, type MarketDay } from '@clubfolio/domain'
import type { BarTiming } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importText } from '../../testing/import-for-test.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let anna: TestUser

/**
 * One bar per session: it opens at its number, closes half above, volume 1; numbers count the sessions of the whole
 * file.
 */
const days = sessionsBetween('2021-02-01' as MarketDay, '2021-04-21' as MarketDay)
const line = (code: string, day: string): string => {
  const number = days.indexOf(day as MarketDay) + 10
  return `${code},${day},${number},${number + 1},${number - 1},${number + 0.5},1\n`
}
const file = (code: string, has: (day: string) => boolean) =>
  days
    .filter(has)
    .map((day) => line(code, day))
    .join('')

beforeAll(async () => {
  app = await startTestApp()
  anna = await app.signUp(['INVESTORS'])
  await importText(
    app.services,
    'prices.csv',
    'symbol,date,open,high,low,close,volume\n' +
      file('FULL', () => true) +
      file('HALT', (day) => day < '2021-04-12' || day > '2021-04-16') +
      file('LATE', (day) => day >= '2021-04-15') +
      file('GONE', (day) => day <= '2021-04-16') +
      file('HELD', (day) => day !== '2021-04-21'),
  )
})
afterAll(() => app.stop())

const bars = (symbol: string, start: string, end: string, timing: BarTiming) =>
  anna.client.stock.byRange({ body: { symbol, start, end, timing } })
const dayOf = ({ datetime }: { readonly datetime: number }) => new Date(datetime).toISOString().slice(0, 10)
const numberOf = (day: string) => days.indexOf(day as MarketDay) + 10

test('a halted week has no bar of any width, and the weeks beside it hold their own prices alone', async () => {
  expect((await bars('HALT', '2021-04-08', '2021-04-20', '_D')).map(dayOf)).toEqual([
    '2021-04-08',
    '2021-04-09',
    '2021-04-19',
    '2021-04-20',
  ])
  const weeks = await bars('HALT', '2021-04-05', '2021-04-21', '_W')
  expect(weeks.map((bar) => [dayOf(bar), bar.open, bar.close, bar.volume])).toEqual([
    ['2021-04-05', numberOf('2021-04-05'), numberOf('2021-04-09') + 0.5, 5],
    ['2021-04-19', numberOf('2021-04-19'), numberOf('2021-04-21') + 0.5, 3],
  ])
  const change = await anna.client.stock.findInstrumentHistoricInPercentage({
    body: { instrumentCode: 'HALT', fromDate: '2021-04-09', toDate: '2021-04-19', timing: '_D' },
  })
  expect(change.map(([ms]) => dayOf({ datetime: ms }))).toEqual(['2021-04-09', '2021-04-19'])
})

test('a range of nothing but a holiday and its week-end is empty, and its week is short', async () => {
  expect(await bars('FULL', '2021-04-02', '2021-04-04', '_D')).toEqual([])
  expect(await bars('FULL', '2021-03-29', '2021-04-04', '_W')).toMatchObject([
    { volume: 4, datetime: Date.parse('2021-03-29') },
  ])
})

test('days are midnights of UTC on both sides of the change to summer time', async () => {
  const [friday, monday] = await bars('FULL', '2021-03-12', '2021-03-15', '_D')
  expect([friday!.datetime, monday!.datetime]).toEqual([Date.parse('2021-03-12'), Date.parse('2021-03-15')])
})

test('an instrument that begins late is measured from its own first open, and reaches no extreme before it has a past', async () => {
  expect((await bars('LATE', '1700-01-01', '2021-04-21', '_MONTH')).map((bar) => [dayOf(bar), bar.volume])).toEqual([
    ['2021-04-15', 5],
  ])
  const winners = await anna.client.stock.getTopWinners({ params: { limit: null, timing: 'YEAR' } })
  expect(winners.find(({ code }) => code === 'LATE')).toMatchObject({
    yearOpen: numberOf('2021-04-15'),
    yearClose: numberOf('2021-04-21') + 0.5,
  })
  // The halted instrument missed a week of rising prices, so it exceeded its previous high by more.
  const highs = await anna.client.stock.getNewHigh({ params: { limit: null, timing: 'WEEK' } })
  expect(highs.map(({ code }) => code)).toEqual(['HALT', 'FULL'])
})

test('what ended early or did not trade on the market day is in no list, but keeps its chart and its last price', async () => {
  for (const timing of ['DAILY', 'WEEK', 'MONTH', 'YEAR'] as const) {
    const codes = (await anna.client.stock.getTopLosers({ params: { limit: null, timing } })).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['FULL', 'HALT', 'LATE'])
  }
  expect(dayOf((await bars('GONE', '2021-02-01', '2021-12-31', '_D')).at(-1)!)).toBe('2021-04-16')
  expect(await bars('GONE', '2021-04-19', '2021-04-21', '_D')).toEqual([])
  expect(await anna.client.quote.find({ body: { codes: ['GONE', 'HELD'] } })).toMatchObject([
    { code: 'GONE', last: numberOf('2021-04-16') + 0.5, atMs: Date.parse('2021-04-16') },
    { code: 'HELD', last: numberOf('2021-04-20') + 0.5, atMs: Date.parse('2021-04-20') },
  ])
})

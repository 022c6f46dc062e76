// The lists on the real file as of 2021-04-21, against a second computation that shares no code with the product: plain
// loops over the rows of the file, by the published definitions. New IPO comes from the listing directory next to it.
import { join } from 'node:path'
import { listTimings, type Client, type ImportRun, type ListTiming } from '@clubfolio/contract'
import { hasMarketData, marketDataFolder, readMarketRows } from '@clubfolio/domain/testing/market-data'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importPath } from '../../testing/import-for-test.ts'
import { realMarketFile, realMarketTemplate } from '../../testing/real-market.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { findRun } from '../market/import/import-run.ts'

const listingFile = 'reference/us-listing-status-2021-08.csv.gz'
const marketDay = '2021-04-21'
const starts: Record<ListTiming, string> = {
  DAILY: '2021-04-21',
  WEEK: '2021-04-19',
  MONTH: '2021-04-01',
  YEAR: '2021-01-01',
}

interface PlainBar {
  readonly day: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

let app: TestApp
let client: Client
let run: ImportRun
const market = new Map<string, PlainBar[]>()

if (!hasMarketData)
  console.warn(
    `SKIPPED, the real market files are missing: there is no folder ${marketDataFolder}. Set CLUBFOLIO_MARKET_DATA to where they are.`,
  )

describe.skipIf(!hasMarketData)('on the real file', () => {
  beforeAll(async () => {
    // Reading keeps this process busy for seconds; a connection that the server closes meanwhile would break the next
    // call.
    readPlainMarket()
    app = await startTestApp({ template: realMarketTemplate })
    client = (await app.signUp(['INVESTORS'])).client
    const { id } = await app.services.db.selectFrom('market_import_run').select('id').executeTakeFirstOrThrow()
    run = await findRun(app.services.db, id)
  })
  afterAll(() => app.stop())

  test('every bar of the file comes in', () => {
    expect(run).toMatchObject({
      status: 'DONE',
      rowsRead: 625_553,
      rowsAdded: 625_553,
      rowsRefused: 0,
      instrumentsAdded: 504,
    })
  })

  test.each(listTimings)('Top Winners and Top Losers of %s agree with the plain computation', async (timing) => {
    const changes = [...market].flatMap(([code, bars]) => {
      if (bars.at(-1)!.day !== marketDay) return []
      const first = bars.find((bar) => bar.day >= starts[timing])!
      return [{ code, change: bars.at(-1)!.close / first.open - 1 }]
    })
    const byChange = (sign: number) =>
      changes.toSorted((a, b) => sign * (a.change - b.change) || (a.code < b.code ? -1 : 1)).map(({ code }) => code)
    const winners = await client.stock.getTopWinners({ params: { limit: null, timing } })
    const losers = await client.stock.getTopLosers({ params: { limit: null, timing } })
    expect(changes).toHaveLength(503)
    expect(winners.map(({ code }) => code)).toEqual(byChange(-1))
    expect(losers.map(({ code }) => code)).toEqual(byChange(1))
    expect((await client.stock.getTopWinners({ params: { limit: 10, timing } })).map(({ code }) => code)).toEqual(
      byChange(-1).slice(0, 10),
    )
    const change = new Map(changes.map((row) => [row.code, row.change]))
    const words = { DAILY: 'daily', WEEK: 'week', MONTH: 'month', YEAR: 'year' } as const
    for (const row of winners)
      expect(row[`${words[timing]}Close`] / row[`${words[timing]}Open`] - 1).toBeCloseTo(change.get(row.code)!, 4)
  })

  test.each(listTimings)('New High and New Low of %s agree with the plain computation', async (timing) => {
    const highs = plainExtremes(timing, (bar) => bar.high, 1)
    const lows = plainExtremes(timing, (bar) => bar.low, -1)
    expect(await client.stock.getNewHigh({ params: { limit: null, timing } })).toEqual(
      highs.map(({ code, price, day }) => ({ code, name: code, maxH: expect.closeTo(price, 3), maxHDate: day })),
    )
    expect(await client.stock.getNewLow({ params: { limit: null, timing } })).toEqual(
      lows.map(({ code, price, day }) => ({ code, name: code, minH: expect.closeTo(price, 3), minHDate: day })),
    )
  })

  test('a stock that split is not a loser: Sherwin-Williams split three for one on 2021-04-01', async () => {
    const losers = await client.stock.getTopLosers({ params: { limit: null, timing: 'YEAR' } })
    const sherwin = losers.find(({ code }) => code === 'SHW')!
    expect(sherwin.yearOpen).toBeCloseTo(735.99 / 3, 0)
    expect(sherwin.yearClose / sherwin.yearOpen - 1).toBeGreaterThan(0)
  })

  test('a stock without a bar on the market day is in no list: Varian was taken over on 2021-04-16', async () => {
    const winners = await client.stock.getTopWinners({ params: { limit: null, timing: 'YEAR' } })
    expect(winners.some(({ code }) => code === 'VAR')).toBe(false)
    expect(
      await client.stock.byRange({ body: { symbol: 'VAR', start: '2021-04-14', end: '2021-04-21', timing: '_D' } }),
    ).toHaveLength(3)
  })

  test('bars are split-adjusted on reading, in every timing', async () => {
    const body = { symbol: 'AAPL', start: '2020-08-01', end: '2020-09-30' }
    const plain = market.get('AAPL')!.filter(({ day }) => day >= body.start && day <= body.end)
    const daily = await client.stock.byRange({ body: { ...body, timing: '_D' } })
    expect(daily.map((bar) => [new Date(bar.datetime).toISOString().slice(0, 10), bar.close])).toEqual(
      plain.map(({ day, close }) => [day, expect.closeTo(close, 3)]),
    )
    const monthly = await client.stock.byRange({ body: { ...body, timing: '_MONTH' } })
    expect(monthly).toHaveLength(2)
    expect(monthly[0]).toMatchObject({
      datetime: Date.parse('2020-08-03'),
      open: expect.closeTo(plain[0]!.open, 3),
      high: expect.closeTo(Math.max(...plain.filter((bar) => bar.day < '2020-09').map((bar) => bar.high)), 3),
    })
    const percent = await client.stock.findInstrumentHistoricInPercentage({
      body: { instrumentCode: 'AAPL', fromDate: body.start, toDate: body.end, timing: '_D' },
    })
    expect(percent[0]).toEqual([Date.parse('2020-08-03'), 0])
    expect(percent.at(-1)![1]).toBe(Number(((plain.at(-1)!.close / plain[0]!.close - 1) * 100).toFixed(2)))
  })

  test('the search finds BRK.B whatever the separator, and the market says it is closed on its last day', async () => {
    expect((await client.stock.searchByKeyword({ params: { keyword: 'BRK-B' } })).map(({ code }) => code)).toEqual([
      'BRK.B',
    ])
    expect(await client.market.findState()).toEqual({
      source: 'import',
      mode: 'closed',
      marketDay,
      formingDay: null,
      isOpen: false,
      marketTime: Date.parse('2021-04-21T20:00:00Z'),
      computing: { done: 0, total: 504 },
    })
  })

  describe('with the listing directory', () => {
    const listed = new Map<number, PlainListing[]>()

    test('every row of it with a symbol comes in', async () => {
      expect(await importPath(app.services, join(marketDataFolder, listingFile))).toMatchObject({
        status: 'DONE',
        rowsRead: 11_433,
        rowsRefused: 5,
      })
      for (const row of readPlainListings()) listed.set(row.year, [...(listed.get(row.year) ?? []), row])
    })

    test.each([2021, 2020, 2019])(
      'New IPO of %i agrees with the plain computation for every asset type',
      async (year) => {
        const rows = listed
          .get(year)!
          .toSorted((a, b) => (a.ipoDate > b.ipoDate ? -1 : a.ipoDate < b.ipoDate ? 1 : a.code < b.code ? -1 : 1))
        for (const [assetType, plain] of [
          ['All Type', rows],
          ['EQUITY', rows.filter(({ type }) => type === 'Stock')],
          ['ETF', rows.filter(({ type }) => type === 'ETF')],
        ] as const) {
          const all = await client.stock.getNewIpo({ body: { assetType, limit: null, timing: year } })
          expect(all.map(({ code, ipo_date, lastClose }) => ({ code, ipo_date, lastClose }))).toEqual(
            plain.map(({ code, ipoDate }) => ({
              code,
              ipo_date: ipoDate,
              lastClose: market.get(code)?.at(-1)?.close ?? null,
            })),
          )
          const ten = await client.stock.getNewIpo({ body: { assetType, limit: 10, timing: year } })
          expect(ten).toEqual(all.slice(0, 10))
        }
      },
    )

    test('nothing is listed after the market day, although the directory goes on', async () => {
      const [newest] = await client.stock.getNewIpo({ body: { assetType: 'All Type', limit: 10, timing: 2021 } })
      expect(newest!.ipo_date <= marketDay).toBe(true)
      expect(await client.stock.getNewIpo({ body: { assetType: 'All Type', limit: null, timing: 2022 } })).toEqual([])
    })

    test('names, sectors and market values of the other files join the prices, whatever the class separator', async () => {
      await importPath(app.services, join(marketDataFolder, 'reference/sp500-constituents-2021-05.csv'))
      expect(await client.stock.fundamental({ body: { symbol: 'BRK/B' } })).toMatchObject({
        code: 'BRK.B',
        name: 'Berkshire Hathaway Inc - Class B',
        sector: 'Financials',
        assetType: 'EQUITY',
      })
    })
  })
})

/** Rows of the file, each divided by the splits that came after it. */
function readPlainMarket(): void {
  for (const [symbol, day, open, high, low, close, , , , split] of readMarketRows(realMarketFile)) {
    const bars = market.get(symbol!) ?? []
    const ratio = Number(split)
    const earlier =
      ratio === 1
        ? bars
        : bars.map((bar) => ({
            day: bar.day,
            open: bar.open / ratio,
            high: bar.high / ratio,
            low: bar.low / ratio,
            close: bar.close / ratio,
          }))
    earlier.push({ day: day!, open: Number(open), high: Number(high), low: Number(low), close: Number(close) })
    market.set(symbol!, earlier)
  }
}

/**
 * Returns periods whose extreme reaches that of the days after start - 365 and before the start; `sign` is 1 for highs,
 * -1 for lows.
 */
function plainExtremes(
  timing: ListTiming,
  priceOf: (bar: PlainBar) => number,
  sign: 1 | -1,
): { code: string; price: number; day: string; beyond: number }[] {
  const start = starts[timing]
  const after = new Date(Date.parse(start) - 365 * 86_400_000).toISOString().slice(0, 10)
  const found = [...market].flatMap(([code, bars]) => {
    if (bars.at(-1)!.day !== marketDay) return []
    const before = bars.filter(({ day }) => day > after && day < start).map(priceOf)
    if (before.length < 20) return []
    const period = bars.filter(({ day }) => day >= start)
    const best = (prices: number[]) => (sign === 1 ? Math.max(...prices) : Math.min(...prices))
    const price = best(period.map(priceOf))
    if (sign * (price - best(before)) < 0) return []
    return [
      {
        code,
        price,
        day: period.findLast((bar) => priceOf(bar) === price)!.day,
        beyond: sign * (price / best(before) - 1),
      },
    ]
  })
  return found.sort(
    (a, b) => b.beyond - a.beyond || (a.day > b.day ? -1 : a.day < b.day ? 1 : 0) || (a.code < b.code ? -1 : 1),
  )
}

interface PlainListing {
  readonly code: string
  readonly type: string
  readonly ipoDate: string
  readonly year: number
}

/**
 * Returns rows of the directory up to the market day; names contain commas, so the columns are counted from the end.
 * Symbols with blanks are defects.
 */
function readPlainListings(): PlainListing[] {
  return readMarketRows(listingFile).flatMap((cells) => {
    const [type, ipoDate] = [cells.at(-4)!, cells.at(-3)!]
    return cells[0]!.includes(' ') || ipoDate > marketDay
      ? []
      : [{ code: cells[0]!, type, ipoDate, year: Number(ipoDate.slice(0, 4)) }]
  })
}

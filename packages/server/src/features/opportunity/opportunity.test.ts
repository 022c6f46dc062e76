import {
  opportunityOrders,
  type Client,
  type Opportunity,
  type OpportunityOrder,
  type RouteParams,
  type RouteQuery,
  type Routes,
} from '@clubfolio/contract'
import {
  computeDayLevels,
  isQualified,
  judgeEntry,
  marketDay,
  nextSession,
  roundPosition,
  sizePosition,
  type MarketDay,
} from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importText } from '../../testing/import-for-test.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { writeFormingDay } from '../market/write-forming-day.ts'
import { computeDueLevels, storedSessions } from './compute-due-levels.ts'

type Find = Routes['opportunity']['find']
type Query = RouteParams<Find> & RouteQuery<Find>

const plain: Query = {
  investmentType: 'long',
  capital: '50000',
  risk: '1',
  start: 0,
  count: 20,
  assetTypes: ['EQUITY', 'ETF', 'INDEX'],
  symbolOrAll: null,
  showOnlyQEC: false,
  yearIPO: null,
  overtaken: 'show',
  direction: 'ASC',
}

describe('on the simulated market', () => {
  let app: TestApp
  let client: Client
  let token: string
  const find = (change: Partial<Query> = {}) => {
    const { overtaken, orderBy, direction, ...params } = { ...plain, ...change }
    return client.opportunity.find({ params, query: { overtaken, orderBy, direction } })
  }
  const codes = ({ result }: { result: readonly Opportunity[] }) => result.map((row) => row.instrumentCode)

  beforeAll(async () => {
    app = await startTestApp({ environment: { CLUBFOLIO_MARKET_INSTRUMENTS: '50' } })
    const investor = await app.signUp(['INVESTORS'])
    client = investor.client
    token = investor.user.token
    await fillSimulatedMarket(app.services)
    await computeDueLevels(app.services)
  })
  afterAll(() => app.stop())

  it('lists the nearest first, page by page, and tells the number of all', async () => {
    const all = await find({ count: 1000 })
    expect(all.total).toBe(all.result.length)
    expect(all.total).toBeGreaterThan(20)
    const [first, second, beyond] = [await find(), await find({ start: 20 }), await find({ start: 5000 })]
    expect(codes(first)).toEqual(codes(all).slice(0, 20))
    expect(codes(second)).toEqual(codes(all).slice(20, 40))
    expect(beyond).toEqual({ total: all.total, overtaken: 0, result: [] })
    const distances = all.result.map((row) => row.distance)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  })

  const shownBy: Readonly<Record<OpportunityOrder, (row: Opportunity) => string | number | null>> = {
    name: (row) => row.instrumentName.toLowerCase(),
    type: (row) => row.instrumentAssetType.toLowerCase(),
    code: (row) => row.instrumentCode.toLowerCase(),
    cusip: (row) => row.cusip?.toLowerCase() ?? null,
    resistance: (row) => row.resistance,
    support: (row) => row.support,
    buyPrice: (row) => row.buyPrice,
    sellPrice: (row) => row.sellPrice,
    volume: (row) => row.volume,
    stocks: (row) => row.cantStocks,
    inversion: (row) => row.inversionValue,
    distance: (row) => row.distance,
  }
  it.each(opportunityOrders)('orders by %s both ways over all pages, equal rows by the nearest', async (orderBy) => {
    for (const investmentType of ['long', 'short'] as const) {
      const nearest = codes(await find({ investmentType, count: 1000 }))
      for (const direction of ['ASC', 'DESC'] as const) {
        const order = { investmentType, orderBy, direction } as const
        const all = (await find({ ...order, count: 1000 })).result
        const signed = (a: Opportunity, b: Opportunity): number => {
          const [x, y] = [shownBy[orderBy](a), shownBy[orderBy](b)]
          if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
          return (x < y ? -1 : x > y ? 1 : 0) * (direction === 'ASC' ? 1 : -1)
        }
        const rank = (row: Opportunity) => nearest.indexOf(row.instrumentCode)
        // The distance is shown with 2 decimals and ordered unrounded.
        const isTied = (a: Opportunity, b: Opportunity) => orderBy !== 'distance' && signed(a, b) === 0
        const wrong = all.filter((row, index) => {
          const before = all[index - 1]
          return before && (signed(before, row) > 0 || (isTied(before, row) && rank(before) > rank(row)))
        })
        expect({ direction, wrong: wrong.map(shownBy[orderBy]) }).toEqual({ direction, wrong: [] })
        const pages = [await find(order), await find({ ...order, start: 20 })]
        expect(pages.flatMap(codes)).toEqual(all.slice(0, 40).map((row) => row.instrumentCode))
        expect(all.map((row) => row.instrumentCode).toSorted()).toEqual(nearest.toSorted())
      }
    }
  })

  it.each(['long', 'short'] as const)('sizes %s rows from their own figures, exactly', async (investmentType) => {
    const { result } = await find({ investmentType, count: 1000, capital: '1234.56', risk: '0.37' })
    expect(result.length).toBeGreaterThan(10)
    for (const row of result) {
      const input = {
        direction: investmentType,
        capital: '1234.56',
        risk: '0.37',
        resistance: row.resistance,
        support: row.support,
      }
      const position = roundPosition(sizePosition(input), input)
      for (const percent of [row.distance, row.trueLossPercent]) expect(percent).toBe(Number(percent.toFixed(2)))
      expect(row).toMatchObject({
        cantStocks: Number(position.quantity),
        inversionValue: Number(position.investment),
        buyPrice: Number(position.buyPrice),
        sellPrice: Number(position.sellPrice),
      })
      expect(row[`opportunity_seeker_${investmentType}_buyPrice`]).toBe(row.buyPrice)
      expect([row.shortResistance, row.shortSupport]).toEqual(
        investmentType === 'short' ? [row.resistance, row.support] : [undefined, undefined],
      )
    }
  })

  it('with QEC keeps exactly the rows above the threshold and within the capital', async () => {
    for (const [capital, risk] of [
      ['50000', '1'],
      ['1500', '2'],
      ['800.01', '100'],
      ['2500.5', '0.333'],
      ['9999999999.99', '100'],
    ] as const) {
      const all = await find({ capital, risk, count: 1000 })
      const qualified = await find({ capital, risk, count: 1000, showOnlyQEC: true })
      expect(codes(qualified)).toEqual(
        all.result.filter((row) => isQualified(String(row.inversionValue), capital)).map((row) => row.instrumentCode),
      )
      expect(qualified.result.every((row) => row.isQualified)).toBe(true)
    }
  })

  it('filters by asset type, symbol and IPO year', async () => {
    const all = await find({ count: 1000 })
    const equities = await find({ count: 1000, assetTypes: ['EQUITY'] })
    expect(codes(equities)).toEqual(
      all.result.filter((row) => row.instrumentAssetType === 'EQUITY').map((row) => row.instrumentCode),
    )
    expect((await find({ assetTypes: [] })).total).toBe(0)
    const code = codes(all)[3]!
    expect(codes(await find({ symbolOrAll: code.toLowerCase() }))).toEqual([code])
    const years = await app.services.db.selectFrom('instrument').select(['code', 'ipo_date']).execute()
    const yearOf = (wanted: string) => Number(years.find((row) => row.code === wanted)!.ipo_date?.slice(0, 4))
    expect(codes(await find({ count: 1000, yearIPO: yearOf(code) }))).toEqual(
      codes(all).filter((other) => yearOf(other) === yearOf(code)),
    )
  })

  it('shows the proof of a row', async () => {
    const row = (await find()).result[0]!
    const levels = await client.opportunity.findLevels({ params: { symbol: row.instrumentCode } })
    expect(levels).toMatchObject({
      code: row.instrumentCode,
      long: { resistance: { price: row.resistance }, support: { price: row.support }, fault: null },
    })
    expect(levels!.long.resistance.days.length).toBeGreaterThan(0)
    for (const level of levels!.levels) expect(level.days.length).toBeGreaterThanOrEqual(2)
    expect(await client.opportunity.findLevels({ params: { symbol: 'NOSUCH' } })).toBeNull()
  })

  it('refuses a risk out of range and a capital that is none', async () => {
    const address = (capital: string, risk: string) =>
      `${app.url}/v1/api/opportunity-seeker/long/${capital}/${risk}/0/20/'EQUITY'/All/false/All`
    for (const [capital, risk, message] of [
      ['50000', '0', 'Risk must be greater than zero and less than equal to 100'],
      ['50000', '100.5', 'Risk must be greater than zero and less than equal to 100'],
      ['0', '1', 'Enter a capital above zero.'],
      ['1e5', '1', 'Enter the capital in dollars, with at most 2 decimals.'],
    ] as const) {
      const answer = await fetch(address(capital, risk), { headers: { Token: token } })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: [{ message }] })
    }
    const stranger = await app.signUp([])
    expect(await refusalOf(stranger.client.opportunity.find({ params: plain, query: plain }))).toBe('403 forbidden')
  })

  it('says nothing about a session before one forms', async () => {
    const { overtaken, result } = await find({ count: 1000 })
    expect(overtaken).toBe(0)
    expect(new Set(result.map(({ entryState, session }) => entryState ?? session))).toEqual(new Set([null]))
  })

  it.each(['long', 'short'] as const)(
    'says of %s rows what the session has done to them, puts overtaken ones last and hides them on demand',
    async (investmentType) => {
      const before = await find({ investmentType, count: 1000 })
      await app.services.pool.query("update market_source set forming_day = null where source = 'simulated'")
      app.clock.set(Date.parse('2026-03-04T20:59:00Z'))
      client = (await app.signUp(['INVESTORS'])).client
      expect(await writeFormingDay(app.services)).toBe('2026-03-04')
      const during = await find({ investmentType, count: 1000 })
      const ordered = (rows: readonly Opportunity[]) => rows.map((row) => row.instrumentCode).toSorted()
      expect(ordered(during.result)).toEqual(ordered(before.result))
      for (const row of during.result) {
        const bar = app.services.simulated.formingBar(row.instrumentCode, app.clock.nowMs())!
        expect(row.session).toEqual({ day: '2026-03-04', high: bar.high, low: bar.low, last: bar.close })
        const [entry, cancelPrice] =
          investmentType === 'long' ? [row.buyPrice, row.support] : [row.sellPrice, row.resistance]
        expect(row.entryState).toBe(judgeEntry({ direction: investmentType, entry, cancelPrice }, bar))
        // The figures of the close do not change.
        expect(row.distance).toBe(
          before.result.find(({ instrumentCode }) => instrumentCode === row.instrumentCode)!.distance,
        )
      }
      const waiting = during.result.filter(({ entryState }) => entryState === 'WAITING')
      expect(during.overtaken).toBe(during.result.length - waiting.length)
      expect(during.overtaken).toBeGreaterThan(0)
      expect(codes(during).slice(0, waiting.length)).toEqual(codes({ result: waiting }))
      const nearness = waiting.map(
        (row) =>
          Math.abs((investmentType === 'long' ? row.buyPrice : row.sellPrice) - row.session!.last) / row.session!.last,
      )
      expect(nearness).toEqual(nearness.toSorted((a, b) => a - b))
      const hidden = await find({ investmentType, count: 1000, overtaken: 'hide' })
      expect(hidden).toMatchObject({ total: waiting.length, overtaken: during.overtaken })
      expect(codes(hidden)).toEqual(codes({ result: waiting }))
      // A filter whose only match is an overtaken row still counts it.
      const gone = during.result.find(({ entryState }) => entryState !== 'WAITING')!.instrumentCode
      expect(await find({ investmentType, symbolOrAll: gone, overtaken: 'hide' })).toEqual({
        total: 0,
        overtaken: 1,
        result: [],
      })
      await app.services.pool.query("update market_source set forming_day = null where source = 'simulated'")
    },
  )

  it('says that levels of before a split are no levels of the session', async () => {
    const code = codes(await find())[0]!
    await writeFormingDay(app.services)
    await app.services.pool.query(
      'update forming_base b set last_close = b.last_close / 4 from instrument i where i.id = b.instrument_id and i.code = $1',
      [code],
    )
    expect((await find({ symbolOrAll: code })).result[0]).toMatchObject({ entryState: 'SPLIT' })
    expect((await find({ symbolOrAll: code, overtaken: 'hide' })).total).toBe(0)
  })

  it('follows the next session, and leaves the stored days as they were', async () => {
    const before = await app.services.db.selectFrom('level_day').selectAll().execute()
    app.clock.set(Date.parse('2026-03-05T23:00:00Z'))
    await fillSimulatedMarket(app.services)
    await computeDueLevels(app.services)
    const after = await app.services.db.selectFrom('level_day').selectAll().execute()
    expect(after.length).toBeGreaterThan(before.length)
    const kept = new Map(after.map((row) => [`${row.instrument_id} ${row.day}`, row.levels]))
    for (const row of before) expect(kept.get(`${row.instrument_id} ${row.day}`)).toEqual(row.levels)
    const { client: later } = await app.signUp(['INVESTORS'])
    expect((await later.opportunity.find({ params: plain, query: plain })).total).toBeGreaterThan(0)
  })
})

describe('stored history', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startTestApp()
    return () => app.stop()
  })

  const dayOf = (index: number) =>
    new Date(Date.UTC(2024, 0, 1 + Math.floor(index / 5) * 7 + (index % 5))).toISOString().slice(0, 10)
  const isSession = (day: string) =>
    !['2024-01-01', '2024-01-15', '2024-02-19', '2024-03-29', '2024-05-27', '2024-06-19', '2024-07-04'].includes(day)
  /** An oscillating market with a 4-for-1 split on its 120th session. */
  const days = Array.from({ length: 145 }, (_, index) => dayOf(index)).filter(isSession)
  const rows = days.map((day, index) => {
    const price = (100 + 8 * Math.sin(index / 6) + (index % 7) / 10) / (index >= 120 ? 4 : 1)
    return {
      day,
      high: Number((price * 1.01).toFixed(2)),
      low: Number((price * 0.99).toFixed(2)),
      close: Number(price.toFixed(2)),
      volume: index >= 120 ? 4000 : 1000,
      split: index === 120 ? 4 : 1,
    }
  })
  const csv = (count: number) =>
    [
      'symbol,date,open,high,low,close,adj_close,volume,dividend,split',
      ...rows
        .slice(0, count)
        .map(
          (row) =>
            `SWNG,${row.day},${row.close},${row.high},${row.low},${row.close},${row.close},${row.volume},0,${row.split}`,
        ),
    ].join('\n')
  const stored = async () =>
    new Map(
      (await app.services.db.selectFrom('level_day').select(['day', 'levels']).orderBy('day').execute()).map((row) => [
        row.day,
        row.levels,
      ]),
    )
  const truncated = (end: number) =>
    computeDayLevels(
      rows.slice(0, end),
      rows
        .slice(0, end)
        .filter(({ split }) => split !== 1)
        .map(({ day, split }) => ({ day, ratio: String(split) })),
    )

  it('equals the levels of data that end on each day, whether it came in at once or day by day, splits included', async () => {
    expect(await importText(app.services, 'swing.csv', csv(115))).toMatchObject({ status: 'DONE', rowsRefused: 0 })
    await computeDueLevels(app.services)
    for (let count = 116; count <= rows.length; count++) {
      await importText(app.services, 'swing.csv', csv(count))
      await computeDueLevels(app.services)
    }
    const history = await stored()
    expect([...history.keys()]).toEqual(days.slice(115 - storedSessions))
    expect([...history.values()]).toEqual([...history.keys()].map((day) => truncated(days.indexOf(day) + 1)))
  })
})

describe('while levels are being computed', () => {
  it('every answer says how far it has come, and stops saying so when it is done', async ({ onTestFinished }) => {
    const app = await startTestApp()
    onTestFinished(() => app.stop())
    const { client } = await app.signUp(['INVESTORS'])
    const bar = (price: number) =>
      [price, price * 1.01, price * 0.99, price].map((one) => one.toFixed(2)).join(',') + ',1000'
    const days: MarketDay[] = [marketDay('2021-01-04')]
    while (days.length < 70) days.push(nextSession(days.at(-1)!))
    const codes = ['AAA', 'BBB', 'CCC', 'DDD']
    const rows = codes.flatMap((code) =>
      days.map((day, index) => `${code},${day},${bar(100 + 8 * Math.sin(index / 6))}`),
    )
    const text = ['symbol,date,open,high,low,close,volume', ...rows].join('\n')
    expect(await importText(app.services, 'prices.csv', text)).toMatchObject({ status: 'DONE', rowsRefused: 0 })
    const { overtaken, orderBy, direction, ...params } = plain
    const find = () => client.opportunity.find({ params, query: { overtaken, orderBy, direction } })
    expect(await find()).toMatchObject({ total: 0, computing: { done: 0, total: 4 } })
    expect(await client.market.findState()).toMatchObject({ computing: { done: 0, total: 4 } })

    await computeDueLevels(app.services)
    const done = await find()
    expect(done).not.toHaveProperty('computing')
    expect(await client.market.findState()).not.toHaveProperty('computing')
    expect(await client.opportunity.findLevels({ params: { symbol: 'AAA' } })).not.toHaveProperty('isComputing')

    const next = `AAA,${nextSession(days.at(-1)!)},${bar(101)}`
    await importText(app.services, 'next.csv', `symbol,date,open,high,low,close,volume\n${next}`)
    expect(await find()).toMatchObject({ computing: { done: 3, total: 4 } })
    expect(await client.opportunity.findLevels({ params: { symbol: 'AAA' } })).toMatchObject({ isComputing: true })
    // An instrument that fails again and again is not waited for.
    await app.services.pool.query(
      `insert into job_failure (job, row_id, failures, first_failed_at, last_failed_at, next_at, fault_id)
       select 'compute-levels', instrument_id::text, 1, $1, $1, $2, instrument_id from level_due`,
      [new Date(app.clock.nowMs()), new Date(app.clock.nowMs() + 60_000)],
    )
    expect(await find()).not.toHaveProperty('computing')
  })
})

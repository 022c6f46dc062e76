// The rule of split adjustment where it is a statement and where it is a function, on splits as they happened: every
// reader has to see the same price. The bars' own prices are what the shares traded at.
import { splitFactor, splitRatio, splitSegments, type Split } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rewriteSplitSegments } from '../features/market/rewrite-split-segments.ts'
import { recomputeStat } from '../features/market/recompute-stat.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { newId } from '../kernel/id.ts'
import { splitFactorOf, splitSegmentJoin } from './split-factor.ts'

const real: Readonly<Record<string, readonly Split[]>> = {
  AAPL: [
    { day: '1987-06-16', ratio: '2' },
    { day: '2000-06-21', ratio: '2' },
    { day: '2005-02-28', ratio: '2' },
    { day: '2014-06-09', ratio: '7' },
    { day: '2020-08-31', ratio: '4' },
  ],
  // Reverse splits, and the two in one year of a share in trouble.
  C: [{ day: '2011-05-09', ratio: '0.1' }],
  NVDA: [
    { day: '2000-06-27', ratio: '2' },
    { day: '2001-09-17', ratio: '2' },
    { day: '2006-04-07', ratio: '2' },
    { day: '2007-09-11', ratio: '1.5' },
    { day: '2021-07-20', ratio: '4' },
    { day: '2024-06-10', ratio: '10' },
  ],
  GE: [
    { day: '2000-05-08', ratio: '3' },
    { day: '2019-02-26', ratio: '1.04' },
    { day: '2021-08-02', ratio: '0.125' },
    { day: '2023-01-04', ratio: '1.281' },
    { day: '2024-04-02', ratio: '1.253' },
  ],
  KO: [],
}
const days = [
  '1987-06-15',
  '1999-12-31',
  '2000-06-21',
  '2005-02-25',
  '2005-02-28',
  '2011-05-06',
  '2011-05-09',
  '2014-06-06',
  '2014-06-09',
  '2019-02-25',
  '2020-08-28',
  '2020-08-31',
  '2021-08-02',
  '2024-06-07',
  '2024-06-10',
]
/** What a file says that had already adjusted its older bars. */
const adjusted = [null, '2010-01-04', '2020-08-31', '2024-06-10']

let app: TestApp
let anna: TestUser
const ids = new Map<string, string>()
beforeAll(async () => {
  app = await startTestApp()
  anna = await app.signUp(['INVESTORS'])
  const { db, pool } = app.services
  await sql`update market_source set is_active = false`.execute(db)
  await sql`update market_source set is_active = true where source = 'import'`.execute(db)
  for (const [code, splits] of Object.entries(real)) {
    const id = newId(app.clock)
    ids.set(code, id)
    await sql`
      insert into instrument (source, id, code, code_key, name, name_key, asset_type, created_at)
      values ('import', ${id}, ${code}, ${code}, ${code}, ${code}, 'EQUITY', now())
    `.execute(db)
    for (const [index, day] of days.entries())
      await sql`
        insert into daily_bar (instrument_id, day, open, high, low, close, volume, adjusted_through)
        values (${id}, ${day}, 100, 100, 100, 100, 1000, ${adjusted[index % adjusted.length]}::date)
      `.execute(db)
    for (const { day, ratio } of splits)
      await sql`
        insert into corporate_action (instrument_id, day, kind, value) values (${id}, ${day}, 'SPLIT', ${ratio}::numeric)
      `.execute(db)
  }
  const client = await pool.connect()
  try {
    await rewriteSplitSegments(client, [...ids.values()])
    await recomputeStat(client, app.clock, [...ids.values()])
  } finally {
    client.release()
  }
}, 60_000)
afterAll(() => app.stop())

const expected = (code: string) => {
  const segments = splitSegments(real[code]!)
  return days.map((day, index) => splitFactor(segments, day, adjusted[index % adjusted.length]))
}

test.each(Object.keys(real))('%s: expression, join and function divide every bar by the same factor', async (code) => {
  const { rows } = await sql<{ expression: number; joined: number }>`
    select ${sql.raw(splitFactorOf('b'))} as expression, coalesce(s.factor, 1) as joined
    from daily_bar b ${sql.raw(splitSegmentJoin('b', 's'))}
    where b.instrument_id = ${ids.get(code)!} order by b.day
  `.execute(app.services.db)
  expect(rows.map(({ expression }) => expression)).toEqual(expected(code))
  expect(rows.map(({ joined }) => joined)).toEqual(expected(code))
})

test.each(Object.keys(real))('%s: the factor of a bar is the product of the splits after it', (code) => {
  for (const [index, factor] of expected(code).entries()) {
    const day = days[index]!
    const through = adjusted[index % adjusted.length] ?? null
    const since = through !== null && through > day ? through : day
    expect(splitRatio(real[code]!, since).toNumber()).toBe(factor)
  }
})

test.each(Object.keys(real))('%s: chart, watchlist and list figures show the price that it gives', async (code) => {
  const prices = expected(code).map((factor) => 100 / factor)
  const shown = prices.map((price): unknown => expect.closeTo(price, 3))
  const bars = await anna.client.stock.byRange({
    body: { token: '', symbol: code, start: '1980-01-01', end: '2025-01-01', timing: '_D' },
  })
  expect(bars.map(({ close }) => close)).toEqual(shown)
  const { id } = await anna.client.watchlist.create({ body: { name: code } })
  await anna.client.watchlist.addInstrument({ body: { id, code } })
  const lists = await anna.client.watchlist.findAll()
  expect(lists.find((list) => list.id === id)?.items[0]?.closes).toEqual(shown)
  const { rows } = await sql<{ last_close: number; previous_close: number }>`
    select last_close, previous_close from instrument_stat where instrument_id = ${ids.get(code)!}
  `.execute(app.services.db)
  expect(rows).toEqual([{ last_close: prices.at(-1), previous_close: prices.at(-2) }])
})

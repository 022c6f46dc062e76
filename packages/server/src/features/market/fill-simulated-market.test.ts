import { addSessions, lastFinishedSessionAt, type MarketDay } from '@clubfolio/domain'
import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '../../db/connect.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { readConfig } from '../../kernel/config.ts'
import { createLog } from '../../kernel/log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { fillMarketPage, fillSimulatedMarket, type FillServices } from './fill-simulated-market.ts'

let database: TestDatabase
let connection: Connection
let services: FillServices
const clock = new ManualClock(Date.parse('2026-03-04T15:00:00Z'))

function servicesOf(seed: string): FillServices {
  const config = readConfig(
    { NODE_ENV: 'test', CLUBFOLIO_MARKET_SEED: seed, CLUBFOLIO_MARKET_INSTRUMENTS: '12' },
    'unused',
  )
  return {
    pool: connection.pool,
    db: connection.db,
    clock,
    config,
    simulated: createSimulatedMarket(config.market),
    log: createLog('silent'),
  }
}

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, () => undefined)
  services = servicesOf('one')
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const counts = async () =>
  (
    await connection.pool.query<{ bars: number; last: MarketDay }>(
      'select count(*)::int as bars, max(day)::text as last from daily_bar',
    )
  ).rows[0]!

test('the first filling brings twenty years up to the last finished session, equal to what the market computes', async () => {
  expect(await fillSimulatedMarket(services)).toBe('2026-03-03')
  const { rows } = await connection.pool.query<{ day: string; close: number }>(
    `select day::text as day, close from daily_bar b join instrument i on i.id = b.instrument_id where i.code = 'SPY' order by day`,
  )
  expect(rows[0]!.day).toBe('2006-03-03')
  const computed = services.simulated.dailyBars('SPY', rows[0]!.day as MarketDay, '2026-03-03' as MarketDay)
  expect(rows).toEqual(computed.map(({ day, close }) => ({ day, close })))
})

test('a second filling on the same day adds nothing', async () => {
  const before = await counts()
  expect(await fillSimulatedMarket(services)).toBe('2026-03-03')
  expect(await counts()).toEqual(before)
})

test('after a session is over its bars come, and the list figures and the market day follow', async () => {
  const before = await counts()
  clock.set(Date.parse('2026-03-05T22:00:00Z'))
  expect(await fillSimulatedMarket(services)).toBe('2026-03-05')
  const after = await counts()
  const listed = services.simulated.instruments('2026-03-05' as MarketDay).length
  expect(after).toEqual({ bars: before.bars + 2 * listed, last: '2026-03-05' })
  const { rows } = await connection.pool.query('select distinct last_day::text as last_day from instrument_stat')
  expect(rows).toEqual([{ last_day: lastFinishedSessionAt(clock.nowMs()) }])
  expect(addSessions('2026-03-03' as MarketDay, 2)).toBe('2026-03-05')
})

test('a market of another seed replaces the stored bars and never continues them', async () => {
  const other = servicesOf('two')
  await fillSimulatedMarket(other)
  const { rows: codes } = await connection.pool.query<{ code: string }>(
    `select code from instrument where source = 'simulated' order by code`,
  )
  expect(codes.map((row) => row.code)).toEqual(
    other.simulated
      .instruments('2026-03-05' as MarketDay)
      .map((instrument) => instrument.code)
      .toSorted(),
  )
  const { rows } = await connection.pool.query<{ close: number }>(
    `select close from daily_bar b join instrument i on i.id = b.instrument_id where i.code = 'SPY' and i.source = 'simulated' and day >= '2026-03-02' order by day`,
  )
  expect(rows.map((row) => row.close)).toEqual(
    other.simulated.dailyBars('SPY', '2026-03-02' as MarketDay, '2026-03-05' as MarketDay).map((bar) => bar.close),
  )
})

test('page by page the same market comes to be as at once', async () => {
  const fingerprint = async () =>
    (
      await connection.pool.query(
        `select i.code, count(*)::int as bars, sum(b.close::numeric)::text as closes, min(s.year_change) as change
     from instrument i join daily_bar b on b.instrument_id = i.id join instrument_stat s on s.instrument_id = i.id group by i.code order by i.code`,
      )
    ).rows
  const whole = servicesOf('three')
  await fillSimulatedMarket(whole)
  const expected = await fingerprint()
  // Another seed empties the market; returning to this one rebuilds it.
  await fillSimulatedMarket(servicesOf('four'))
  const lefts: number[] = []
  for (let page = await fillMarketPage(whole, 5); page !== null; page = await fillMarketPage(whole, 5)) {
    lefts.push(page.left)
    expect(page.day).toBe('2026-03-05')
    if (page.left === 0) break
  }
  expect(lefts).toEqual([expected.length - 5, Math.max(0, expected.length - 10), 0].slice(0, lefts.length))
  expect(await fingerprint()).toEqual(expected)
})

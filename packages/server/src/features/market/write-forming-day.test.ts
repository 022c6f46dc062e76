// The forming day: its list figures equal those of the finished day if nothing else happens, and finished figures do
// not change.
import { nextSession, type MarketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from './fill-simulated-market.ts'
import { findMarketState } from './find-market-state.ts'
import { writeFormingDay } from './write-forming-day.ts'

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await startTestApp()
  anna = await app.signUp(['INVESTORS'])
  await fillSimulatedMarket(app.services)
}, 120_000)
afterAll(() => app.stop())

const without = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

const figures = async (table: 'instrument_stat' | 'forming_stat') =>
  (
    await app.services.pool.query<Record<string, unknown>>(
      `select * from ${table} where source = 'simulated' order by code`,
    )
  ).rows.map((row) => without(row, ['updated_at', 'average_volume']))

/** Rounds floats that were computed in different ways and differ only in the last digits. */
const rounded = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' ? Number(value.toPrecision(10)) : value,
      ]),
    ),
  )

test('lists of the open day follow the forming bars and say so, while finished figures stay as they are', async () => {
  const before = await figures('instrument_stat')
  expect(await anna.client.market.findState()).toMatchObject({ marketDay: '2026-03-03', formingDay: null })
  expect(await writeFormingDay(app.services)).toBe('2026-03-04')
  expect(await figures('instrument_stat')).toEqual(before)
  expect(await anna.client.market.findState()).toMatchObject({ marketDay: '2026-03-03', formingDay: '2026-03-04' })
  const now = app.clock.nowMs()
  const winners = await anna.client.stock.getTopWinners({ params: { limit: null, timing: 'DAILY' } })
  expect(winners.length).toBe(before.length)
  for (const row of winners) {
    const bar = app.services.simulated.formingBar(row.code, now)!
    expect({ open: row.dailyOpen, close: row.dailyClose }).toEqual({ open: bar.open, close: bar.close })
  }
  const changes = winners.map((row) => row.dailyClose / row.dailyOpen)
  expect(changes).toEqual([...changes].sort((a, b) => b - a))
})

test('a minute later the same rows carry the newer prices', async () => {
  const count = (await figures('forming_stat')).length
  app.clock.advance(60 * 60_000)
  await writeFormingDay(app.services)
  const rows = await figures('forming_stat')
  expect(rows.length).toBe(count)
  const spy = rows.find(({ code }) => code === 'SPY')!
  expect(spy['last_close']).toBe(app.services.simulated.formingBar('SPY', app.clock.nowMs())!.close)
})

test('what instruments bring into the day is reckoned once, also beside one that has not traded for a month', async () => {
  const { pool } = app.services
  const moveLastDay = (days: number) =>
    pool.query("update instrument_stat set last_day = last_day + $1::int where source = 'simulated' and code = 'SPY'", [
      days,
    ])
  const writers = async () =>
    (await pool.query("select distinct xmin::text as writer from forming_base where source = 'simulated'")).rows
  await moveLastDay(-40)
  await writeFormingDay(app.services)
  const before = await writers()
  expect(before).toHaveLength(1)
  await writeFormingDay(app.services)
  expect(await writers()).toEqual(before)
  await moveLastDay(40)
  await writeFormingDay(app.services)
  expect(await writers()).not.toEqual(before)
})

test('the last minute of a day forms what the finished day then says, over weeks, a month and a new week', async () => {
  let day = '2026-03-04' as MarketDay
  for (let count = 0; count < 24; count++) {
    // One millisecond before the close, when nothing but the closing trade can still change.
    const bellMs = Date.parse(`${day}T${day < '2026-03-08' ? '21' : '20'}:00:00Z`)
    app.clock.set(bellMs - 1)
    expect(await writeFormingDay(app.services)).toBe(day)
    const formed = await figures('forming_stat')
    app.clock.set(bellMs + 60_000)
    await fillSimulatedMarket(app.services)
    const finished = (await figures('instrument_stat')).filter(({ code }) => formed.some((row) => row['code'] === code))
    const same = (rows: readonly Record<string, unknown>[]) =>
      rounded(rows).map((row) => without(row, ['year_range_high', 'year_range_low']))
    expect(same(formed)).toEqual(same(finished))
    day = nextSession(day)
  }
  // The finished day is the market's day again, so the lists stop showing the forming one.
  expect((await findMarketState(app.services)).formingDay).toBeNull()
}, 240_000)

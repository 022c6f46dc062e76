// The read-only view of the market for the paper brokerage: its columns are a contract between two packages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '../../db/connect.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { importText } from '../../testing/import-for-test.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { activateSource } from './activate-source.ts'

let database: TestDatabase
let connection: Connection
const clock = new ManualClock(Date.parse('2026-03-04T15:00:00Z'))

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, () => undefined)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

test('schema market has the promised tables and columns', async () => {
  const { rows } = await connection.pool.query<{ name: string }>(
    `select table_name || '.' || column_name || ' ' || data_type as name from information_schema.columns where table_schema = 'market' order by table_name, ordinal_position`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'clock.is_only boolean',
    'clock.source text',
    'clock.mode text',
    'clock.market_time timestamp with time zone',
    'clock.wall_time timestamp with time zone',
    'clock.speed numeric',
    'corporate_action.instrument_id uuid',
    'corporate_action.day date',
    'corporate_action.kind text',
    'corporate_action.value numeric',
    'daily_bar.instrument_id uuid',
    'daily_bar.day date',
    'daily_bar.open double precision',
    'daily_bar.high double precision',
    'daily_bar.low double precision',
    'daily_bar.close double precision',
    'daily_bar.volume double precision',
    'instrument.id uuid',
    'instrument.code text',
    'instrument.name text',
    'instrument.asset_type text',
    'instrument.exchange text',
    'instrument.cusip text',
    'instrument.source text',
    'instrument.code_key text',
    'instrument_day.instrument_id uuid',
    'instrument_day.last_day date',
    'minute_bar.instrument_id uuid',
    'minute_bar.at timestamp with time zone',
    'minute_bar.open double precision',
    'minute_bar.high double precision',
    'minute_bar.low double precision',
    'minute_bar.close double precision',
    'minute_bar.volume double precision',
    'replay.replay_id uuid',
    'replay.stood_at timestamp with time zone',
    'source.source text',
    'source.market_day date',
    'source.complete_through date',
    'source.updated_at timestamp with time zone',
  ])
})

test('the clock has exactly one row, which starts as the live simulated market', async () => {
  const { rows } = await connection.pool.query('select source, mode, speed from market.clock')
  expect(rows).toEqual([{ source: 'simulated', mode: 'live', speed: '1' }])
  await expect(connection.pool.query('insert into market.clock select * from market.clock')).rejects.toThrow(
    'clock_pkey',
  )
})

test('instruments name their source whichever is active, and an empty source cannot become active', async () => {
  const { db } = connection
  await expect(inTransaction(db, (trx) => activateSource(trx, clock, 'import', null))).rejects.toThrow('no prices yet')
  const services = { db, pool: connection.pool, clock, log: createLog('silent') }
  await importText(services, 'prices.csv', 'symbol,date,open,high,low,close,volume\nAAA,2021-04-21,1,2,1,2,5\n')
  const codes = async () =>
    (
      await connection.pool.query<{ name: string }>(`select source || ' ' || code as name from market.instrument`)
    ).rows.map((row) => row.name)
  expect(await codes()).toEqual(['import AAA'])
  clock.advance(1)
  await connection.pool.query(`update market_source set market_day = '2026-03-03' where source = 'simulated'`)
  expect(await inTransaction(db, (trx) => activateSource(trx, clock, 'simulated', null))).toBe(true)
  expect(await inTransaction(db, (trx) => activateSource(trx, clock, 'simulated', null))).toBe(false)
  expect(await codes()).toEqual(['import AAA'])
  expect(
    (await connection.pool.query('select source, market_day::text as day from market.source order by source')).rows,
  ).toEqual([
    { source: 'alpaca', day: null },
    { source: 'import', day: '2021-04-21' },
    { source: 'simulated', day: '2026-03-03' },
    { source: 'yahoo', day: null },
  ])
  const audited = await db.selectFrom('audit_log').select(['action', 'object_id']).orderBy('at').orderBy('id').execute()
  expect(audited.map((row) => `${row.action} ${row.object_id}`)).toEqual([
    'market.activate import',
    'market.activate simulated',
  ])
})

// The list figures of many instruments at once, while the database's statistics do not know yet how many there are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { recomputeStat } from './recompute-stat.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const instruments = 500
const sessions = 400

test('are worked out instrument by instrument, though autovacuum has just counted none of the rows that an import brings', async () => {
  const { pool, clock } = app.services
  const [importing, autovacuum] = [await pool.connect(), await pool.connect()]
  try {
    await importing.query('begin')
    const { rows } = await importing.query<{ id: string }>(
      `insert into instrument (id, source, code, code_key, name, name_key, asset_type, created_at) select gen_random_uuid(), 'import', 'T' || n, 'T' || n, 'Test ' || n, 'test ' || n, 'EQUITY', now() from generate_series(1, $1::int) n returning id`,
      [instruments],
    )
    await importing.query(
      `insert into daily_bar (instrument_id, day, open, high, low, close, volume)
       select i.id, '2025-01-01'::date + n, 10, 10 + n * 0.01, 9, 10, 100 from instrument i, generate_series(1, $1::int) n where i.source = 'import'`,
      [sessions],
    )
    // Autovacuum does not see uncommitted rows, but its count is used from now on.
    await autovacuum.query('analyze instrument')
    await importing.query('analyze daily_bar')
    // This takes a second; joined for all instruments at once it took minutes.
    await importing.query("set local statement_timeout = '30s'")
    await recomputeStat(
      importing,
      clock,
      rows.map(({ id }) => id),
    )
    const written = await importing.query<{ count: number; high: number }>(
      'select count(*)::int as count, max(year_high) as high from instrument_stat',
    )
    expect(written.rows).toEqual([{ count: instruments, high: 14 }])
  } finally {
    await importing.query('rollback')
    importing.release()
    autovacuum.release()
  }
})

// 5,000 daily bars of an instrument that has split, as the call by-range produces them (found by symbol,
// split-adjusted, rounded, as JSON), against the bare array query of the same rows plus JSON. Promise: at most 1.6
// times. Prints the ratio.
import { createSimulatedMarket } from '../packages/simulated-market/src/index.ts'
import { rawReadsOf } from '../packages/server/src/db/raw-reads.ts'
import { findBars } from '../packages/server/src/features/stock/find-bars.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import type { PooledServices } from '../packages/server/src/services.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { compare, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const limit = 1.6
const rounds = 41
const readsPerRound = 5

const database = await openBenchDatabase()
const { pool, db } = database
try {
  const id = '00000000-0000-7000-8000-000000000001'
  await pool.query(`update market_source set is_active = false where source = 'simulated'`)
  await pool.query(`update market_source set is_active = true where source = 'import'`)
  await pool.query(
    `insert into instrument (id, source, code, code_key, name, name_key, asset_type, created_at) values ($1, 'import', 'AAA', 'AAA', 'Alpha', 'alpha', 'EQUITY', now())`,
    [id],
  )
  await pool.query(
    `insert into daily_bar select $1, date '2006-01-02' + n, 100.25 + n * 0.01, 101.37 + n * 0.01, 99.12 + n * 0.01, 100.5 + n * 0.01, 1000000 + n * 37, null from generate_series(0, 4999) n`,
    [id],
  )
  await pool.query(
    `insert into split_segment values ($1, '0001-01-01', '2010-06-01', 28), ($1, '2010-06-01', '2015-06-01', 4)`,
    [id],
  )
  await pool.query('analyze')
  const services = {
    raw: rawReadsOf(pool),
    pool,
    db,
    clock: systemClock,
    simulated: createSimulatedMarket({ seed: 'bench', instrumentCount: 10 }),
  } as unknown as PooledServices
  const ours = () =>
    timed(async () => {
      for (let read = 0; read < readsPerRound; read++) {
        const bars = await findBars(services, { symbol: 'AAA', start: '1990-01-01', end: '2030-01-01', timing: '_D' })
        if (JSON.stringify(bars).length < 100_000 || bars.length !== 5000) throw new Error('The bars are not there.')
      }
    })
  const bare = () =>
    timed(async () => {
      for (let read = 0; read < readsPerRound; read++) {
        const { rows } = await pool.query({
          text: 'select day, open, high, low, close, volume from daily_bar where instrument_id = $1 order by day',
          values: [id],
          rowMode: 'array',
        })
        if (JSON.stringify(rows).length < 100_000) throw new Error('The rows are not there.')
      }
    })
  const { oursMs, bareMs, ratio } = await compare(rounds, ours, bare)
  reportRow({
    what: '5,000 daily bars by range against the bare array query plus JSON',
    value: ratio,
    bar: { atMost: limit },
    figures: `${(oursMs / readsPerRound).toFixed(1)} ms / ${(bareMs / readsPerRound).toFixed(1)} ms, medians of ${rounds} rounds`,
  })
} finally {
  await database.close()
}

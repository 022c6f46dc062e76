// The whole import of the real file (unpack, check, place, list figures) against a bare COPY of the same prepared rows
// into a table of the same shape with the same indexes. Promise: at most 2.5 times. Prints the ratio.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { marketDataFolder } from '../packages/domain/src/testing/market-data.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import { createLog } from '../packages/server/src/kernel/log.ts'
import { importPath } from '../packages/server/src/testing/import-for-test.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { compare, timed } from './support/median-ratio.ts'
import { reportRow, reportSkipped } from './support/report-row.ts'

const limit = 2.5
const rounds = 5
const file = join(marketDataFolder, 'prices-daily/sp500-daily-2016-2021.csv.gz')
if (!existsSync(file)) {
  reportSkipped(
    'import of the real file against a bare COPY',
    `needs the real price file (${file}); CLUBFOLIO_MARKET_DATA names its folder`,
  )
  process.exit(0)
}

const database = await openBenchDatabase()
const { pool, db } = database
const services = { db, pool, clock: systemClock, log: createLog('error') }

/** Everything that an import writes or that is computed from it, so that each run starts from nothing. */
const tables =
  'instrument_stat, split_segment, corporate_action, daily_bar, instrument, market_import_refusal, market_import_run'

async function importAll(): Promise<number> {
  await pool.query(`truncate ${tables} cascade`)
  return timed(async () => {
    const run = await importPath(services, file)
    if (run.rowsAdded !== 625_553) throw new Error(`The import brought ${run.rowsAdded} rows: ${run.message}`)
  })
}

async function readRows(): Promise<Buffer[]> {
  const client = await pool.connect()
  try {
    const pieces: Buffer[] = []
    for await (const piece of client.query(
      copyTo(
        'copy (select instrument_id, day, open, high, low, close, volume from daily_bar order by instrument_id, day) to stdout',
      ),
    ))
      pieces.push(piece as Buffer)
    return pieces
  } finally {
    client.release()
  }
}

async function copyAll(rows: readonly Buffer[]): Promise<number> {
  await pool.query('truncate bare_bar')
  return timed(async () => {
    const client = await pool.connect()
    try {
      const copy = client.query(
        copyFrom('copy bare_bar (instrument_id, day, open, high, low, close, volume) from stdin'),
      )
      for (const piece of rows) if (!copy.write(piece)) await once(copy, 'drain')
      copy.end()
      await finished(copy)
    } finally {
      client.release()
    }
  })
}

try {
  await pool.query('create table bare_bar (like daily_bar including indexes)')
  await importAll()
  const rows = await readRows()
  const { oursMs, bareMs, ratio } = await compare(rounds, importAll, () => copyAll(rows))
  reportRow({
    what: 'import of the real 625,553-bar file against a bare COPY of the same rows',
    value: ratio,
    bar: { atMost: limit },
    figures: `${Math.round(oursMs)} ms / ${Math.round(bareMs)} ms, medians of ${rounds} rounds`,
  })
} finally {
  await database.close()
}

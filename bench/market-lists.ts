// Every dashboard list and the search over 10,000 instruments with 20 years of simulated bars, as a request runs them,
// against the bare indexed SELECT of the same rows; and the same reads over the last 2 years of the same bars, to show
// that history costs nothing. Promises: at most 3 times the bare SELECT, and at most 1.25 times the time over 2 years.
// CLUBFOLIO_BENCH_INSTRUMENTS sets the number of instruments; 10,000 need about 12 GB of disk below the temporary
// folder.
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { addCalendarDays, type MarketDay } from '../packages/domain/src/index.ts'
import { listTimings } from '../packages/contract/src/index.ts'
import { createSimulatedMarket } from '../packages/simulated-market/src/index.ts'
import { fillSimulatedMarket, type FillServices } from '../packages/server/src/features/market/fill-simulated-market.ts'
import { findMovers } from '../packages/server/src/features/stock/find-movers.ts'
import { findNewHighs, findNewLows } from '../packages/server/src/features/stock/find-new-extremes.ts'
import { findNewIpo } from '../packages/server/src/features/stock/find-new-ipo.ts'
import { searchInstruments } from '../packages/server/src/features/stock/search-instruments.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import { createLog } from '../packages/server/src/kernel/log.ts'
import type { Connection } from '../packages/server/src/db/connect.ts'
import { recomputeStat } from '../packages/server/src/features/market/recompute-stat.ts'
import { refreshSource } from '../packages/server/src/features/market/refresh-source.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { compare, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const mostAgainstBare = 3
const mostAgainstShort = 1.25
const rounds = 15
const readsPerRound = 20
const market = { seed: 'bench', instrumentCount: Number(process.env['CLUBFOLIO_BENCH_INSTRUMENTS'] ?? 10_000) }

interface Read {
  readonly name: string
  readonly ours: (database: Connection) => Promise<readonly unknown[]>
  readonly bare: string
}

/** Filled without the index by day, which is built once at the end: the bars do not arrive in its order. */
async function fill(database: Connection): Promise<MarketDay> {
  await database.pool.query('drop index daily_bar_by_day')
  const services: FillServices = {
    pool: database.pool,
    db: database.db,
    clock: systemClock,
    simulated: createSimulatedMarket(market),
    config: { market } as FillServices['config'],
    log: createLog('error'),
  }
  const day = await fillSimulatedMarket(services)
  if (day === null) throw new Error('The market was not filled.')
  await database.pool.query(
    `set maintenance_work_mem = '1GB'; create index daily_bar_by_day on daily_bar (day, instrument_id)`,
  )
  await database.pool.query('vacuum analyze')
  return day as MarketDay
}

/** Copies the market with the bars from a day on, and computes its list figures from these alone. */
async function copyRecentMarket(from: Connection, to: Connection, firstDay: MarketDay): Promise<void> {
  const [source, target] = [await from.pool.connect(), await to.pool.connect()]
  try {
    await target.query('drop index daily_bar_by_day')
    for (const [table, where] of [
      ['instrument', ''],
      ['split_segment', ''],
      ['daily_bar', `where day >= '${firstDay}'`],
    ] as const) {
      await pipeline(
        source.query(copyTo(`copy (select * from ${table} ${where}) to stdout`)),
        target.query(copyFrom(`copy ${table} from stdin`)),
      )
    }
    await target.query('create index daily_bar_by_day on daily_bar (day, instrument_id)')
    await target.query('analyze')
    const { rows } = await target.query<{ id: string }>('select id from instrument')
    await recomputeStat(
      target,
      systemClock,
      rows.map(({ id }) => id),
    )
    await refreshSource(target, systemClock, 'simulated')
    await target.query('vacuum analyze')
  } finally {
    source.release()
    target.release()
  }
}

function readsOf(day: MarketDay): Read[] {
  const rest = (order: string, and = '') =>
    `where s.source = 'simulated' and s.last_day = '${day}' ${and} order by ${order}, s.code limit 10`
  const select = (columns: string) =>
    `select s.code, i.name, ${columns} from instrument_stat s join instrument i on i.id = s.instrument_id`
  const year = Number(day.slice(0, 4))
  return [
    ...listTimings.flatMap((timing): Read[] => {
      const name = timing.toLowerCase()
      const opens = 'daily_open, week_open, month_open, year_open, last_close'
      return [
        {
          name: `winners ${timing}`,
          ours: ({ db }) => findMovers(db, 'winners', { limit: 10, timing }),
          bare: `${select(opens)} ${rest(`s.${name}_change desc`)}`,
        },
        {
          name: `losers ${timing}`,
          ours: ({ db }) => findMovers(db, 'losers', { limit: 10, timing }),
          bare: `${select(opens)} ${rest(`s.${name}_change`)}`,
        },
        {
          name: `new high ${timing}`,
          ours: ({ db }) => findNewHighs(db, { limit: 10, timing }),
          bare: `${select(`s.${name}_high, s.${name}_high_day`)} ${rest(`s.${name}_high_beyond desc, s.${name}_high_day desc`, `and s.${name}_high_beyond is not null`)}`,
        },
        {
          name: `new low ${timing}`,
          ours: ({ db }) => findNewLows(db, { limit: 10, timing }),
          bare: `${select(`s.${name}_low, s.${name}_low_day`)} ${rest(`s.${name}_low_beyond desc, s.${name}_low_day desc`, `and s.${name}_low_beyond is not null`)}`,
        },
      ]
    }),
    {
      name: 'new IPO',
      ours: ({ db }) => findNewIpo(db, { assetType: 'All Type', limit: 10, year }),
      bare: `select i.code, i.name, i.asset_type, i.ipo_date, s.last_close from instrument i left join instrument_stat s on s.instrument_id = i.id
        where i.source = 'simulated' and i.ipo_date between '${year}-01-01' and '${day}' order by i.ipo_date desc, i.code limit 10`,
    },
    ...['MAR', 'ENERGY', 'QQQ', 'ZZZ', 'HOLDINGS'].map((keyword): Read => ({
      name: `search ${keyword}`,
      ours: ({ db }) => searchInstruments(db, keyword),
      bare: `select id, code, name, asset_type from instrument where code_key like '%${keyword}%' or name_key like '%${keyword.toLowerCase()}%' order by code limit 20`,
    })),
  ]
}

const many = (work: () => Promise<unknown>) => () =>
  timed(async () => {
    for (let read = 0; read < readsPerRound; read++) await work()
  })

const long = await openBenchDatabase()
const short = await long.openBeside()
try {
  const started = performance.now()
  const day = await fill(long)
  const { rows } = await long.pool.query<{ bars: string; size: string }>(
    `select sum(bar_count) as bars, pg_size_pretty(pg_database_size(current_database())) as size from instrument_stat`,
  )
  console.log(
    `${market.instrumentCount} instruments, ${Number(rows[0]!.bars).toLocaleString('en-US')} bars, ${rows[0]!.size}, simulated and stored in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  await copyRecentMarket(long, short, addCalendarDays(day, -730))
  for (const { name, ours, bare } of readsOf(day)) {
    const found = (await ours(long)).length
    const againstBare = await compare(
      rounds,
      many(() => ours(long)),
      many(() => long.pool.query(bare)),
    )
    const againstShort = await compare(
      rounds,
      many(() => ours(long)),
      many(() => ours(short)),
    )
    reportRow({
      what: `${name} over ${market.instrumentCount} instruments against the bare indexed SELECT`,
      value: againstBare.ratio,
      bar: { atMost: mostAgainstBare },
      figures: `${(againstBare.oursMs / readsPerRound).toFixed(2)} ms / ${(againstBare.bareMs / readsPerRound).toFixed(2)} ms, ${found} rows`,
    })
    reportRow({
      what: `${name}: 20 years of bars against 2`,
      value: againstShort.ratio,
      bar: { atMost: mostAgainstShort },
    })
  }
} finally {
  await short.close()
  await long.close()
}

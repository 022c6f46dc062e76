// Imports during a backup, with repeated and strange lines, and with a database that fails at the end: readers are not
// blocked, memory does not grow with the file, and the record matches what is stored.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportRun } from '@clubfolio/contract'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../../db/connect.ts'
import { importText } from '../../../testing/import-for-test.ts'
import { openImportMarket, type ImportMarket } from '../../../testing/import-market.ts'
import { findRun } from './import-run.ts'
import { importLock } from './import-lock.ts'
import { startImport } from './run-import.ts'

let market: ImportMarket
let database: ImportMarket['database']
let connection: ImportMarket['connection']
let services: ImportMarket['services']
let query: ImportMarket['query']

beforeAll(async () => {
  market = await openImportMarket()
  ;({ database, connection, services, query } = market)
})
afterAll(() => market.close())
beforeEach(() =>
  connection.pool.query(
    'truncate minute_bar, daily_bar, corporate_action, split_segment, instrument_stat, instrument, market_import_refusal, market_import_run cascade',
  ),
)

const countOf = async (table: string) =>
  Number((await query<{ count: bigint }>(`select count(*) from ${table}`))[0]!.count)
const refusedOf = async (run: ImportRun) =>
  (
    await query<{ line: bigint; reason: string; content: string }>(
      'select line, reason, content from market_import_refusal where run_id = $1 order by position',
      [run.id],
    )
  ).map(({ line, reason, content }) => `${line}: ${reason} [${content}]`)

const minutes = (...times: string[]) =>
  `date,open,high,low,close,volume\n${times.map((time) => `${time},2,3,1,2,10\n`).join('')}`
const days = (...rows: string[]) =>
  `symbol,date,open,high,low,close,volume\n${rows.map((row) => `${row},10,12,9,11,100\n`).join('')}`

/** Holds a lock in a separate transaction while `work` runs. */
async function holding(statement: string, work: () => Promise<void>): Promise<void> {
  const holder = await connection.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(statement)
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

describe('a minute import', () => {
  test('of new months waits for no backup that reads the table', () =>
    holding('lock table minute_bar in access share mode', async () => {
      expect(await importText(services, 'AAA-1min.csv', minutes('2020-12-15 09:30', '2021-01-04 09:30'))).toMatchObject(
        { status: 'DONE', rowsAdded: 2 },
      )
      expect(await countOf('minute_bar')).toBe(2)
    }))

  test('keeps nobody from reading while it is at work', async () => {
    await importText(services, 'AAA-1min.csv', minutes('2020-12-15 09:30'))
    let running: Promise<ImportRun> | undefined
    // The import waits for its source's row, which it writes last.
    await holding("select from market_source where source = 'import' for no key update", async () => {
      running = importText(services, 'BBB-1min.csv', minutes('2019-03-15 09:30', '2019-04-15 09:30'))
      while (
        (
          await query(
            "select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.query like '%update market_source%'",
          )
        ).length === 0
      );
      await connection.pool.query('begin; lock table minute_bar in access share mode nowait; commit')
    })
    expect(await running).toMatchObject({ status: 'DONE', rowsAdded: 2 })
  })

  test('reports each minute that comes again, in whatever order, and those that differ from stored ones', async () => {
    const run = await importText(
      services,
      'AAA-1min.csv',
      `${minutes('2020-12-15 09:31', '2020-12-15 09:30', '2020-12-15 09:31')}2020-12-15 09:30,2,4,1,2,10\n`,
    )
    expect(run).toMatchObject({ status: 'DONE', rowsRead: 4, rowsAdded: 2, rowsRefused: 2 })
    expect(await refusedOf(run)).toEqual([
      '4: repeats 2020-12-15T14:31:00Z of AAA, which appears earlier in this file [AAA 2020-12-15T14:31:00Z 2 3 1 2 10]',
      '5: repeats 2020-12-15T14:30:00Z of AAA, which appears earlier in this file [AAA 2020-12-15T14:30:00Z 2 4 1 2 10]',
    ])
    const other = await importText(
      services,
      'AAA-1min.csv',
      'date,open,high,low,close,volume\n2020-12-15 09:30,2,5,1,2,10\n2020-12-15 09:31,2,3,1,2,10\n',
    )
    expect(other).toMatchObject({ rowsAdded: 0, rowsUnchanged: 1, rowsRefused: 1 })
    expect(await refusedOf(other)).toEqual([
      '2: conflict: another minute of AAA at 2020-12-15T14:30:00Z is stored (2 3 1 2 10) and was kept [AAA 2020-12-15T14:30:00Z 2 5 1 2 10]',
    ])
    const replaced = await importText(
      services,
      'AAA-1min.csv',
      'date,open,high,low,close,volume\n2020-12-15 09:30,2,5,1,2,10\n2020-12-15 09:31,2,3,1,2,10\n2020-12-15 09:32,2,3,1,2,10\n',
      { replace: true },
    )
    expect(replaced).toMatchObject({ rowsAdded: 1, rowsUnchanged: 1, rowsReplaced: 1, rowsRefused: 0 })
    expect(await query('select high from minute_bar order by at')).toEqual([{ high: 5 }, { high: 3 }, { high: 3 }])
  })
})

test('days that come again are reported although other symbols are between them, and their splits do not count', async () => {
  const header = 'symbol,date,open,high,low,close,adj_close,volume,dividend,split\n'
  const run = await importText(
    services,
    'days.csv',
    `${header}AAA,2021-04-20,10,12,9,11,0,100,0,1\nBBB,2021-04-20,10,12,9,11,0,100,0.5,2\nAAA,2021-04-20,10,12,9,11,0,100,0,4\nAAA,2021-04-19,10,12,9,11,0,100,0,1\n`,
  )
  expect(run).toMatchObject({ status: 'DONE', rowsAdded: 3, rowsRefused: 1 })
  expect(await refusedOf(run)).toEqual([
    '4: repeats 2021-04-20 of AAA, which appears earlier in this file [AAA 2021-04-20 10 12 9 11 100]',
  ])
  expect(
    await query(
      'select code, kind, value::float8 as value from corporate_action a join instrument i on i.id = a.instrument_id order by kind',
    ),
  ).toEqual([
    { code: 'BBB', kind: 'DIVIDEND', value: 0.5 },
    { code: 'BBB', kind: 'SPLIT', value: 2 },
  ])
})

test('an import that has to wait for a table gives up in plain words, and nothing of it is stored', () =>
  holding('lock table instrument in access exclusive mode', async () => {
    const run = await importText(services, 'days.csv', days('AAA,2021-04-20'), { limits: { lockWaitMs: 20 } })
    expect(run).toMatchObject({ status: 'FAILED', rowsAdded: 0 })
    expect(run.message).toBe(
      'Another program used the market tables for too long. Nothing of this file was stored. Import it again.',
    )
  }))

test('an import whose process is paused loses its lock, and the next file comes in', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'clubfolio-import-'))
  const still = connect(database.url, () => undefined, 3, { stillMs: 300 })
  onTestFinished(async () => {
    await still.close()
    await rm(folder, { recursive: true, force: true })
  })
  // Nothing writes to the pipe, so the import is idle in the middle of its transaction.
  const pipe = join(folder, 'still.csv')
  execFileSync('mkfifo', [pipe])
  const { runId, work } = await startImport(
    { ...services, db: still.db, pool: still.pool },
    { path: pipe, replace: false, startedBy: null },
  )
  await query(`select pg_advisory_xact_lock(${importLock})`)
  expect(await importText(services, 'days.csv', days('AAA,2021-04-20'))).toMatchObject({ status: 'DONE', rowsAdded: 1 })
  await writeFile(pipe, days('BBB,2021-04-20'))
  await work
  expect(await findRun(services.db, runId)).toMatchObject({ status: 'FAILED', rowsAdded: 0 })
  expect(await countOf('instrument')).toBe(1)
})

test('a file that brings more new symbols than there can be is refused as a whole', async () => {
  const run = await importText(services, 'days.csv', days('AAA,2021-04-20', 'BBB,2021-04-20', 'CCC,2021-04-20'), {
    limits: { newInstruments: 2 },
  })
  expect(run).toMatchObject({ status: 'FAILED', rowsAdded: 0, instrumentsAdded: 0 })
  expect(run.message).toBe(
    'The file brings more than 2 new symbols; this is no table of prices. Nothing of this file was stored.',
  )
  expect(await countOf('instrument')).toBe(0)
})

test('a line with characters that no table can hold is refused like any other', async () => {
  const run = await importText(
    services,
    'days.csv',
    `${days('AAA,2021-04-20')}AAA,2021\0,10,12,9,11,100\nAAA,${'x'.repeat(5_000)},10,12,9,11,100\n`,
  )
  expect(run).toMatchObject({ status: 'DONE', rowsAdded: 1, rowsRefused: 2 })
  const refused = await refusedOf(run)
  expect(refused[0]).toContain('3: "2021�" is not a date')
  expect(refused[1]!.length).toBeLessThan(700)
})

describe('what an import says of itself is what is stored', () => {
  /** Makes the database refuse a change while `work` runs. */
  async function refusing({ table, when }: { table: string; when: string }, work: () => Promise<void>): Promise<void> {
    await connection.pool.query(`
      create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse_it before update on ${table} for each row when (${when}) execute function refuse_it()`)
    try {
      await work()
    } finally {
      await connection.pool.query('drop function refuse_it cascade')
    }
  }

  test('when its end cannot be written', () =>
    refusing({ table: 'market_import_run', when: "new.status = 'DONE'" }, async () => {
      const run = await importText(services, 'days.csv', days('AAA,2021-04-20'))
      expect(run).toMatchObject({ status: 'FAILED', rowsAdded: 0 })
      expect(run.message).toContain('Nothing of this file was stored')
      expect(await countOf('daily_bar')).toBe(0)
    }))

  test('when its market cannot be made active afterwards', async () => {
    await connection.pool.query(
      "update market_source set is_active = false; update market_source set is_active = true where source = 'simulated'",
    )
    await refusing(
      { table: 'market_source', when: "new.source = 'import' and new.is_active and not old.is_active" },
      async () => {
        const run = await importText(services, 'days.csv', days('AAA,2021-04-20'))
        expect(await countOf('daily_bar')).toBe(1)
        expect(run).toMatchObject({ status: 'DONE', rowsAdded: 1 })
        expect(run.message).toBe(
          '1 row added, 1 new instrument, no line refused. The imported market, whose market day is 2021-04-20, was not made active; that is done on the page Market Data.',
        )
      },
    )
  })

  test('when the answer to its commit is lost', async () => {
    const run = await importText({ ...services, pool: losingTheAnswerTo('commit') }, 'lost.csv', days('AAA,2021-04-20'))
    expect(await countOf('daily_bar')).toBe(1)
    expect(run).toMatchObject({ status: 'DONE', rowsAdded: 1 })
    expect(run.message).toContain('The imported market is active; its market day is 2021-04-20.')
    expect(await query("select status from task where name = 'Import lost.csv'")).toEqual([{ status: 'COMPLETED' }])
  })

  /** Returns our pool with connections over a network that breaks after the server has executed the statement. */
  function losingTheAnswerTo(statement: string): Pool {
    const lossy = (client: PoolClient) =>
      new Proxy(client, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (name !== 'query' || typeof value !== 'function')
            return typeof value === 'function' ? (value.bind(target) as unknown) : value
          return (...given: unknown[]) => {
            const answer = value.apply(target, given) as unknown
            return given[0] === statement
              ? Promise.resolve(answer).then(() => Promise.reject(new Error('Connection terminated unexpectedly')))
              : answer
          }
        },
      })
    return new Proxy(connection.pool, {
      get(target, name) {
        if (name === 'connect') return async () => lossy(await target.connect())
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  }
})

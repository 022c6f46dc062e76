import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { ImportRun } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importText } from '../../../testing/import-for-test.ts'
import { openImportMarket, type ImportMarket } from '../../../testing/import-market.ts'
import { closeInterruptedRuns } from './close-interrupted-runs.ts'
import { openRun } from './import-run.ts'
import { startImport } from './run-import.ts'

/** Any file will do; that it contains no prices does not matter here. */
const thisFile = fileURLToPath(import.meta.url)
const header = 'symbol,date,open,high,low,close,adj_close,volume,dividend,split'
let market: ImportMarket
let connection: ImportMarket['connection']
let services: ImportMarket['services']
let query: ImportMarket['query']

beforeAll(async () => {
  market = await openImportMarket()
  ;({ connection, services, query } = market)
})
afterAll(() => market.close())

const lines = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`
const barsOf = (code: string) =>
  query<{ day: string; close: number; volume: number }>(
    'select day::text as day, close, volume from daily_bar b join instrument i on i.id = b.instrument_id where i.code = $1 order by day',
    [code],
  )
const refusedOf = async (run: ImportRun) =>
  (
    await query<{ line: bigint; reason: string }>(
      'select line, reason from market_import_refusal where run_id = $1 order by position',
      [run.id],
    )
  ).map((row) => `${row.line}: ${row.reason}`)

describe('a file of daily prices', () => {
  test('comes in with its splits and dividends and makes the imported market active', async () => {
    const run = await importText(
      services,
      'prices.csv',
      lines(
        'AAA,2021-04-19,40,44,38,42,0,1000,0,1',
        'AAA,2021-04-20,10,11,9,10.5,0,5000,0,4',
        'AAA,2021-04-21,10.5,12,10,11,0,900,0.22,1',
      ),
    )
    expect(run).toMatchObject({ status: 'DONE', rowsRead: 3, rowsAdded: 3, rowsRefused: 0, instrumentsAdded: 1 })
    expect(run.message).toBe(
      '3 rows added, 1 new instrument, no line refused. The imported market is active; its market day is 2021-04-21.',
    )
    expect(await query('select day::text as day, kind, value from corporate_action order by day')).toEqual([
      { day: '2021-04-20', kind: 'SPLIT', value: '4' },
      { day: '2021-04-21', kind: 'DIVIDEND', value: '0.22' },
    ])
    expect(await query('select source, mode, market_time from market.clock')).toEqual([
      { source: 'import', mode: 'closed', market_time: new Date('2021-04-21T20:00:00Z') },
    ])
    const [stat] = await query<{ week_open: number; week_change: number }>(
      `select week_open, week_change from instrument_stat where code = 'AAA'`,
    )
    expect(stat).toEqual({ week_open: 10, week_change: expect.closeTo(0.1, 12) })
  })

  test('changes nothing when it comes again, and says so', async () => {
    const again = await importText(
      services,
      'prices.csv',
      lines(
        'AAA,2021-04-19,40,44,38,42,0,1000,0,1',
        'AAA,2021-04-20,10,11,9,10.5,0,5000,0,4',
        'AAA,2021-04-21,10.5,12,10,11,0,900,0.22,1',
      ),
    )
    expect(again).toMatchObject({ status: 'DONE', rowsAdded: 0, rowsUnchanged: 3, rowsRefused: 0, instrumentsAdded: 0 })
  })

  test('keeps a stored bar against a different one and reports the conflict with its line', async () => {
    const run = await importText(
      services,
      'prices.csv',
      lines('AAA,2021-04-21,10.5,13,10,12.5,0,900,0,1', 'AAA,2021-04-16,39,41,38,40,0,800,0,1'),
    )
    expect(run).toMatchObject({ rowsAdded: 1, rowsRefused: 1 })
    expect(await refusedOf(run)).toEqual([
      '2: conflict: another bar of AAA on 2021-04-21 is stored (10.5 12 10 11 900) and was kept',
    ])
    expect((await barsOf('AAA')).map((bar) => bar.close)).toEqual([40, 42, 10.5, 11])
  })

  test('overwrites a different bar when told to replace, and recomputes the list figures', async () => {
    const run = await importText(services, 'prices.csv', lines('AAA,2021-04-21,10.5,13,10,12.5,0,900,0,1'), {
      replace: true,
    })
    expect(run).toMatchObject({ rowsAdded: 0, rowsReplaced: 1, rowsRefused: 0 })
    expect(await query(`select last_close from instrument_stat where code = 'AAA'`)).toEqual([{ last_close: 12.5 }])
  })

  test('goes in although single lines are bad, and every bad line is reported with its number and reason', async () => {
    const run = await importText(
      services,
      'bad.csv',
      [
        header,
        'BBB,2021-04-20,10,9,11,10,0,5,0,1',
        'BBB,2021-04-20,10,12,9,10,0,5,0,1',
        'BBB,2021-04-20,10,12,9,10,0,5,0,1',
        'BBB,20-04-2021,1,1,1,1,0,5,0,1',
        'BBB,2021-04-21,ten,12,9,10,0,5,0,1',
        '',
        'BBB',
        '"quoted,text,2021-04-21',
        'BBB,2021-04-21,10,12,9,11,0,7,0,1',
      ].join('\r\n'),
    )
    expect(run).toMatchObject({ status: 'DONE', rowsRead: 8, rowsAdded: 2, rowsRefused: 6 })
    expect(await refusedOf(run)).toEqual([
      '2: high 9 is below low 11',
      '4: repeats 2021-04-20 of BBB, which appears earlier in this file',
      '5: "20-04-2021" is not a date',
      '6: open "ten" is not a number',
      '8: has 1 columns, the header has 10',
      '9: has 1 columns, the header has 10',
    ])
    expect((await barsOf('BBB')).map((bar) => bar.day)).toEqual(['2021-04-20', '2021-04-21'])
  })

  test('may be packed, tab separated and newest first, and its symbol may be in the file name', async () => {
    const text = 'date\topen\thigh\tlow\tclose\tvolume\n2021-04-21\t2\t3\t1\t2\t10\n2021-04-20\t1\t3\t1\t2\t10\n'
    const run = await importText(services, 'ccc-history.tsv.gz', gzipSync(text))
    expect(run).toMatchObject({ status: 'DONE', kind: 'daily prices (as traded)', rowsAdded: 2, rowsRefused: 0 })
    expect((await barsOf('CCC')).map((bar) => bar.day)).toEqual(['2021-04-20', '2021-04-21'])
  })

  test('that is split-adjusted already is not adjusted again for splits it contains, and gives back its prices as traded', async () => {
    await importText(
      services,
      'ddd-1.csv',
      'Date,Open,High,Low,Close,Adj Close,Volume\n2021-04-19,10,11,9,10,9,4000\n2021-04-20,10,11,9,10,9,4000\n',
    )
    await importText(
      services,
      'factors.csv',
      'symbol,date,price_factor,split_factor,reference_close\nDDD,2021-04-19,1,0.25,1\nDDD,2021-04-20,1,1,1\nDDD,2050-12-31,1,1,0\n',
    )
    expect(
      await query(
        `select day::text as day, value::float8 as value from corporate_action a join instrument i on i.id = a.instrument_id where i.code = 'DDD'`,
      ),
    ).toEqual([{ day: '2021-04-20', value: 4 }])
    const [stat] = await query<{ week_open: number; last_close: number }>(
      `select week_open, last_close from instrument_stat where code = 'DDD'`,
    )
    expect(stat).toEqual({ week_open: 10, last_close: 10 })
    const asTraded = await query<{ close: number; volume: number }>(
      `select b.close, b.volume from market.daily_bar b join market.instrument i on i.id = b.instrument_id where i.code = 'DDD' order by b.day`,
    )
    expect(asTraded).toEqual([
      { close: 40, volume: 1000 },
      { close: 10, volume: 4000 },
    ])
  })
})

describe('a file that cannot be used', () => {
  test.each([
    ['no table', 'hello\nworld\n', 'The columns "hello" are none of the known kinds'],
    ['empty', '', 'The file is empty.'],
    [
      'a damaged archive',
      gzipSync(lines('EEE,2021-04-21,1,2,1,1,0,5,0,1').repeat(200)).subarray(0, 60),
      'The file could not be read to its end',
    ],
    ['one endless line', 'x'.repeat(200_000), 'is longer than 64 KB'],
  ])('(%s) leaves nothing behind and says why', async (_name, content, words) => {
    const before = await query('select count(*) from daily_bar')
    const run = await importText(services, 'broken.csv', content)
    expect(run.status).toBe('FAILED')
    expect(run.message).toContain(words)
    expect(run.message).toContain('Nothing of this file was stored.')
    expect(await query('select count(*) from daily_bar')).toEqual(before)
    expect(await query(`select 1 from instrument where code = 'EEE'`)).toEqual([])
    expect(await query(`select 1 from pg_class where relname like 'import_row_%'`)).toEqual([])
  })
})

describe('while an import is at work', () => {
  /**
   * Starts an import and holds it at its first step, however small its file, until `meanwhile` is over; then it ends.
   */
  async function duringAnImport(meanwhile: () => Promise<void>): Promise<void> {
    const holder = await connection.pool.connect()
    try {
      await holder.query('begin; lock table task in exclusive mode')
      const { work } = await startImport(services, { path: thisFile, replace: false, startedBy: null })
      try {
        await meanwhile()
      } finally {
        await holder.query('commit')
        await work
      }
    } finally {
      holder.release()
    }
  }

  test('a second one is refused', () =>
    duringAnImport(() =>
      expect(startImport(services, { path: thisFile, replace: false, startedBy: null })).rejects.toThrow(
        'Another import is running',
      ),
    ))

  test('its record is left alone by the next start, which closes the record of an import whose process is gone', async () => {
    await openRun(services.db, services.clock, { name: 'lost.csv', byteCount: 10, startedBy: null })
    await duringAnImport(async () => expect(await closeInterruptedRuns(services)).toBe(0))
    expect(await closeInterruptedRuns(services)).toBe(1)
    expect(await query(`select status, message from market_import_run where file_name = 'lost.csv'`)).toEqual([
      { status: 'FAILED', message: 'The import was interrupted. Nothing of this file was stored; import it again.' },
    ])
  })
})

describe('a listing', () => {
  test('names known instruments and adds those of a directory, by their codes where they have no name', async () => {
    const run = await importText(
      services,
      'listing.csv',
      [
        'symbol,name,exchange,assetType,ipoDate,delistingDate,status',
        'AAA,"Alpha, Inc.",NYSE,Stock,2019-05-10,null,Active',
        'FFF,Föhn Fund ,NYSE ARCA,ETF,2021-03-01,null,Active',
        'GGG,,NYSE,Stock,2020-01-02,null,Active',
      ].join('\n'),
    )
    expect(run).toMatchObject({
      status: 'DONE',
      kind: 'listing directory',
      rowsAdded: 2,
      rowsReplaced: 1,
      rowsRefused: 0,
    })
    expect(
      await query(
        `select code, name, name_key, asset_type, exchange, ipo_date::text as ipo from instrument where code in ('AAA', 'FFF', 'GGG') order by code`,
      ),
    ).toEqual([
      {
        code: 'AAA',
        name: 'Alpha, Inc.',
        name_key: 'alpha, inc.',
        asset_type: 'EQUITY',
        exchange: 'NYSE',
        ipo: '2019-05-10',
      },
      {
        code: 'FFF',
        name: 'Föhn Fund',
        name_key: 'fohn fund',
        asset_type: 'ETF',
        exchange: 'NYSE ARCA',
        ipo: '2021-03-01',
      },
      {
        code: 'GGG',
        name: 'GGG',
        name_key: 'ggg',
        asset_type: 'EQUITY',
        exchange: 'NYSE',
        ipo: '2020-01-02',
      },
    ])
  })

  test('of constituents describes known instruments only', async () => {
    const run = await importText(
      services,
      'constituents.csv',
      'Symbol,Name,Sector\nAAA,Alpha,Energy\nZZZ,Zulu,Energy\n',
    )
    expect(await refusedOf(run)).toEqual(['3: ZZZ is not known; a list of constituents adds no instruments'])
    expect(await query(`select name, sector from instrument where code = 'AAA'`)).toEqual([
      { name: 'Alpha, Inc.', sector: 'Energy' },
    ])
  })
})

test('minute bars come in by New York time and by epoch milliseconds', async () => {
  const clock = await importText(
    services,
    'HHH-1min.csv',
    'date,open,high,low,close,volume\n2020-12-15 09:30,2,3,1,2,10\n2020-12-15 09:31,2,3,1,2,10\n2020-12-19 09:31,2,3,1,2,10\n',
    { symbols: ['HHH'] },
  )
  expect(clock).toMatchObject({ status: 'DONE', kind: 'minute bars', rowsAdded: 2, rowsRefused: 1 })
  const epoch = await importText(
    services,
    'HHH-1min.tsv',
    `date\topen\thigh\tlow\tclose\tvolume\n${Date.parse('2020-12-15T14:31:00Z')}\t2\t3\t1\t2\t10\n${Date.parse('2021-01-04T14:30:00Z')}\t2\t3\t1\t2\t10\n`,
    { symbols: ['HHH'] },
  )
  expect(epoch).toMatchObject({ rowsAdded: 1, rowsUnchanged: 1 })
  expect(await query(`select at from market.minute_bar order by at`)).toEqual(
    ['2020-12-15T14:30:00Z', '2020-12-15T14:31:00Z', '2021-01-04T14:30:00Z'].map((at) => ({ at: new Date(at) })),
  )
})

// What is decided for a whole file: its symbol, the order of its dates, whether it belongs to its instrument, what its
// bytes are, and whether its market becomes active.
import type { ImportRun } from '@clubfolio/contract'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importText } from '../../../testing/import-for-test.ts'
import { openImportMarket, type ImportMarket } from '../../../testing/import-market.ts'

let market: ImportMarket
let connection: ImportMarket['connection']
let services: ImportMarket['services']
let query: ImportMarket['query']

beforeAll(async () => {
  market = await openImportMarket()
  ;({ connection, services, query } = market)
})
afterAll(() => market.close())
beforeEach(() =>
  connection.pool.query(
    `truncate minute_bar, daily_bar, corporate_action, split_segment, instrument_stat, instrument, market_import_refusal,
       market_import_run cascade;
     update market_source set market_day = null, is_active = false, doubted_file = null;
     update market_source set is_active = true where source = 'simulated'`,
  ),
)

/** Returns the stored days by code: `{ AAPL: ['2021-04-20'] }`. */
async function storedDays(): Promise<Record<string, string[]>> {
  const rows = await query<{ code: string; days: string[] }>(
    `select i.code, array_agg(b.day::text order by b.day) as days from daily_bar b
     join instrument i on i.id = b.instrument_id group by i.code`,
  )
  return Object.fromEntries(rows.map(({ code, days }) => [code, days]))
}
const reasonsOf = async (run: ImportRun) =>
  (
    await query<{ reason: string }>('select reason from market_import_refusal where run_id = $1 order by position', [
      run.id,
    ])
  ).map(({ reason }) => reason)
const activeSource = async () =>
  (await query<{ source: string }>('select source from market_source where is_active'))[0]!.source

const header = 'date,open,high,low,close,volume'
const bars = (days: readonly string[], close = 10) =>
  [header, ...days.map((day) => `${day},${close},${close + 1},${close - 1},${close},100`)].join('\n')
/** The sessions of two weeks. */
const sessions = ['05', '06', '07', '08', '09', '12', '13', '14', '15', '16'].map((day) => `2021-04-${day}`)
const listing = 'symbol,name,exchange\nAAPL,Apple,NASDAQ\nMSFT,Microsoft,NASDAQ\nBRK.B,Berkshire,NYSE\n'

describe('the symbol of a file without a column of symbols', () => {
  test.each([
    ['yahoofinance-AAPL-20040819-20180120.csv', 'AAPL'],
    ['DA-AAPL.csv', 'AAPL'],
    ['daily_AAPL_2020.csv', 'AAPL'],
    ['aapl.us.txt', 'AAPL'],
    ['BRK-B.csv', 'BRK.B'],
  ])('is the known listing in its name: %s', async (name, code) => {
    await importText(services, 'listing.csv', listing)
    expect(await importText(services, name, bars(['2021-04-20']))).toMatchObject({
      status: 'DONE',
      instrumentsAdded: 0,
    })
    expect(await storedDays()).toEqual({ [code]: ['2021-04-20'] })
  })

  test.each([
    ['AAPL-MSFT.csv', 'its name could mean AAPL or MSFT', '--symbol AAPL.'],
    ['ZZZZ.csv', 'its name could mean ZZZZ, which is not certain', '--symbol ZZZZ.'],
    ['prices.csv', 'its name has none', '--symbol CODE.'],
  ])('has to be said where %s leaves it open', async (name, why, how) => {
    await importText(services, 'listing.csv', listing)
    const run = await importText(services, name, bars(['2021-04-20']))
    expect(run).toMatchObject({ status: 'FAILED', rowsAdded: 0 })
    expect(run.message).toBe(
      `The file has no column of symbols, and ${why}. Say which symbol it is: on the page Market Data, or by command ` +
        `with ${how} Nothing of this file was stored.`,
    )
    expect(await importText(services, name, bars(['2021-04-20']), { symbols: ['msft'] })).toMatchObject({
      status: 'DONE',
      rowsAdded: 1,
    })
    expect(await storedDays()).toEqual({ MSFT: ['2021-04-20'] })
  })

  test('is refused when it is no symbol', async () => {
    const run = await importText(services, 'AAPL.csv', bars(['2021-04-20']), { symbols: ['not one'] })
    expect(run).toMatchObject({
      status: 'FAILED',
      message: '"NOT ONE" is not a symbol. Nothing of this file was stored.',
    })
  })
})

describe('two files of one instrument', () => {
  test('do not mix when their prices disagree, until the user says which are right', async () => {
    await importText(services, 'AAPL.csv', bars(sessions, 100))
    const other = bars([...sessions, '2021-04-19'], 40)
    const run = await importText(services, 'AAPL-2.csv', other)
    expect(run).toMatchObject({ status: 'FAILED', rowsAdded: 0 })
    expect(run.message).toBe(
      'The prices are not those of AAPL that are stored: of 10 bars in both, 10 differ by more than 1 percent. If the ' +
        'file is of another symbol, say which: on the page Market Data, or by command with --symbol. If it is the ' +
        'better source, replace the stored bars: "Replace bars that differ", or by command --replace. Nothing of this ' +
        'file was stored.',
    )
    expect(await storedDays()).toEqual({ AAPL: sessions })
    expect(await importText(services, 'AAPL-2.csv', other, { symbols: ['MSFT'] })).toMatchObject({ rowsAdded: 11 })
    expect(await importText(services, 'AAPL-2.csv', other, { replace: true })).toMatchObject({
      status: 'DONE',
      rowsAdded: 1,
      rowsReplaced: 10,
    })
  })

  test('share single conflicts and cents of rounding', async () => {
    await importText(services, 'AAPL.csv', bars(sessions, 100))
    const rounded = bars(sessions, 100.5).split('\n')
    rounded[1] = rounded[1]!.replaceAll('100.5', '90').replace('101.5', '91').replace('99.5', '89')
    expect(await importText(services, 'AAPL.csv', rounded.join('\n'))).toMatchObject({ status: 'FAILED' })
    expect(await importText(services, 'AAPL.csv', `${rounded.join('\n')}\n2021-04-19,100,101,99,100,1`)).toMatchObject({
      status: 'DONE',
      rowsAdded: 1,
      rowsRefused: 10,
    })
  })

  test('agree when one is split-adjusted and either states the split', async () => {
    const wide = `${header},dividend,split`
    const asTraded = sessions.map((day, index) => {
      const close = index < 5 ? 400 : 100
      return `${day},${close},${close + 1},${close - 1},${close},100,0,${index === 5 ? 4 : 1}`
    })
    await importText(services, 'AAPL.csv', [wide, ...asTraded].join('\n'))
    const adjusted = bars([...sessions, '2021-04-19'], 100).replace(header, 'Date,Open,High,Low,Close,Volume')
    expect(await importText(services, 'AAPL.csv', adjusted)).toMatchObject({ status: 'DONE', rowsAdded: 1 })
  })

  test('of minutes do not mix either', async () => {
    const minutes = (close: number) =>
      [header, ...[30, 31, 32, 33].map((at) => `2021-04-20 09:${at},${close},${close},${close},${close},1`)].join('\n')
    await importText(services, 'AAPL.csv', minutes(100))
    const run = await importText(services, 'AAPL.csv', minutes(40))
    expect(run.message).toContain('of 4 bars in both, 4 differ by more than 1 percent')
  })
})

describe('dates with the year last', () => {
  test.each([
    ['month first', ['4/5/2021', '4/13/2021'], {}, ['2021-04-05', '2021-04-13']],
    ['day first', ['05.04.2021', '13.04.2021'], {}, ['2021-04-05', '2021-04-13']],
    ['day first, as stated', ['5-4-2021'], { dates: 'dmy' }, ['2021-04-05']],
    ['month first, as stated', ['5-4-2021'], { dates: 'mdy' }, ['2021-05-04']],
  ] as const)('are read for the whole file: %s', async (_name, days, choices, stored) => {
    const run = await importText(services, 'AAPL.csv', bars(days), choices)
    expect(run).toMatchObject({ status: 'DONE', rowsRefused: 0 })
    expect(await storedDays()).toEqual({ AAPL: stored })
  })

  test.each([
    ['leave it open', ['4/5/2021', '4/6/2021'], {}, /reads with the month first and with the day first.+--dates mdy/],
    [
      'are written in two ways',
      ['4/13/2021', '13/4/2021'],
      {},
      /4\/13\/2021 on line 2 has the month first, 13\/4\/2021/,
    ],
    ['contradict what was stated', ['4/13/2021'], { dates: 'dmy' }, /4\/13\/2021 on line 2 does not read in the order/],
  ] as const)('that %s are refused, and none of them goes in', async (_name, days, choices, words) => {
    const run = await importText(services, 'AAPL.csv', bars(days), choices)
    expect(run).toMatchObject({ status: 'FAILED', rowsAdded: 0 })
    expect(run.message).toMatch(words)
    expect(await storedDays()).toEqual({})
  })
})

describe('a zip archive', () => {
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const)))

  test('of one file is that file', async () => {
    const run = await importText(services, 'AAPL.zip', zip({ 'data.csv': bars(sessions) }))
    expect(run).toMatchObject({ status: 'DONE', kind: 'daily prices (as traded)', rowsAdded: 10 })
    expect(await storedDays()).toEqual({ AAPL: sessions })
  })

  test('of many files is imported as a whole, and a refused line names its file', async () => {
    const content = zip({
      'history/AAPL.csv': `${bars(sessions)}\n2021-04-17,10,11,9,10,1`,
      'history/MSFT.csv': bars(sessions, 50),
      'licence.pdf': 'x',
    })
    const run = await importText(services, 'history.zip', content)
    expect(run).toMatchObject({
      status: 'DONE',
      kind: '2 files: daily prices (as traded)',
      rowsAdded: 20,
      rowsRefused: 1,
    })
    expect(run.message).toMatch(/^20 rows added, 2 new instruments, 1 line refused, 1 file of the archive left out\./)
    expect(await reasonsOf(run)).toEqual(['AAPL.csv: 2021-04-17 is not a trading day'])
    expect(await storedDays()).toEqual({ AAPL: sessions, MSFT: sessions })
  })

  test('stores nothing when one of its files cannot be imported, which it names', async () => {
    const run = await importText(services, 'all.zip', zip({ 'AAPL.csv': bars(sessions), 'prices.csv': bars(sessions) }))
    expect(run).toMatchObject({ status: 'FAILED' })
    expect(run.message).toMatch(/^prices\.csv: The file has no column of symbols/)
    expect(await storedDays()).toEqual({})
  })

  test('of several files without a column of symbols is not put into one symbol', async () => {
    const content = zip({ 'AAPL.csv': bars(sessions), 'MSFT.csv': bars(sessions) })
    const run = await importText(services, 'all.zip', content, { symbols: ['TSLA'] })
    expect(run.message).toMatch(/^One symbol was stated, and 2 files of the archive have no column of symbols/)
    expect(await importText(services, 'all.zip', content, { symbols: ['TSLA', ''] })).toMatchObject({ status: 'DONE' })
    expect(await storedDays()).toEqual({ TSLA: sessions, MSFT: sessions })
  })
})

test.each([
  ['a workbook', zipSync({ '[Content_Types].xml': strToU8('x') }), 'The file seems to be an Excel workbook (xlsx)'],
  ['a PDF', Buffer.from('%PDF-1.7\n\0\x01'), 'The file seems to be a PDF document'],
  ['Parquet', Buffer.from('PAR1\0\0'), 'The file seems to be a Parquet file'],
  ['bytes', Buffer.from('a\0b\0\x01\x02'.repeat(50)), 'The file seems to be binary data'],
])('a file that is %s is named and refused', async (_name, content, words) => {
  const run = await importText(services, 'AAPL.csv', content)
  expect(run).toMatchObject({ status: 'FAILED', rowsRead: 0 })
  expect(run.message).toContain(words)
  expect(run.message).toMatch(/Nothing of this file was stored\.$/)
})

test.each([
  ['UTF-16', Buffer.from(`\uFEFF${listing}`, 'utf16le')],
  ['Latin-1', Buffer.from(listing.replace('Apple', 'Äpple'), 'latin1')],
])('a listing in %s is read', async (_name, content) => {
  expect(await importText(services, 'listing.csv', content)).toMatchObject({
    status: 'DONE',
    rowsAdded: 3,
    rowsRefused: 0,
  })
  expect(await query(`select name from instrument where code = 'AAPL'`)).toEqual([
    { name: expect.stringMatching(/^[AÄ]pple$/) },
  ])
})

test('fields that are not needed may be missing at the end of a line', async () => {
  const text = `${header}\n2021-04-05,10,11,9,10\n2021-04-06,10,11,9,10,\n2021-04-07,10,11,9\n${bars(sessions.slice(3)).slice(header.length + 1)}`
  const run = await importText(services, 'AAPL.csv', text)
  expect(await reasonsOf(run)).toEqual(['has 4 columns, the header has 6'])
  expect(await storedDays()).toEqual({ AAPL: sessions.filter((day) => day !== '2021-04-07') })
})

describe('how much of a file was understood', () => {
  const faulty = (good: number) => `${bars(sessions.slice(0, good))}${'\nnonsense'.repeat(10 - good)}`

  test('nothing: it fails, with its refused lines', async () => {
    const run = await importText(services, 'AAPL.csv', faulty(0))
    expect(run).toMatchObject({ status: 'FAILED', rowsRead: 10, rowsRefused: 10 })
    expect(run.message).toBe(
      'Every one of its 10 lines was refused; line 2: has 1 columns, the header has 6. Nothing of this file was stored.',
    )
    expect(await reasonsOf(run)).toHaveLength(10)
  })

  test('less than 90 percent: its market becomes active only when the administrator says so', async () => {
    const run = await importText(services, 'AAPL.csv', faulty(8))
    expect(run).toMatchObject({ status: 'DONE', rowsAdded: 8 })
    expect(run.message).toContain(
      'Only 80 percent of AAPL.csv was understood (8 of 10 lines), so the imported market was not made active.',
    )
    expect(await activeSource()).toBe('simulated')
    // A good file of another name does not make up for it.
    const other = await importText(services, 'MSFT.csv', bars(sessions))
    expect(other.message).toContain('Only 80 percent of AAPL.csv was understood')
    expect(await activeSource()).toBe('simulated')
    expect(await importText(services, 'AAPL.csv', faulty(8), { activatesAnyway: true })).toMatchObject({
      status: 'DONE',
    })
    expect(await activeSource()).toBe('import')
  })

  test('less than 90 percent: a corrected file of the same name makes up for it', async () => {
    await importText(services, 'AAPL.csv', faulty(8))
    expect(await activeSource()).toBe('simulated')
    expect(await importText(services, 'AAPL.csv', faulty(9))).toMatchObject({ status: 'DONE', rowsAdded: 1 })
    expect(await activeSource()).toBe('import')
  })

  test('lines that repeat or contradict stored ones were understood', async () => {
    await importText(services, 'AAPL.csv', bars(sessions))
    await connection.pool.query(
      `update market_source set is_active = false; update market_source set is_active = true where source = 'simulated'`,
    )
    const run = await importText(
      services,
      'AAPL.csv',
      `${bars(sessions).replaceAll(',100', ',200')}\n2021-04-19,10,11,9,10,1`,
    )
    expect(run).toMatchObject({ status: 'DONE', rowsAdded: 1, rowsRefused: 10 })
    expect(await activeSource()).toBe('import')
  })
})

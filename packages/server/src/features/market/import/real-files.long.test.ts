// Imports every real file of prices or listings in the order of its folders: the result matches what is known of the
// file (its README, its defects), and each refused line has a reason.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportRun } from '@clubfolio/contract'
import { hasMarketData, marketDataFolder } from '@clubfolio/domain/testing/market-data'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connection } from '../../../db/connect.ts'
import { ManualClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import { importPath } from '../../../testing/import-for-test.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { ImportServices } from './import-order.ts'

const folders = ['prices-daily', 'prices-intraday', 'reference'] as const
const files = hasMarketData
  ? folders.flatMap((folder) =>
      readdirSync(join(marketDataFolder, folder))
        .sort()
        .map((name) => `${folder}/${name}`),
    )
  : []
if (!hasMarketData)
  console.warn(
    `SKIPPED, the real market files are missing: there is no folder ${marketDataFolder}. Set CLUBFOLIO_MARKET_DATA to where they are.`,
  )

interface Expected {
  readonly kind: string
  readonly rowsRead: number
  /** Matches the reason of a refused line; a file without it refuses none. */
  readonly refused?: RegExp
  readonly rowsRefused: number
  /** Constituents that only a later file of this list adds: they are described when the file comes again. */
  readonly describedLater?: number
}

const asTraded = 'daily prices (as traded)'
const adjusted = 'Yahoo daily prices (split-adjusted)'
const conflict = /^conflict: another bar of \S+ on [\d-]+ is stored \(.+\) and was kept$/

/** The expected results from the folder's README, and the conflicts between files that cover the same days. */
const expected: Readonly<Record<string, Expected>> = {
  'prices-daily/GOOG-yahoo-2004-2018.csv.gz': { kind: adjusted, rowsRead: 3_379, rowsRefused: 0 },
  'prices-daily/SPY-yahoo-2007-2017.csv.gz': {
    kind: adjusted,
    rowsRead: 2_519,
    rowsRefused: 2,
    refused: /^low (209\.850006 is above open 209\.419998|206\.960007 is above open 205\.740005)$/,
  },
  'prices-daily/etf-adjustment-factors.csv': { kind: 'adjustment factors', rowsRead: 293, rowsRefused: 0 },
  'prices-daily/etf-daily-1998-2021.csv.gz': {
    kind: asTraded,
    rowsRead: 5_849 + 3_964 + 5_244 + 4_523,
    rowsRefused: 2_517,
    refused: conflict,
  },
  'prices-daily/large-caps-daily-1999-2016.csv.gz': { kind: asTraded, rowsRead: 103_575, rowsRefused: 0 },
  'prices-daily/sp500-daily-2016-2021.csv.gz': {
    kind: asTraded,
    rowsRead: 625_553,
    rowsRefused: 441,
    refused: conflict,
  },
  'prices-daily/sp500-index-1950-2015.csv.gz': { kind: asTraded, rowsRead: 16_607, rowsRefused: 0 },
  'prices-intraday/MSFT-1min-2016-04-15_2016-05-13.tsv.gz': { kind: 'minute bars', rowsRead: 8_211, rowsRefused: 0 },
  'prices-intraday/SPY-1min-2020-12-15_18.csv.gz': { kind: 'minute bars', rowsRead: 1_564, rowsRefused: 0 },
  'reference/nasdaq-listed-2026-08.csv.gz': {
    kind: 'listing directory',
    rowsRead: 5_571,
    rowsRefused: 10,
    refused: /^(has no symbol|"FILE CREATION TIME: .+" is not a symbol|\S+ is a test issue)$/,
  },
  'reference/nyse-other-listed-2026-08.csv.gz': {
    kind: 'listing directory',
    rowsRead: 7_543,
    rowsRefused: 0,
  },
  'reference/sp500-constituents-2021-05.csv': { kind: 'list of constituents', rowsRead: 505, rowsRefused: 0 },
  'reference/sp500-constituents-2026-08.csv': { kind: 'list of constituents', rowsRead: 503, rowsRefused: 0 },
  'reference/sp500-fundamentals-2026-08.csv': {
    kind: 'list of constituents',
    rowsRead: 503,
    rowsRefused: 4,
    describedLater: 1,
    refused: /^\S+ is not known; a list of constituents adds no instruments$/,
  },
  'reference/us-listing-status-2021-08.csv.gz': {
    kind: 'listing directory',
    rowsRead: 11_433,
    rowsRefused: 5,
    refused: /^"\S+ .+" is not a symbol$/,
  },
}

let database: TestDatabase
let connection: Connection
let services: ImportServices

async function refusedOf(run: ImportRun): Promise<string[]> {
  const { rows } = await connection.pool.query<{ reason: string }>(
    'select reason from market_import_refusal where run_id = $1 order by position',
    [run.id],
  )
  return rows.map(({ reason }) => reason)
}

/** Returns the number of rows of each table that an import fills, and a checksum of all of them in any order. */
async function checksums(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const table of ['instrument', 'daily_bar', 'minute_bar', 'corporate_action', 'split_segment']) {
    const { rows } = await connection.pool.query<Record<string, unknown>>(
      `select count(*)::text as count, sum(hashtextextended(t::text, 0)::numeric)::text as checksum from ${table} t`,
    )
    found[table] = rows[0]
  }
  return found
}

describe.skipIf(!hasMarketData)('the real files', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    connection = connect(database.url, () => undefined)
    services = {
      db: connection.db,
      pool: connection.pool,
      clock: new ManualClock(Date.parse('2026-09-01T15:00:00Z')),
      log: createLog('silent'),
    }
  })
  afterAll(async () => {
    await connection.close()
    await database.drop()
  })

  test.each(files)(
    '%s comes in',
    async (file) => {
      const run = await importPath(services, join(marketDataFolder, file))
      const reasons = await refusedOf(run)
      const { refused = /^$/, describedLater: _, ...counts } = expected[file] ?? { rowsRefused: 0 }
      expect(run).toMatchObject({ status: 'DONE', ...counts })
      expect(reasons).toHaveLength(run.rowsRefused)
      expect(reasons.filter((reason) => !refused.test(reason))).toEqual([])
    },
    300_000,
  )

  test.each(files)(
    '%s changes nothing when it comes again',
    async (file) => {
      const rowsReplaced = expected[file]?.describedLater ?? 0
      const before = await checksums()
      const run = await importPath(services, join(marketDataFolder, file))
      expect(run).toMatchObject({ status: 'DONE', rowsAdded: 0, rowsReplaced, instrumentsAdded: 0 })
      const isDescribed = (table: string) => table === 'instrument' && rowsReplaced > 0
      const unchanged = (sums: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(sums).filter(([table]) => !isDescribed(table)))
      expect(unchanged(await checksums())).toEqual(unchanged(before))
    },
    300_000,
  )

  test('every file that is described here was there', () => {
    expect(files).toEqual(expect.arrayContaining(Object.keys(expected)))
  })
})

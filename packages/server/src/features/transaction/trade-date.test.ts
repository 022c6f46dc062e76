// One booking, one day: over random instants (midnights in UTC and New York, daylight-saving changes, after the bell of
// 31 December, weekends) the list, its filter, gains, income, fees and every file show the same day, and it is the one
// that the rule gives.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { marketDayAt, type EpochMs } from '@clubfolio/domain'
import { linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { readReportTable } from '../report/read-report.ts'
import { writeReportCsv } from '../report-delivery/write-report-csv.ts'
import { writeReportExcel } from '../report-delivery/write-report-excel.ts'
import { writeReportPdf } from '../report-delivery/write-report-pdf.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  folder = mkdtempSync(join(tmpdir(), 'clubfolio-day-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.stop()
})

/** The rule implemented a second time, by the platform's calendar. */
const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const edges = [
  '2025-12-31T21:00:00Z',
  '2025-12-31T21:00:01Z',
  '2025-12-31T23:59:59Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01T04:59:59Z',
  '2026-01-01T05:00:00Z',
  '2026-01-03T12:00:00Z',
  '2026-02-28T04:59:59Z',
  '2025-11-02T05:30:00Z',
  '2025-11-02T06:30:00Z',
  '2025-11-29T23:00:00Z',
  '2026-02-01T05:00:00Z',
]
const from = Date.parse('2025-06-01T00:00:00Z')
const until = Date.parse('2026-03-01T00:00:00Z')
const instant = fc.oneof(
  fc.constantFrom(...edges).map(Date.parse),
  fc.integer({ min: from / 1000, max: until / 1000 }).map((seconds) => seconds * 1000),
)
/** The trade date that the brokerage gives; null where it gives none. */
const told = fc.option(fc.constantFrom('2025-12-31', '2026-01-02', '2025-08-15'), { freq: 3, nil: null })
const bookings = fc.uniqueArray(fc.tuple(instant, told), { minLength: 4, maxLength: 12, selector: ([at]) => at })

const dayOf = (at: number, tradeDate: string | null): string => tradeDate ?? newYork.format(at)

async function book(list: readonly (readonly [number, string | null])[]): Promise<Map<string, string>> {
  account = await linkAccount(app, owner, '2025-06-02', '100.00')
  // Bought and sold alternately, so that nothing is left.
  const sorted = list.slice(list.length % 2).sort(([a], [b]) => a - b)
  const rows = sorted.flatMap(([at, tradeDate], index) => {
    const common = {
      account_id: account.id,
      occurred_at: new Date(at),
      trade_date: tradeDate,
      day: marketDayAt(at as EpochMs),
      description: '',
      asset_type: 'EQUITY',
      order_id: null,
      fee_cents: 1n,
    }
    const quantity = index % 2 === 0 ? '10' : '-10'
    return [
      {
        ...common,
        broker_id: `${index}00`,
        kind: 'TRADE',
        symbol: 'ACME',
        quantity,
        price: '1',
        net_amount_cents: index % 2 === 0 ? -1001n : 999n,
      },
      {
        ...common,
        broker_id: `${index}01`,
        kind: 'DIVIDEND_OR_INTEREST',
        symbol: 'ACME',
        quantity: null,
        price: null,
        net_amount_cents: 5n,
      },
    ]
  })
  await app.services.db.insertInto('account_transaction').values(rows).execute()
  return new Map(
    sorted.flatMap(([at, tradeDate], index) => [`${index}00`, `${index}01`].map((id) => [id, dayOf(at, tradeDate)])),
  )
}

const filterOf = (period: readonly [string, string], kind?: string) => [
  { nomenclatorConfigNameKey: 'account', selectedItem: account.id },
  { nomenclatorConfigNameKey: 'period', selectedItem: period },
  ...(kind === undefined ? [] : [{ nomenclatorConfigNameKey: 'kind', selectedItem: kind }]),
]
const always = ['2025-01-01', '2026-12-31'] as const
const report = async (key: string, period: readonly [string, string] = always) =>
  (
    await owner.client.report.getStaticReportData({
      body: {
        report: key,
        filter: filterOf(period, key === 'transactions' ? 'ALL' : undefined),
        limit: 200,
        offset: 0,
      },
    })
  ).data

const only = (days: Map<string, string>, kind: '00' | '01') => new Map([...days].filter(([id]) => id.endsWith(kind)))

test('list, filter, gains, income and reports give every booking the same day', async () => {
  await fc.assert(
    fc.asyncProperty(bookings, async (list) => {
      const days = await book(list)
      const listed = await owner.client.transaction.findPage({
        body: { accountNumber: account.number, start: 0, count: 200, orderBy: 'transactionDate', direction: 'ASC' },
      })
      expect(new Map(listed.result.map((row) => [row.transactionId, row.tradeDate]))).toEqual(days)
      expect(listed.result.map(({ tradeDate }) => tradeDate)).toEqual([...days.values()].sort())
      expect(
        new Map((await report('transactions')).map((row) => [row['transactionId'], row['transactionDate']])),
      ).toEqual(days)
      expect(new Map((await report('fees')).map((row) => [row['transactionId'], row['day']]))).toEqual(days)
      expect(new Map((await report('income')).map((row) => [row['transactionId'], row['day']]))).toEqual(
        only(days, '01'),
      )

      const { gains, incomes } = await owner.client.transaction.findRealisedProfit({
        body: { accountNumber: account.number, fromDate: null, toDate: null },
      })
      for (const gain of gains)
        expect([gain.openedDay, gain.closedDay]).toEqual([days.get(gain.openedId!), days.get(gain.closedId)])
      expect(gains).toHaveLength(Math.floor(list.length / 2))
      expect(new Map(incomes.map(({ transactionId, day }) => [transactionId, day]))).toEqual(only(days, '01'))

      // A period of one day holds exactly the bookings of that day, in every reader.
      const [day] = [...days.values()]
      const ofDay = new Set([...days].filter(([, one]) => one === day).map(([id]) => id))
      const one = [day!, day!] as const
      expect(new Set((await report('transactions', one)).map((row) => row['transactionId']))).toEqual(ofDay)
      expect(new Set((await report('fees', one)).map((row) => row['transactionId']))).toEqual(ofDay)
      const within = await owner.client.transaction.findRealisedProfit({
        body: { accountNumber: account.number, fromDate: day!, toDate: day! },
      })
      expect(within.gains.map(({ closedId }) => closedId).sort()).toEqual(
        gains
          .filter(({ closedDay }) => closedDay === day)
          .map(({ closedId }) => closedId)
          .sort(),
      )

      // A year holds what its days hold.
      const years = await owner.client.report.getStaticReportData({
        body: { report: 'realised-gains-by-year', filter: filterOf(always).slice(0, 1), limit: 50, offset: 0 },
      })
      for (const row of years.data)
        expect(row['lots']).toBe(gains.filter(({ closedDay }) => closedDay.startsWith(String(row['year']))).length)
    }),
    { numRuns: 25 },
  )
})

test('PDF, Excel and CSV give every booking that day too', async () => {
  const days = await book([
    ...edges.map((at): [number, string | null] => [Date.parse(at), null]),
    [Date.parse('2026-01-05T20:00:00Z'), '2026-01-02'],
    [Date.parse('2026-01-06T20:00:00Z'), null],
  ])
  const table = await readReportTable(
    app.services,
    { userId: owner.user.id, permissions: ['VR'] },
    {
      report: 'transactions',
      filter: filterOf(always, 'TRADE'),
      column: ['transactionDate', 'transactionId', 'bookedAt'],
    },
  )
  const rows: (readonly (string | null)[])[] = []
  for await (const row of table.rows) rows.push(row)
  const frame = {
    now: new Date(app.clock.nowMs()),
    rows,
    table: { ...table, columns: table.columns.map((column) => ({ ...column, isNumeric: false })) },
  }
  const trades = [...only(days, '00')]

  const csv = writeReportCsv(frame).toString('utf8')
  for (const [id, day] of trades) expect(csv).toContain(`${day},${id},`)
  // A written instant shows the same day as on screen.
  expect(csv).toContain('2025-12-31T16:00:00-05:00')

  const parts = unzipSync(await writeReportExcel(frame))
  const part = (name: string) => strFromU8(parts[name]!)
  const strings = [...part('xl/sharedStrings.xml').matchAll(/<t[^>]*>(.*?)<\/t>/g)].map(([, text]) => text)
  const cells = [...part('xl/worksheets/sheet1.xml').matchAll(/<c r="([AB])(\d+)"[^>]*?><v>(.*?)<\/v>/g)]
  const inExcel = new Map<string, string>()
  for (const [, , row, value] of cells.filter(([, column, row]) => column === 'A' && row !== '1')) {
    const id = strings[Number(cells.find(([, column, of]) => column === 'B' && of === row)![3])]!
    inExcel.set(id, new Date((Number(value) - 25_569) * 86_400_000).toISOString().slice(0, 10))
  }
  expect(inExcel).toEqual(new Map(trades))

  if (spawnSync('pdftotext', ['-v']).error !== undefined) return
  writeFileSync(join(folder, 'report.pdf'), await writeReportPdf(frame))
  const pdf = spawnSync('pdftotext', ['-layout', join(folder, 'report.pdf'), '-'], { encoding: 'utf8' }).stdout
  for (const [id, day] of trades) expect(pdf).toMatch(new RegExp(`${day}\\s+${id}\\s`))
})

// Files show words where the database has codes, for every column of the catalogue that holds one.
import { isNumericColumn } from '@clubfolio/contract'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { reportCatalogue } from '../report/catalogue.ts'
import type { ReportDefinition } from '../report/report-definition.ts'
import { cellText } from './cell-text.ts'
import type { ReportFileOrder } from './report-file.ts'
import { writeReportCsv } from './write-report-csv.ts'
import { writeReportExcel } from './write-report-excel.ts'

const reports: readonly ReportDefinition[] = reportCatalogue
const codePattern = /\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b/
const codes = {
  ACH_RECEIPT: 'ACH receipt',
  DIVIDEND_OR_INTEREST: 'Dividend or interest',
  GOOD_TILL_CANCEL: 'Good till cancel',
  PENDING_CANCEL: 'Pending cancel',
  CANCELED: 'Cancelled',
  ETF: 'ETF',
  LONG_TERM: 'Long term',
  'session.end-others': 'Session: end others',
}

const withCodes = reports.flatMap(({ key, columns }) =>
  columns.filter(({ type }) => type === 'CODE').map((column) => ({ report: key, column })),
)

const fileOrder = ({ column }: (typeof withCodes)[number]): ReportFileOrder => ({
  now: new Date(0),
  rows: Object.keys(codes).map((code) => [code]),
  table: {
    name: 'Words',
    issuer: { manager: 'Maria Keller', clubs: [] },
    period: '2026-03-04',
    filters: [],
    columns: [{ ...column, isNumeric: isNumericColumn(column.type) }],
    rowCount: Object.keys(codes).length,
    basis: '',
    currency: 'USD',
    readAt: 0,
  },
})

test.each(withCodes)('$column.field of $report is written in words in every kind of file', async (one) => {
  const order = fileOrder(one)
  expect(writeReportCsv(order).toString('utf8').split('\r\n').slice(1, -1)).toEqual(Object.values(codes))
  const sheet = strFromU8(unzipSync(await writeReportExcel(order))['xl/sharedStrings.xml']!)
  for (const words of Object.values(codes)) expect(sheet).toContain(`>${words}<`)
  expect(sheet).not.toMatch(codePattern)
  expect(Object.keys(codes).map((code) => cellText(one.column.type, code))).toEqual(Object.values(codes))
})

const withFixedChoices = reports.flatMap(({ key, filters }) =>
  filters.flatMap((filter) => (filter.options && filter.options.length === 0 ? [{ report: key, filter }] : [])),
)

test.each(withFixedChoices)('the choices of $filter.label of $report are words', async ({ filter }) => {
  // Fixed choices do not read anything.
  const options = await filter.options!({} as never)
  const shouted = options.filter(({ value }) => codePattern.test(value) || /^[A-Z]{4,}$/.test(value))
  expect(shouted).toEqual([])
})

const netAmount = reports
  .flatMap(({ key, columns }) => columns.map((column) => ({ report: key, column })))
  .find(({ report, column }) => report === 'transactions' && column.field === 'netAmount')!

test('files of an account in another currency than dollars name it: cells on paper, headers of plain numbers', async () => {
  const order = fileOrder(netAmount)
  const inEuros = { ...order, rows: [['-1234.5']], table: { ...order.table, currency: 'EUR' } }
  expect(writeReportCsv(inEuros).toString('utf8')).toBe('\uFEFFNet Amount (EUR)\r\n-1234.5\r\n')
  const styles = strFromU8(unzipSync(await writeReportExcel(inEuros))['xl/styles.xml']!)
  expect(styles).toContain('#,##0.00&quot; EUR&quot;')
  expect(styles).not.toContain('$')
  expect(cellText('DOLLAR', '-1234.5', 'EUR')).toBe('-1,234.50 EUR')
  expect(cellText('PRICE_DOLLAR', '1.2345', 'EUR')).toBe('1.2345 EUR')
})

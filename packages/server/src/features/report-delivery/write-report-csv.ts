// A report as comma-separated text: numbers as plain exact decimals, another currency than dollars in their header,
// instants with the offset of New York, codes as the words that the screen shows, words escaped against formulas.
import type { ReportColumnType } from '@clubfolio/contract'
import { csvText, newYorkIsoText, toEpochMs } from '@clubfolio/domain'
import { cellText } from './cell-text.ts'
import type { ReportFileOrder } from './report-file.ts'

export function writeReportCsv({ table, rows }: ReportFileOrder): Buffer {
  const lines = [
    table.columns.map(({ header, type }) =>
      isForeign(type, table.currency) ? `${header} (${table.currency})` : header,
    ),
    ...rows.map((row) => table.columns.map(({ type }, index) => csvCell(type, row[index] ?? ''))),
  ]
  return Buffer.from(csvText(lines), 'utf8')
}

/** `Net Amount (EUR)`: a number alone would be taken for dollars. */
const isForeign = (type: ReportColumnType, currency: string): boolean =>
  currency !== 'USD' && (type === 'DOLLAR' || type === 'PRICE_DOLLAR')

function csvCell(type: ReportColumnType, cell: string): string {
  if (type === 'CODE') return cellText(type, cell)
  return type === 'DATE_TIME' && cell !== '' ? newYorkIsoText(toEpochMs(Date.parse(cell))) : cell
}

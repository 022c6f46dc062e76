// A report as comma-separated text: numbers as plain exact decimals, instants in UTC as they are stored, words inert.
import { csvText } from '@clubfolio/domain'
import type { ReportFileOrder } from './report-file.ts'

export function writeReportCsv({ table, rows }: ReportFileOrder): Buffer {
  const lines = [table.columns.map(({ header }) => header), ...rows.map((row) => table.columns.map((_column, index) => row[index] ?? ''))]
  return Buffer.from(csvText(lines), 'utf8')
}

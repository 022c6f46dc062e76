// A report as PDF pages.
import { isNumericColumn } from '@clubfolio/contract'
import { openPdf } from '../../adapters/pdf/pdf-page.ts'
import type { ReportTable } from './report-table.ts'

const pageWidth = 515

export async function printReport(table: ReportTable): Promise<{ fileName: string; content: Buffer }> {
  const page = openPdf({ title: table.name, now: new Date(table.asOf) })
  page.heading(table.name)
  for (const line of table.filters) page.note(line)
  page.section(`${table.rowCount} rows`)
  const weights = table.columns.map(({ type }) => (isNumericColumn(type) ? 2 : 3))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const widths = weights.map((weight) => (weight / whole) * pageWidth)
  page.row(table.columns.map(({ header }) => header), widths, { isHead: true })
  for await (const row of table.rows) page.row(row.map((cell) => cell ?? ''), widths)
  if (table.totals) page.row(table.totals.map((cell, index) => cell ?? (index === 0 ? 'Total' : '')), widths, { isTotal: true })
  return { fileName: `${table.name}.pdf`, content: await page.finish() }
}

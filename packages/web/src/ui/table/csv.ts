// Writes a table as comma-separated text for spreadsheets.
import { csvText } from '@clubfolio/domain'
import { fileHeader, type Column } from './column.tsx'

/**
 * Returns the visible columns and rows as CSV; columns without `text` (switches, actions) are omitted. Amounts in
 * another currency than dollars name it in their header.
 */
export function writeCsv<Row extends object>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  currency = 'USD',
): string {
  const written = columns.filter((column) => column.text !== undefined)
  return csvText([
    written.map((column) => fileHeader(column, currency)),
    ...rows.map((row) => written.map((column) => column.text?.(row) ?? '')),
  ])
}

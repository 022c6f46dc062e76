// Writes a table as comma-separated text for spreadsheets.
import { csvText } from '@clubfolio/domain'
import type { Column } from './column.tsx'

/** Returns the visible columns and rows as CSV; columns without `text` (switches, actions) are omitted. */
export function writeCsv<Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter((column) => column.text !== undefined)
  return csvText([
    written.map((column) => column.header),
    ...rows.map((row) => written.map((column) => column.text?.(row) ?? '')),
  ])
}

// What a table shows as comma-separated text for spreadsheets.
import { csvText } from '@clubfolio/domain'
import type { Column } from './column.tsx'

/** The visible columns and rows; columns without `text` (switches, actions) are left out. */
export function writeCsv<Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter((column) => column.text !== undefined)
  return csvText([written.map((column) => column.header), ...rows.map((row) => written.map((column) => column.text?.(row) ?? ''))])
}

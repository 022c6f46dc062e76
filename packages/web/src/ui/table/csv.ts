// Comma-separated text for spreadsheets. Words of people never become formulas.
import type { Column } from './column.tsx'

/**
 * The visible columns and rows as RFC 4180 text with a byte order mark, so that spreadsheets read it as UTF-8.
 * Columns without `text` (switches, actions) are left out.
 */
export function writeCsv<Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter((column) => column.text !== undefined)
  const lines = [written.map((column) => csvCell(column.header)), ...rows.map((row) => written.map((column) => csvCell(column.text?.(row) ?? '')))]
  return `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

/**
 * One cell: quoted where needed, and with an apostrophe before words that a spreadsheet would calculate
 * (`=`, `+`, `-`, `@`, tab, carriage return at the start). Plain numbers stay numbers.
 * `csvCell('=1+1')` is `'=1+1`, `csvCell('-12.50')` is `-12.50`.
 */
export function csvCell(text: string): string {
  const isNumber = /^[+-]?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

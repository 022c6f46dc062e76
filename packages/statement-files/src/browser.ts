// The part of the package that runs in a browser: what the rows of a table become by a mapping of its columns.
import { readRow } from './make-line.ts'
import { readMappedRow, type RowMapping } from './mapped/read-mapped-row.ts'
import type { StatementLine } from './statement-line.ts'
import type { Reading } from './table/table-format.ts'

export { actionWord } from './mapped/action-word.ts'
export { mappingFaults } from './mapped/column-mapping.ts'

/** Returns the line that the cells of a row become, `unread` with its reason where they are not understood. */
export function previewRow(
  cells: readonly string[],
  mapping: RowMapping,
  place: { readonly line: number; readonly dateOrder: Reading['dateOrder'] },
): StatementLine {
  const row = { line: place.line, text: cells.join(', '), cells }
  return readRow(row, () => [readMappedRow(row, mapping, place.dateOrder)])[0]!
}

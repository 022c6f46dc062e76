// Reads any table by a mapping of its columns.
import type { TableFormat } from '../table/table-format.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { headSignature } from './head-signature.ts'
import { readMappedRow } from './read-mapped-row.ts'

/** Returns the reader of tables with the headings of a mapping. */
export function mappedTable(mapping: ColumnMapping): TableFormat {
  return {
    format: 'mapped',
    dates: mapping.dateOrder === 'fromFile' ? 'watched' : mapping.dateOrder,
    ...(mapping.columns.date === undefined ? {} : { dateColumns: [mapping.columns.date] }),
    isHead: (cells) => headSignature(cells) === mapping.head,
    open: ({ dateOrder }) => ({ read: (row) => [readMappedRow(row, mapping, dateOrder)] }),
  }
}

// Recognises the format of a file by the text at its start: XML and OFX by their root, tables by their headings.
import { degiro } from './format/degiro.ts'
import { delta } from './format/delta.ts'
import { etoro } from './format/etoro.ts'
import { freetrade } from './format/freetrade.ts'
import { ibkrActivity } from './format/ibkr-activity.ts'
import { ibkrFlexCsv } from './format/ibkr-flex-csv.ts'
import { revolut } from './format/revolut.ts'
import { schwab } from './format/schwab.ts'
import { swissquote } from './format/swissquote.ts'
import { trading212 } from './format/trading212.ts'
import type { ColumnMapping } from './mapped/column-mapping.ts'
import { mappedTable } from './mapped/read-mapped.ts'
import { StatementFileError } from './statement-file-error.ts'
import type { TableFormat } from './table/table-format.ts'
import { findTableHead } from './table/find-table-head.ts'

const tables: readonly TableFormat[] = [
  schwab,
  ibkrActivity,
  ibkrFlexCsv,
  trading212,
  degiro,
  etoro,
  swissquote,
  revolut,
  freetrade,
  delta,
]

export interface Recognised {
  readonly reader: TableFormat
  readonly delimiter: string
  /** How many rows are above the heading. */
  readonly headRow: number
}

/** Returns the reader of a file; with a mapping, the reader of that mapping. */
export async function recogniseFormat(
  texts: () => AsyncIterable<string>,
  mapping: ColumnMapping | undefined,
): Promise<Recognised> {
  const { delimiter, rows } = await findTableHead(texts)
  const readers = mapping === undefined ? tables : [mappedTable(mapping)]
  for (const [headRow, cells] of rows.entries()) {
    const reader = readers.find((table) => table.isHead(cells))
    if (reader) return { reader, delimiter, headRow }
  }
  if (mapping !== undefined)
    throw new StatementFileError(
      'unknownFormat',
      'The headings of this file are not those of the mapping. Make a mapping for them.',
    )
  throw new StatementFileError(
    'unknownFormat',
    'The headings of this file are not those of a known brokerage. Say what its columns mean to read it.',
  )
}

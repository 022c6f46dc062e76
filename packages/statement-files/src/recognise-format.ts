// Recognises the format of a file by the text at its start: XML and OFX by their root, tables by their headings.
import { degiro } from './format/degiro.ts'
import { delta } from './format/delta.ts'
import { etoro } from './format/etoro.ts'
import { freetrade } from './format/freetrade.ts'
import { ibkrActivity } from './format/ibkr-activity.ts'
import { ibkrFlexXml } from './format/ibkr-flex-xml.ts'
import { ofx } from './format/ofx.ts'
import { ibkrFlexCsv } from './format/ibkr-flex-csv.ts'
import { revolut } from './format/revolut.ts'
import { schwab } from './format/schwab.ts'
import { swissquote } from './format/swissquote.ts'
import { trading212 } from './format/trading212.ts'
import type { ColumnMapping } from './mapped/column-mapping.ts'
import { mappedTable } from './mapped/read-mapped.ts'
import type { MarkupFormat } from './markup/markup-format.ts'
import { StatementFileError } from './statement-file-error.ts'
import type { TableFormat } from './table/table-format.ts'
import { findTableHead, readStartOfText } from './table/find-table-head.ts'

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

export type Recognised =
  | {
      readonly kind: 'table'
      readonly reader: TableFormat
      readonly delimiter: string
      /** How many rows are above the heading. */
      readonly headRow: number
    }
  | { readonly kind: 'markup'; readonly reader: MarkupFormat; readonly syntax: 'xml' | 'sgml' }

/** Returns the reader of a file; with a mapping, the reader of that mapping. */
export async function recogniseFormat(
  texts: () => AsyncIterable<string>,
  mapping: ColumnMapping | undefined,
): Promise<Recognised> {
  const start = await readStartOfText(texts)
  const markup = mapping === undefined ? recogniseMarkup(start) : null
  if (markup) return markup
  const { delimiter, rows } = findTableHead(start)
  const readers = mapping === undefined ? tables : [mappedTable(mapping)]
  for (const [headRow, cells] of rows.entries()) {
    const reader = readers.find((table) => table.isHead(cells))
    if (reader) return { kind: 'table', reader, delimiter, headRow }
  }
  throw new StatementFileError(
    'unknownFormat',
    mapping === undefined
      ? 'The headings of this file are not those of a known brokerage. Say what its columns mean to read it.'
      : 'The headings of this file are not those of the mapping. Make a mapping for them.',
  )
}

function recogniseMarkup(start: string): Recognised | null {
  const isXml = /^\s*<[?!a-z]/i.test(start)
  if (isXml && /<FlexQueryResponse[\s>]/.test(start)) return { kind: 'markup', reader: ibkrFlexXml, syntax: 'xml' }
  if (/^\s*(<\?xml|<\?OFX)/.test(start) && /<OFX[\s>]/.test(start))
    return { kind: 'markup', reader: ofx, syntax: 'xml' }
  if (/^\s*(OFXHEADER:|<OFX>)/i.test(start)) return { kind: 'markup', reader: ofx, syntax: 'sgml' }
  if (!isXml) return null
  throw new StatementFileError(
    'unknownFormat',
    'This XML file is neither an IBKR Flex query nor an OFX file. Export the statement as CSV, or as one of these.',
  )
}

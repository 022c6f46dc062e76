// Turns the text of a table into rows, one by one.
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { StatementFileError } from '../statement-file-error.ts'
import type { TableRow } from './table-row.ts'

/** No row of a statement is longer; a quotation mark that is never closed would swallow the rest of the file. */
export const mostRowCharacters = 65_536

export interface ParsedRow extends TableRow {
  /** Whether a line break follows, which the last row of a file may lack. */
  readonly isEnded: boolean
}

interface RawRow {
  readonly record: readonly string[]
  readonly raw: string
  readonly info: { readonly lines: number }
}

/**
 * Returns the rows of a table without its blank lines. Quotation marks in the middle of a field are text. Refuses a row
 * that is too long, and a file that ends within quotation marks.
 */
export async function* tableRows(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<ParsedRow, void, undefined> {
  const parser = parse({
    delimiter,
    raw: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: mostRowCharacters,
  })
  const source = Readable.from(texts)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    const rows: AsyncIterable<RawRow> = parser
    for await (const { record, raw, info } of rows) {
      const text = raw.replace(/^[\r\n]+|[\r\n]+$/g, '')
      const breaks = text.includes('\n') || text.includes('\r') ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0
      yield { line: info.lines - breaks, text, cells: record, isEnded: /[\r\n]$/.test(raw) }
    }
  } catch (error) {
    throw error instanceof CsvError ? tableFault(error) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

function tableFault(error: CsvError): StatementFileError {
  const lines: unknown = error['lines']
  const line = typeof lines === 'number' ? lines : null
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new StatementFileError(
      'cutOff',
      'The file ends in the middle of a row: a quotation mark is not closed. Export the statement again.',
      line,
    )
  return new StatementFileError(
    'tooLong',
    `A row is longer than ${mostRowCharacters} characters. A quotation mark in it is probably not closed. Export the statement again.`,
    line,
  )
}

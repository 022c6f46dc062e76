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
    // The parser counts a line break of two characters within quotation marks twice, so lines are counted here.
    let nextLine = 1
    for await (const { record, raw } of rows) {
      // Blank lines above the row are a part of it.
      const start = Math.max(0, raw.search(/[^\r\n]/))
      const text = raw.slice(start).replace(/[\r\n]+$/, '')
      const line = nextLine + breaksIn(raw.slice(0, start))
      const isEnded = raw.length > start + text.length
      nextLine = line + breaksIn(text) + (isEnded ? 1 : 0)
      if (record.some((cell) => cell.trim() !== '')) yield { line, text, cells: record, isEnded }
    }
  } catch (error) {
    throw error instanceof CsvError ? tableFault(error) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

const breaksIn = (text: string): number => (/[\r\n]/.test(text) ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0)

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
    `A row is longer than ${mostRowCharacters} characters. A quotation mark in it is probably not closed. ` +
      'Export the statement again.',
    line,
  )
}

// What a person needs to see of an unknown table to say what its columns mean.
import { decodeText, findEncoding } from '../decode-text.ts'
import { StatementFileError } from '../statement-file-error.ts'
import type { StatementSource } from '../statement-source.ts'
import { filledCells, findTableHead, headingWidth, isHeadingLike, readStartOfText } from '../table/find-table-head.ts'
import { tableRows } from '../table/table-rows.ts'

export interface TableStart {
  readonly head: readonly string[]
  /** The first rows below the headings. */
  readonly rows: readonly (readonly string[])[]
}

const mostSampleRows = 500

/**
 * Returns headings and first rows of a table. The headings are the widest row without numbers at its start, so titles
 * above them are left out. Throws `StatementFileError`.
 * @example
 * const { head, rows } = await readTableStart(source)
 * const mapping = remembered.get(headSignature(head)) ?? proposeMapping(head, rows)
 */
export async function readTableStart(source: StatementSource): Promise<TableStart> {
  const encoding = await findEncoding(source)
  const texts = (): AsyncIterable<string> => decodeText(source, encoding)
  const start = await readStartOfText(texts)
  const { delimiter, rows: first } = findTableHead(start)
  const width = headingWidth(first)
  const headRow = first.findIndex((cells) => isHeadingLike(cells) && filledCells(cells) === width)
  const rows: (readonly string[])[] = []
  let at = 0
  for await (const { cells } of tableRows(texts(), delimiter)) {
    if (at++ > headRow) rows.push(cells)
    if (rows.length === mostSampleRows) break
  }
  const head = first[headRow]
  if (head === undefined || rows.length === 0 || /^\s*</.test(start))
    throw new StatementFileError(
      'unknownFormat',
      'The file is no table with a heading for each column and rows below. Export it as CSV.',
    )
  return { head, rows }
}

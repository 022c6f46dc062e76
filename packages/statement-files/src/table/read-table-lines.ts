// Runs a reader over the rows of a table. What is the same for every table is judged here: titles above the headings,
// rows with too few or too many columns, and a last row that may be cut off.
import type { DateOrder } from '@clubfolio/domain'
import { decimalsOf } from '../exact-decimal.ts'
import { ignoredLine, readRow, unreadLine } from '../make-line.ts'
import type { StatementLine } from '../statement-line.ts'
import { joinedFiles, StatementFileError } from '../statement-file-error.ts'
import type { StatementFacts, TableFormat } from './table-format.ts'
import { tableRows, type ParsedRow } from './table-rows.ts'

interface TableOptions {
  readonly reader: TableFormat
  readonly delimiter: string
  readonly headRow: number
  readonly facts: StatementFacts
  readonly dateOrder: DateOrder | 'ymd'
}

export async function* readTableLines(
  texts: AsyncIterable<string>,
  { reader, delimiter, headRow, facts, dateOrder }: TableOptions,
): AsyncGenerator<StatementLine, void, undefined> {
  let at = 0
  let head: readonly string[] = []
  let rows: ReturnType<TableFormat['open']> | undefined
  const cutOf = watchLastCell()
  for await (const row of tableRows(texts, delimiter)) {
    if (at++ < headRow) {
      yield ignoredLine(row, 'This row is above the headings.')
      continue
    }
    if (!rows) {
      head = row.cells
      rows = reader.open({ head, facts, dateOrder })
      continue
    }
    if (!reader.hasSections && isSameRow(row.cells, head)) throw joinedFiles(row.line)
    const fault = reader.hasSections ? null : columnFault(row, head.length)
    const cut = reader.hasTextAtEnd ? null : cutOf(row)
    const opened = rows
    if (fault !== null || cut !== null) yield unreadLine(row, fault ?? cut!)
    else yield* readRow(row, () => opened.read(row))
  }
  if (!rows) throw new StatementFileError('cutOff', 'The file ends above its headings. Export the statement again.')
  yield* rows.end?.() ?? []
}

/** A row may have blank cells beyond the headings, as exports with a delimiter at the end of each row have. */
function columnFault({ cells }: ParsedRow, columns: number): string | null {
  if (cells.length < columns) return `The row has ${cells.length} of ${columns} columns. The file may be cut off here.`
  const beyond = cells.slice(columns).some((cell) => cell.trim() !== '')
  return beyond ? `The row has ${cells.length} columns, the headings have ${columns}.` : null
}

const isSameRow = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((cell, at) => cell === right[at])

/** A column of codes has few values, one of numbers or texts too many to remember. */
const mostSeenValues = 1000

/**
 * Returns why the last row may be cut off, null for any other row. A file that ends within a cell shows nothing but the
 * missing line break. Its last cell is whole if it is in quotation marks, if it occurs above as well, or if it is a
 * number with as many decimals as any other of its column.
 */
function watchLastCell(): (row: ParsedRow) => string | null {
  let mostDecimals = 0
  const seen = new Set<string>()
  return ({ cells, text, isEnded }) => {
    const last = (cells.at(-1) ?? '').trim()
    const decimals = /\d$/.test(last) ? decimalsOf(last.replace(',', '.')) : 0
    if (isEnded) {
      mostDecimals = Math.max(mostDecimals, decimals)
      if (seen.size < mostSeenValues) seen.add(last)
      return null
    }
    const isQuoted = /"\s*$/.test(text)
    const isNumber = /\d$/.test(last)
    const isWholeNumber = isNumber && mostDecimals > 0 && decimals >= mostDecimals
    // A cell that is cut off to nothing is empty, so it has to be empty in every row above.
    const isKnown = !isNumber && seen.has(last) && (last !== '' || seen.size === 1)
    if (isQuoted || isWholeNumber || isKnown) return null
    return (
      'The file ends within this row, without a line break. Export it again, or add a line break if the row ' +
      'is whole.'
    )
  }
}

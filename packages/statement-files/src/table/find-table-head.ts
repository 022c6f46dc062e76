// Finds the delimiter of a table and returns its first rows.
import { parse } from 'csv-parse/sync'

const delimiters = [',', ';', '\t', '|'] as const
const mostHeadCharacters = 65_536
/** Titles above the headings are few. */
const mostRows = 20

export interface TableTop {
  readonly delimiter: string
  readonly rows: readonly (readonly string[])[]
}

/** Returns the first rows of a table by the text at its start, split at the delimiter that gives its widest heading. */
export function findTableHead(start: string): TableTop {
  let best: TableTop = { delimiter: ',', rows: [] }
  let most = 0
  for (const delimiter of delimiters) {
    const rows = firstRows(start, delimiter)
    const width = headingWidth(rows)
    if (width > most || best.rows.length === 0) [best, most] = [{ delimiter, rows }, width]
  }
  return best
}

/** Decimal commas also split rows, but no heading begins with a digit. */
export const isHeadingLike = (cells: readonly string[]): boolean =>
  filledCells(cells) >= 2 && cells.every((cell) => !/^\s*[$€£(-]?\d/.test(cell))

export const filledCells = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length

export const headingWidth = (rows: readonly (readonly string[])[]): number =>
  Math.max(0, ...rows.filter(isHeadingLike).map(filledCells))

/** Returns as much of a text as shows its format. */
export async function readStartOfText(texts: () => AsyncIterable<string>): Promise<string> {
  let start = ''
  for await (const text of texts()) {
    start += text
    if (start.length >= mostHeadCharacters) break
  }
  return start.slice(0, mostHeadCharacters)
}

function firstRows(start: string, delimiter: string): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = []
  const note = (cells: readonly string[]): null => {
    rows.push(cells)
    return null
  }
  try {
    parse(start, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: mostRows,
      on_record: note,
    })
  } catch {
    // The rows before a fault may still show the headings; reading the whole file reports the fault.
  }
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
}

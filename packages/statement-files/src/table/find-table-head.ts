// Finds the delimiter of a table and returns its first rows.
import { tableRows } from './table-rows.ts'

const delimiters = [',', ';', '\t', '|'] as const
const mostHeadCharacters = 65_536
/** Titles above the headings are few. */
const mostRows = 20

export interface TableTop {
  readonly delimiter: string
  readonly rows: readonly (readonly string[])[]
}

/** Returns the first rows of a table by the text at its start, split at the delimiter that gives its widest heading. */
export async function findTableHead(start: string): Promise<TableTop> {
  let best: TableTop = { delimiter: ',', rows: [] }
  let most = 0
  for (const delimiter of delimiters) {
    const rows = await firstRows(start, delimiter)
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

async function firstRows(start: string, delimiter: string): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = []
  try {
    for await (const { cells } of tableRows(one(start), delimiter)) {
      rows.push(cells)
      if (rows.length === mostRows) break
    }
  } catch {
    // The rows before a fault may still show the headings; reading the whole file reports the fault.
  }
  return rows
}

// oxlint-disable-next-line typescript/require-await -- an async iterable of one piece
async function* one(text: string): AsyncGenerator<string> {
  yield text
}

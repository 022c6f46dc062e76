// The rows of a table, and the cells of a row by the names of its columns.
import type { DateOrder, NumberStyle } from '@clubfolio/domain'
import { UnreadRow, type RowPlace } from '../make-line.ts'
import { readDay } from '../read-day.ts'
import { readNumber } from '../read-number.ts'

export interface TableRow extends RowPlace {
  readonly cells: readonly string[]
}

/** `"Gross Amount "` and `"gross  amount"` are one column. */
export const columnName = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** Where the columns of a table are; the first of several columns of one name. */
export type ColumnIndex = ReadonlyMap<string, number>

export function indexColumns(head: readonly string[]): ColumnIndex {
  const index = new Map<string, number>()
  for (const [at, text] of head.entries()) {
    const name = columnName(text)
    if (name !== '' && !index.has(name)) index.set(name, at)
  }
  return index
}

export const hasColumns = (head: readonly string[], names: readonly string[]): boolean => {
  const index = indexColumns(head)
  return names.every((name) => index.has(columnName(name)))
}

/** The cells of one row. Everything that does not read as what it should be throws `UnreadRow`. */
export class RowCells {
  readonly row: TableRow
  private readonly columns: ColumnIndex
  private readonly style: NumberStyle

  constructor(row: TableRow, columns: ColumnIndex, style: NumberStyle) {
    this.row = row
    this.columns = columns
    this.style = style
  }

  /** Returns the text of a cell without surrounding blanks, empty for a column that the table does not have. */
  text(column: string): string {
    const at = this.columns.get(column)
    return at === undefined ? '' : (this.row.cells[at] ?? '').trim()
  }

  textOrNull(column: string): string | null {
    const text = this.text(column)
    return text === '' || text === '-' ? null : text
  }

  /** Returns a number, or null for an empty cell or a dash. */
  number(column: string, label: string): string | null {
    return numberIn(this.text(column), label, this.style)
  }

  neededNumber(column: string, label: string): string {
    return needed(this.number(column, label), label)
  }

  day(column: string, order: DateOrder | 'ymd'): string {
    return dayIn(this.text(column), order)
  }
}

/** Returns a number, or null for no text and for dashes. */
export function numberIn(text: string, label: string, style: NumberStyle): string | null {
  if (text === '' || /^-+$/.test(text)) return null
  const reading = readNumber(text, style)
  if ('value' in reading) return reading.value
  throw new UnreadRow(
    reading.fault === 'twoReadings'
      ? `The ${label} "${text}" can be read in two ways.`
      : `The ${label} "${text}" is not a number.`,
  )
}

export function needed(value: string | null, label: string): string {
  if (value === null) throw new UnreadRow(`The row has no ${label}.`)
  return value
}

export function dayIn(text: string, order: DateOrder | 'ymd'): string {
  if (text === '') throw new UnreadRow('The row has no date.')
  const day = readDay(text, order)
  if (day === null) throw new UnreadRow(`The date "${text}" is not a date.`)
  return day
}

/** Returns a code of three letters, such as USD; crypto coins may have more. */
export function currencyIn(text: string): string {
  if (text === '') throw new UnreadRow('The row has no currency.')
  if (!/^[A-Z][A-Z0-9]{2,9}$/.test(text)) throw new UnreadRow(`"${text}" is not a currency.`)
  return text
}

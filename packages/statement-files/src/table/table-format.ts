// What a reader of tables is: it recognises its headings and turns rows into lines.
import type { DateOrder } from '@clubfolio/domain'
import type { StatementClaim, StatementFormat, StatementLine } from '../statement-line.ts'
import type { TableRow } from './table-row.ts'

/** What a file says about itself. It fills while the rows are read. */
export interface StatementFacts {
  accountNumber: string | null
  baseCurrency: string | null
  readonly claims: StatementClaim[]
}

export interface Reading {
  /** The cells of the heading. */
  readonly head: readonly string[]
  readonly facts: StatementFacts
  /** How dates with the year last are written. */
  readonly dateOrder: DateOrder | 'ymd'
}

export interface RowReader {
  /** Returns the lines of a row; none if it waits for the next ones. Throws `UnreadRow`. */
  read(row: TableRow): readonly StatementLine[]
  /** Returns the lines of rows that waited. */
  end?(): readonly StatementLine[]
}

export interface TableFormat {
  readonly format: StatementFormat
  /** Returns whether a row is the heading of this format. */
  isHead(cells: readonly string[]): boolean
  /** How its dates are written; `watched` if the brokerage lets people choose and the whole file decides. */
  readonly dates: DateOrder | 'ymd' | 'watched'
  /** The columns that hold dates, from 0; by default those that say so in their heading. */
  readonly dateColumns?: readonly number[]
  /** Whether its sections have headings of their own, so that rows have different numbers of columns. */
  readonly hasSections?: boolean
  /** Whether its last column is text for people, so that a row whose end is cut off says the same. */
  readonly hasTextAtEnd?: boolean
  open(reading: Reading): RowReader
}

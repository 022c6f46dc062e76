// A report with its rows, as every output writer (page, PDF, spreadsheet, mail) receives it. Writers depend only on
// this file: no query, no owner, no filter.
import type { ReportColumn, ReportColumnType, ReportCombination, ReportGraph } from '@clubfolio/contract'
import type { Issuer } from '../fund/book/read-issuer.ts'

export interface ReportColumnDefinition<Field extends string = string> {
  /** The name key on the wire. */
  readonly field: Field
  readonly header: string
  /** The meaning of the column, where its header alone is not enough. */
  readonly description?: string
  readonly type: ReportColumnType
  readonly canBeSort: boolean
  /** Shown as 1.25M on the screen. */
  readonly isBigNumber?: boolean
  /** The column has a sum over all rows. */
  readonly isSummed?: boolean
  /** How a graph combines its numbers; without it, by a sum where one makes sense, otherwise by their average. */
  readonly combinedBy?: ReportCombination
}

/** The graph of a table, for writers that draw. */
export interface TableGraph {
  readonly graph: ReportGraph
  /** One for each cell of a row, so also those of the graph that the table does not show. */
  readonly columns: readonly ReportColumn[]
}

/**
 * One cell per column, then the cells that only the graph uses. Numbers are exact decimal text without grouping
 * (`-1234.50`), percentages as `2.5` for 2.5 %; days are `2026-03-04`, months `2026-03`, instants ISO 8601 in UTC. Null
 * is an empty cell.
 */
export type ReportRow = readonly (string | null)[]

export interface ReportTable {
  readonly name: string
  /** The choices in words, one line per filter: `Account: 10000001`. */
  readonly filters: readonly string[]
  readonly issuer: Issuer
  /** The days that the rows are of: "2026-01-01 to 2026-03-04", or the day it was read. */
  readonly period: string
  readonly columns: readonly ReportColumnDefinition[]
  readonly rows: Iterable<ReportRow> | AsyncIterable<ReportRow>
  readonly rowCount: number
  readonly graph?: TableGraph
  /** Sums where a column has one, null elsewhere; absent when no column has one. */
  readonly totals?: ReportRow
  /** Source and date of its figures: "Figures of the close of 2026-11-20". */
  readonly basis: string
  /** ISO code of its amounts: those of one report are in one currency. */
  readonly currency: string
  /** When it was read, epoch milliseconds. */
  readonly readAt: number
}

// A report with its rows, as every output writer (page, PDF, spreadsheet, mail) receives it. Writers depend only on
// this file: no query, no owner, no filter.
import type { ReportColumnType, ReportCombination } from '@clubfolio/contract'

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

/**
 * One cell per column. Numbers are exact decimal text without grouping (`-1234.50`), percentages as `2.5` for 2.5 %;
 * days are `2026-03-04`, months `2026-03`, instants ISO 8601 in UTC. Null is an empty cell.
 */
export type ReportRow = readonly (string | null)[]

export interface ReportTable {
  readonly name: string
  /** The choices in words, one line per filter: `Account: 10000001`. */
  readonly filters: readonly string[]
  readonly columns: readonly ReportColumnDefinition[]
  readonly rows: Iterable<ReportRow> | AsyncIterable<ReportRow>
  readonly rowCount: number
  /** Sums where a column has one, null elsewhere; absent when no column has one. */
  readonly totals?: ReportRow
  /** Source and date of its figures: "Figures of the close of 2026-11-20". */
  readonly basis: string
  /** When it was read, epoch milliseconds. */
  readonly readAt: number
}

// The graph of a report: which rows are a point, in which order, and what a point shows. The browser draws it.
// Source: docs/rules/trading.md, "Graphs of reports".
import { z } from 'zod'

export const reportGraphKinds = ['LINE', 'BAR'] as const

/**
 * How the rows of one point become one number. What cannot be added up, such as a price or a percentage, is averaged.
 */
export const reportCombinations = ['SUM', 'AVERAGE', 'MIN', 'MAX'] as const
export type ReportCombination = (typeof reportCombinations)[number]

/** Its fields are name keys of columns. */
export const ReportGraph = z
  .object({
    kind: z.enum(reportGraphKinds),
    /** Rows that agree in this column are one point; points are ordered by it: as numbers, days, instants or words. */
    x: z.string(),
    /** The numbers of a point, one line or one row of bars each. */
    series: z.array(z.string()),
    /**
     * Every value of this column has lines or bars of its own. With null all rows of a point are combined; a composed
     * graph without it is split where its numbers do not add up.
     */
    splitBy: z.string().nullish(),
  })
  .meta({ id: 'ReportGraph' })
export type ReportGraph = z.output<typeof ReportGraph>

export interface GraphColumn {
  readonly key: string
  readonly combinedBy: ReportCombination | null
}

/** The column by which a list of accounts' rows is told apart. */
const accountField = 'accountNumber'

/**
 * Returns the column that a composed graph is split by: the one that its owner chose, or null where they chose none. As
 * long as they have not chosen, numbers that add up are not split; others are split by the first other group, or in a
 * list by the account, so that no average is drawn of what can be shown.
 */
export function splitOf(
  { x, series, splitBy }: Pick<ReportGraph, 'x' | 'series' | 'splitBy'>,
  columns: readonly GraphColumn[],
  groups: readonly string[],
): string | null {
  if (splitBy !== undefined) return splitBy
  const isAddedUp = columns.every(({ key, combinedBy }) => !series.includes(key) || combinedBy === 'SUM')
  if (isAddedUp) return null
  const candidates = groups.length > 0 ? groups : [accountField]
  return candidates.find((key) => key !== x && columns.some((column) => column.key === key)) ?? null
}

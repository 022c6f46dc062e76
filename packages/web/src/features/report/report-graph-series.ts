// The graph of a report on the screen: its points in the reader's own formats, and its text alternative.
// Source: docs/rules/trading.md, "Graphs of reports".
import { placeGraph, type DrawnGraph, type ReportColumn, type ReportGraph } from '@clubfolio/contract'
import type { ReportDataRow } from './api.ts'
import { describeCell } from './report-columns.tsx'

export const graphSeries = (
  graph: ReportGraph,
  columns: readonly ReportColumn[],
  rows: readonly ReportDataRow[],
  currency?: string,
): DrawnGraph => placeGraph({ graph, columns, rows }, (column, cell) => describeCell(column, cell, currency))

/** Returns a text alternative of the graph: each series from its lowest to its highest value. */
export function summariseGraph({ kind, xName, series, points, leftOut }: DrawnGraph): string {
  const told = series.map(({ name, write }, index) => {
    const known = points.flatMap(({ label, values }) =>
      values[index] === undefined ? [] : [{ label, value: values[index] }],
    )
    const sorted = known.toSorted((a, b) => a.value - b.value)
    const [least, most] = [sorted[0], sorted.at(-1)]
    return least && most
      ? `${name} from ${write(least.value)} (${least.label}) to ${write(most.value)} (${most.label})`
      : `${name} without values`
  })
  const rest = leftOut > 0 ? `; ${leftOut} more not drawn` : ''
  return (
    `${kind === 'BAR' ? 'Bars' : 'Lines'} over ${points.length} values of ${xName}: ${told.join('; ')}${rest}. See ` +
    'the table below for the figures.'
  )
}

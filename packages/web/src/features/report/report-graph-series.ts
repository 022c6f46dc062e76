// The data of a report's graph: one point per row along the first column, one value per series.
import type { ReportColumn, ReportGraph } from '@clubfolio/contract'
import type { ReportRow } from './api.ts'
import { cellWords } from './report-columns.tsx'

export interface GraphSeries {
  readonly key: string
  readonly name: string
  /** Formats a value of the series. */
  readonly write: (value: number) => string
}

export interface DrawnGraph {
  readonly kind: ReportGraph['kind']
  readonly xName: string
  readonly series: readonly GraphSeries[]
  readonly points: readonly { readonly label: string; readonly values: readonly (number | undefined)[] }[]
}

/** Rows without a number in any series are omitted. */
export function graphSeries(
  graph: ReportGraph,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): DrawnGraph {
  const columnOf = (key: string) => columns.find(({ nomenclatorConfigNameKey }) => nomenclatorConfigNameKey === key)
  const x = columnOf(graph.x)
  const series = graph.series.flatMap((key): GraphSeries[] => {
    const column = columnOf(key)
    return column
      ? [{ key, name: column.nomenclatorConfigDisplayName, write: (value) => cellWords(column, value) ?? '' }]
      : []
  })
  const points = rows.map((row) => ({
    label: (x && cellWords(x, row[graph.x])) ?? '--',
    values: series.map(({ key }) => (typeof row[key] === 'number' ? row[key] : undefined)),
  }))
  return {
    kind: graph.kind,
    xName: x?.nomenclatorConfigDisplayName ?? '',
    series,
    points: points.filter(({ values }) => values.some((value) => value !== undefined)),
  }
}

/** Returns round steps that cover both ends: `axisTicks(-3, 12)` is [-5, 0, 5, 10, 15]. */
export function axisTicks(low: number, high: number, wanted = 4): number[] {
  const span = high - low || Math.abs(high) || 1
  const rough = span / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** Returns a text alternative of the graph: each series from its lowest to its highest value. */
export function summariseGraph({ kind, xName, series, points }: DrawnGraph): string {
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
  return `${kind === 'BAR' ? 'Bars' : 'Lines'} over ${points.length} values of ${xName}: ${told.join('; ')}. The table below holds the figures.`
}

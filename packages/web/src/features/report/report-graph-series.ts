// The data of a report's graph: rows that agree in the column along the axis are one point, and a point has one number
// per series.
// Source: docs/rules/trading.md, "Graphs of reports".
import type { ReportColumn, ReportCombination, ReportGraph } from '@clubfolio/contract'
import type { ReportDataRow } from './api.ts'
import { describeCell } from './report-columns.tsx'

type Cell = ReportDataRow[string]

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
  /** How many values of the split column are not drawn, because their series could not be told apart. */
  readonly leftOut: number
}

/** As many series as can be told apart: four colours, solid and broken. */
export const maxGraphSeries = 8

/** A series: the numbers of one column, of all rows or of those with one value of the split column. */
interface Line extends GraphSeries {
  readonly column: ReportColumn
  readonly isOf: (row: ReportDataRow) => boolean
}

/** Points are ordered by what the column along the axis holds; those without a number in any series are omitted. */
export function graphSeries(
  graph: ReportGraph,
  columns: readonly ReportColumn[],
  rows: readonly ReportDataRow[],
): DrawnGraph {
  const columnOf = (key: string) => columns.find(({ nomenclatorConfigNameKey }) => nomenclatorConfigNameKey === key)
  const x = columnOf(graph.x)
  const { lines, leftOut } = drawnLines(graph, columnOf, rows)
  const averaged = new Set<Line>()
  const points = placesOf(rows, graph.x).map(({ cell, rows: here }) => ({
    label: (x && describeCell(x, cell)) ?? '--',
    values: lines.map((line) => {
      const key = line.column.nomenclatorConfigNameKey
      const values = here.flatMap((row) => (line.isOf(row) && typeof row[key] === 'number' ? [row[key]] : []))
      if (values.length > 1 && combinationOf(line.column) === 'AVERAGE') averaged.add(line)
      return combine(values, combinationOf(line.column))
    }),
  }))
  return {
    kind: graph.kind,
    xName: x?.nomenclatorConfigDisplayName ?? '',
    series: lines.map((line) => ({
      key: line.key,
      name: averaged.has(line) ? `${line.name} (average)` : line.name,
      write: line.write,
    })),
    points: points.filter(({ values }) => values.some((value) => value !== undefined)),
    leftOut,
  }
}

/** One line for each number, or for each number of each value of the split column. */
function drawnLines(
  { series, splitBy }: ReportGraph,
  columnOf: (key: string) => ReportColumn | undefined,
  rows: readonly ReportDataRow[],
): { readonly lines: readonly Line[]; readonly leftOut: number } {
  const numbers = series.flatMap((key) => columnOf(key) ?? [])
  const split = splitBy ? columnOf(splitBy) : undefined
  const places = split ? placesOf(rows, split.nomenclatorConfigNameKey) : []
  const lineOf = (column: ReportColumn) => ({
    key: column.nomenclatorConfigNameKey,
    name: column.nomenclatorConfigDisplayName,
    write: (value: number) => describeCell(column, value) ?? '',
    column,
    isOf: () => true,
  })
  // A legend that names the only account of a user says nothing.
  if (!split || places.length < 2) return { lines: numbers.map(lineOf), leftOut: 0 }
  const shown = places.slice(0, Math.max(1, Math.floor(maxGraphSeries / numbers.length)))
  return {
    lines: shown.flatMap(({ cell }) =>
      numbers.map((column) => ({
        ...lineOf(column),
        key: `${column.nomenclatorConfigNameKey} ${cell}`,
        name: `${column.nomenclatorConfigDisplayName} · ${describeCell(split, cell) ?? '--'}`,
        isOf: (row: ReportDataRow) => knownCell(row[split.nomenclatorConfigNameKey]) === cell,
      })),
    ),
    leftOut: places.length - shown.length,
  }
}

interface Place {
  readonly cell: Cell
  readonly rows: readonly ReportDataRow[]
}

/** Returns the different values of a column in their order, each with its rows. */
function placesOf(rows: readonly ReportDataRow[], key: string): readonly Place[] {
  const places = new Map<Cell, ReportDataRow[]>()
  for (const row of rows) {
    const cell = knownCell(row[key])
    const here = places.get(cell)
    if (here) here.push(row)
    else places.set(cell, [row])
  }
  return [...places].map(([cell, here]) => ({ cell, rows: here })).sort((a, b) => compareCells(a.cell, b.cell))
}

const knownCell = (cell: Cell | undefined): Cell => (cell === undefined || cell === '' ? null : cell)

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Orders numbers as numbers, days, months and instants by time, and words by the alphabet with their numbers as
 * numbers: `Lot 9` before `Lot 10`. Absent values are last.
 */
function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b))
}

const combinationOf = ({ combinedBy }: ReportColumn): ReportCombination => combinedBy ?? 'AVERAGE'

function combine(values: readonly number[], combination: ReportCombination): number | undefined {
  if (values.length === 0) return undefined
  if (combination === 'MIN') return Math.min(...values)
  if (combination === 'MAX') return Math.max(...values)
  const sum = values.reduce((total, value) => total + value, 0)
  // What binary fractions add, such as 0.1 + 0.2, is not shown.
  return Number((combination === 'SUM' ? sum : sum / values.length).toFixed(10))
}

/**
 * Returns the rows without those of the last point, for rows that were cut off and are ordered along the axis: more
 * rows of that point may follow, and a part of a sum is a wrong sum. A single point stays, as nothing else is to draw.
 */
export function wholePoints(rows: readonly ReportDataRow[], x: string): readonly ReportDataRow[] {
  const last = knownCell(rows.at(-1)?.[x])
  const whole = rows.filter((row) => knownCell(row[x]) !== last)
  return whole.length === 0 ? rows : whole
}

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

// The points of a report's graph, which the browser draws on the screen and the server in the PDF: rows that agree in
// the column along the axis are one point, and a point has one number per series.
// Source: docs/rules/trading.md, "Graphs of reports".
import type { ReportColumn, ReportData } from './report.ts'
import type { ReportCombination, ReportGraph } from './report-graph.ts'

type GraphRow = ReportData['data'][number]
type Cell = GraphRow[string]
/** Formats a cell for its reader: the screen and a PDF differ in time zone. Undefined when it is absent. */
export type DescribeCell = (column: ReportColumn, cell: Cell) => string | undefined

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
  readonly isOf: (row: GraphRow) => boolean
}

/** A graph and the rows that it is drawn from. */
export interface GraphSource {
  readonly graph: ReportGraph
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly GraphRow[]
}

/**
 * Returns the series and the points of a graph. Points are ordered by what the column along the axis holds; those
 * without a number in any series are omitted. Example: rows of 2025 with 300.00 and 200.00 are one point of 500.00.
 */
export function placeGraph({ graph, columns, rows }: GraphSource, describeCell: DescribeCell): DrawnGraph {
  const columnOf = (key: string) => columns.find(({ nomenclatorConfigNameKey }) => nomenclatorConfigNameKey === key)
  const x = columnOf(graph.x)
  const { lines, leftOut } = drawnLines({ graph, columnOf, rows, describeCell })
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
function drawnLines({
  graph: { series, splitBy },
  columnOf,
  rows,
  describeCell,
}: Pick<GraphSource, 'graph' | 'rows'> & {
  readonly columnOf: (key: string) => ReportColumn | undefined
  readonly describeCell: DescribeCell
}): { readonly lines: readonly Line[]; readonly leftOut: number } {
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
        isOf: (row: GraphRow) => knownCell(row[split.nomenclatorConfigNameKey]) === cell,
      })),
    ),
    leftOut: places.length - shown.length,
  }
}

interface Place {
  readonly cell: Cell
  readonly rows: readonly GraphRow[]
}

/** Returns the different values of a column in their order, each with its rows. */
function placesOf(rows: readonly GraphRow[], key: string): readonly Place[] {
  const places = new Map<Cell, GraphRow[]>()
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
export function wholePoints(rows: readonly GraphRow[], x: string): readonly GraphRow[] {
  const last = knownCell(rows.at(-1)?.[x])
  const whole = rows.filter((row) => knownCell(row[x]) !== last)
  return whole.length === 0 ? rows : whole
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

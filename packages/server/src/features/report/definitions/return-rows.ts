// Returns and risk as the rows of a report, for the readers of a fund and for its members: months and years, twelve
// months, drawdowns, and the figures, the newest first.
import type { ReturnPeriod, ReturnsAndRisk } from '@clubfolio/contract'
import type { RawBuilder } from 'kysely'
import { benchmarkSymbols } from '../../fund/performance/measure-performance.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { defineColumns } from '../report-definition.ts'
import { choiceFilter } from '../report-filters.ts'

export const returnColumns = defineColumns([
  { field: 'line', header: '#', type: 'INTEGER', canBeSort: true },
  { field: 'part', header: 'Part', type: 'TEXT', canBeSort: true },
  { field: 'what', header: 'What', description: 'A month, a year, a day, or a figure.', type: 'TEXT', canBeSort: true },
  { field: 'percent', header: 'Percent', type: 'PERCENT', canBeSort: true },
  {
    field: 'benchmark',
    header: 'Benchmark %',
    description: 'Of the benchmark between the same closes.',
    type: 'PERCENT',
    canBeSort: true,
  },
  { field: 'ratio', header: 'Ratio', type: 'QUANTITY', canBeSort: true },
  { field: 'lowest', header: 'Lowest', description: 'Of a drawdown.', type: 'DATE', canBeSort: true },
  {
    field: 'recovered',
    header: 'Recovered',
    description: 'Of a drawdown; empty while it lasts.',
    type: 'DATE',
    canBeSort: true,
  },
  {
    field: 'days',
    header: 'Days',
    description: 'Calendar days from the peak of a drawdown to its recovery.',
    type: 'INTEGER',
    canBeSort: true,
  },
  { field: 'note', header: 'Note', type: 'TEXT', canBeSort: true },
])

export const benchmarkFilter = choiceFilter('benchmark', 'Benchmark', {
  description: 'What the returns are compared with.',
  words: Object.fromEntries(benchmarkSymbols.map((symbol) => [symbol, symbol])),
})

export const returnConditions = () => [
  'Daily returns of the unit value, "n/a" below 60 of them',
  'Standard deviations with n - 1, times the square root of 252',
  'Drawdowns of more than 5%',
]

type Row = ComputedRow<typeof returnColumns>

const nothing = {
  percent: null,
  benchmark: null,
  ratio: null,
  lowest: null,
  recovered: null,
  days: null,
  note: null,
} as const

export function returnRows(returns: ReturnsAndRisk): RawBuilder<unknown> {
  const rows: Omit<Row, 'line'>[] = [
    ...figureRows(returns),
    ...periodRows('Year', returns.years),
    ...periodRows('Month', returns.months),
    ...returns.rolling
      .toReversed()
      .map(({ day, percent }) => ({ ...nothing, part: 'Twelve months', what: `up to ${day}`, percent })),
    ...returns.drawdowns.toReversed().map(({ from, percent, lowest, recovered, days }) => ({
      ...nothing,
      part: 'Drawdown',
      what: `from ${from}`,
      percent,
      lowest,
      recovered,
      days,
      note: recovered === null ? 'Not recovered yet' : null,
    })),
  ]
  return computedRows(
    returnColumns,
    rows.map((row, index): Row => ({ line: index + 1, ...row })),
  )
}

const periodRows = (part: string, periods: readonly ReturnPeriod[]): Omit<Row, 'line'>[] =>
  periods.toReversed().map(({ period, percent, benchmarkPercent, isPartial }) => ({
    ...nothing,
    part,
    what: period,
    percent,
    benchmark: benchmarkPercent,
    note: isPartial ? 'Part of the period only' : null,
  }))

function figureRows({
  from,
  to,
  totalPercent,
  yearlyPercent,
  risk,
  againstBenchmark: against,
  wholeMonths: months,
}: ReturnsAndRisk): Omit<Row, 'line'>[] {
  if (from === null || to === null) return []
  const percent = (what: string, value: number | null | undefined, note: string | null = null) => ({
    ...nothing,
    part: 'Figure',
    what,
    percent: value ?? null,
    note: value === null || value === undefined ? 'n/a' : note,
  })
  const ratio = (what: string, value: number | null | undefined) => ({
    ...nothing,
    part: 'Figure',
    what,
    ratio: value ?? null,
    note: value === null || value === undefined ? 'n/a' : null,
  })
  const count = (observations: number | undefined) =>
    observations === undefined ? null : `${observations} daily returns`
  return [
    percent('TWR', totalPercent, `${from} to ${to}`),
    percent('TWR a year', yearlyPercent),
    percent('Positive months', months?.positivePercent, `of ${months?.count} whole months`),
    percent('Best month', months?.best.percent, months?.best.period),
    percent('Worst month', months?.worst.percent, months?.worst.period),
    percent('Volatility', risk?.volatilityPercent, count(risk?.observations)),
    percent('Downside deviation', risk?.downsidePercent, count(risk?.observations)),
    percent('Risk-free rate', risk?.riskFreePercent, 'a year'),
    ratio('Sharpe', risk?.sharpe),
    ratio('Sortino', risk?.sortino),
    ratio('Beta', against?.beta),
    ratio('Correlation', against?.correlation),
    percent('Tracking error', against?.trackingErrorPercent, count(against?.observations)),
    ratio('Information ratio', against?.information),
  ]
}

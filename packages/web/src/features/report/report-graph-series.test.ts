import { axisTicks, maxGraphSeries, wholePoints, type ReportColumn, type ReportGraph } from '@clubfolio/contract'
import { describe, expect, it } from 'vitest'
import { sampleColumn } from '../../testing/samples.ts'
import { graphSeries, summariseGraph } from './report-graph-series.ts'

const column = (key: string, type: ReportColumn['type'], combinedBy: ReportColumn['combinedBy'] = null) =>
  sampleColumn(key, key.toUpperCase(), { type, combinedBy })
const columns = [
  column('year', 'TEXT'),
  column('month', 'MONTH'),
  column('account', 'TEXT'),
  column('gain', 'DOLLAR', 'SUM'),
  column('fees', 'DOLLAR', 'SUM'),
  column('percent', 'PERCENT', 'AVERAGE'),
  column('most', 'DOLLAR', 'MAX'),
  column('least', 'DOLLAR', 'MIN'),
]
const bars = (x: string, series: string[], splitBy?: string): ReportGraph => ({ kind: 'BAR', x, series, splitBy })
type Rows = Parameters<typeof graphSeries>[2]
const named = ({ series }: ReturnType<typeof graphSeries>) => series.map(({ name }) => name)

it('draws a point per row that has a number', () => {
  const drawn = graphSeries(bars('month', ['gain', 'gone']), columns, [
    { month: '2026-01', gain: -5 },
    { month: '2026-02', gain: null },
    { month: '2026-03', gain: 12.5 },
  ])
  expect(drawn.points).toEqual([
    { label: '2026-01', values: [-5] },
    { label: '2026-03', values: [12.5] },
  ])
  expect(summariseGraph(drawn)).toBe(
    'Bars over 2 values of MONTH: GAIN from -$5.00 (2026-01) to $12.50 (2026-03). See the table below for the figures.',
  )
})

describe('rows of one point', () => {
  const years: Rows = [
    { year: '2025', account: 'A', gain: 0.1, fees: 1, percent: 2, most: 5, least: 5 },
    { year: '2025', account: 'B', gain: 0.2, fees: 2, percent: 5, most: 7, least: 7 },
    { year: '2026', account: 'A', gain: -4, fees: null, percent: 1, most: 3, least: 3 },
  ]
  it('add up, so a year over several accounts is one point', () => {
    expect(graphSeries(bars('year', ['gain', 'fees']), columns, years).points).toEqual([
      { label: '2025', values: [0.3, 3] },
      { label: '2026', values: [-4, undefined] },
    ])
  })

  it('have a series per account and a legend that names it, where the report splits', () => {
    const drawn = graphSeries(bars('year', ['percent'], 'account'), columns, years)
    expect(named(drawn)).toEqual(['PERCENT · A', 'PERCENT · B'])
    expect(drawn.points).toEqual([
      { label: '2025', values: [2, 5] },
      { label: '2026', values: [1, undefined] },
    ])
  })

  it('need no name of the only account', () => {
    expect(named(graphSeries(bars('year', ['percent'], 'account'), columns, years.slice(0, 1)))).toEqual(['PERCENT'])
  })

  it('are averaged where they neither add up nor are split, and the legend says so', () => {
    const drawn = graphSeries(bars('year', ['percent', 'most', 'least']), columns, years)
    expect(named(drawn)).toEqual(['PERCENT (average)', 'MOST', 'LEAST'])
    expect(drawn.points[0]).toEqual({ label: '2025', values: [3.5, 7, 5] })
  })

  it('are drawn for as many accounts as can be told apart, and the rest is counted', () => {
    const many: Rows = Array.from({ length: 11 }, (_, index) => ({
      year: '2025',
      account: `Club ${index}`,
      percent: index,
    }))
    const drawn = graphSeries(bars('year', ['percent'], 'account'), columns, many)
    expect(named(drawn)).toEqual(Array.from({ length: maxGraphSeries }, (_, index) => `PERCENT · Club ${index}`))
    expect(drawn.leftOut).toBe(3)
    expect(summariseGraph(drawn)).toContain('; 3 more not drawn.')
    const two = graphSeries(bars('year', ['percent', 'gain'], 'account'), columns, many)
    expect([two.series.length, two.leftOut]).toEqual([maxGraphSeries, 7])
  })
})

describe('points are in the order of', () => {
  const labels = (type: ReportColumn['type'], cells: readonly (string | number | null)[]) =>
    graphSeries(
      bars('x', ['gain']),
      [column('x', type), column('gain', 'DOLLAR', 'SUM')],
      cells.map((x) => ({ x, gain: 1 })),
    ).points.map(({ label }) => label)

  it.each([
    ['numbers', 'INTEGER' as const, [10, 9, -1, null, 100], ['-1', '9', '10', '100', '--']],
    ['days', 'DATE' as const, ['2026-01-10', '2025-12-31', '2026-01-09'], ['2025-12-31', '2026-01-09', '2026-01-10']],
    [
      'words, with their numbers as numbers',
      'TEXT' as const,
      ['Lot 10', 'lot 9', '', 'Ant'],
      ['Ant', 'lot 9', 'Lot 10', '--'],
    ],
  ])('%s', (_what, type, cells, expected) => {
    expect(labels(type, cells)).toEqual(expected)
  })
})

it('leaves out the last point of rows that were cut off, unless it is the only one', () => {
  const rows: Rows = [{ day: '1' }, { day: '2' }, { day: '2' }]
  expect(wholePoints(rows, 'day')).toEqual([{ day: '1' }])
  expect(wholePoints(rows.slice(1), 'day')).toHaveLength(2)
})

it('ends its axis on round values around all of them', () => {
  expect(axisTicks(-3, 12)).toEqual([-5, 0, 5, 10, 15])
  expect(axisTicks(0, 0)).toEqual([0, 0.5])
  expect(axisTicks(100.2, 100.9).at(0)).toBeLessThanOrEqual(100.2)
  expect(axisTicks(100.2, 100.9).at(-1)).toBeGreaterThanOrEqual(100.9)
})

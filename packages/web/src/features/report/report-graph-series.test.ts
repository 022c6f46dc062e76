import type { ReportColumn } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { axisTicks, graphSeries, summariseGraph } from './report-graph-series.ts'

const column = (key: string, type: ReportColumn['type']): ReportColumn => ({
  nomenclatorConfigId: key,
  nomenclatorConfigNameKey: key,
  nomenclatorConfigDisplayName: key.toUpperCase(),
  nomenclatorConfigDescription: '',
  canBeSort: true,
  type,
  isBigNumber: false,
})
const columns = [column('month', 'MONTH'), column('gain', 'DOLLAR')]

it('draws a place per row that has a number', () => {
  const drawn = graphSeries({ kind: 'BAR', x: 'month', series: ['gain', 'gone'] }, columns, [
    { month: '2026-01', gain: -5 },
    { month: '2026-02', gain: null },
    { month: '2026-03', gain: 12.5 },
  ])
  expect(drawn.points).toEqual([
    { label: '2026-01', values: [-5] },
    { label: '2026-03', values: [12.5] },
  ])
  expect(summariseGraph(drawn)).toBe(
    'Bars over 2 values of MONTH: GAIN from -$5.00 (2026-01) to $12.50 (2026-03). The table below holds the figures.',
  )
})

it('ends its axis on round values around all of them', () => {
  expect(axisTicks(-3, 12)).toEqual([-5, 0, 5, 10, 15])
  expect(axisTicks(0, 0)).toEqual([0, 0.5])
  expect(axisTicks(100.2, 100.9).at(0)).toBeLessThanOrEqual(100.2)
  expect(axisTicks(100.2, 100.9).at(-1)).toBeGreaterThanOrEqual(100.9)
})

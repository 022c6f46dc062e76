// The comparison: several series in percent points on one linear scale around a dashed zero line. The points are
// already in percent.

import type { ReactElement, ReactNode } from 'react'
import { chartRanges, type ChartRange } from '../chart-range.ts'
import type { ThemeName } from '../theme.ts'
import { comparisonLegend } from './line-legend.ts'
import { LinePanel, type LineChartHandle } from './line-panel.tsx'
import type { LineSeries } from './line-point.ts'

export interface ComparisonChartProps {
  readonly title: string
  /** Base first: it takes the first colour. Must be a stable list while nothing changes. */
  readonly series: readonly LineSeries[]
  readonly theme: ThemeName
  readonly hasTime?: boolean
  readonly range?: ChartRange
  readonly ranges?: readonly ChartRange[]
  readonly rangesAt?: 'head' | 'foot'
  readonly lead?: ReactNode
  readonly hasScrollBar?: boolean
  readonly view?: 'chart' | 'table'
  readonly onReady?: (handle: LineChartHandle | undefined) => void
}

export function ComparisonChart({
  title,
  series,
  theme,
  hasTime = false,
  range = 'All',
  ranges = chartRanges,
  rangesAt = 'foot',
  lead,
  hasScrollBar = false,
  view,
  onReady,
}: ComparisonChartProps): ReactElement {
  return (
    <LinePanel
      title={title}
      series={series}
      theme={theme}
      kind="line"
      isStepped={false}
      unit="percent"
      rebase="gains"
      hasTime={hasTime}
      step={hasTime ? 'MINUTES' : 'DAILY'}
      scale="linear"
      hasScaleSwitch={false}
      range={range}
      ranges={ranges}
      rangesAt={rangesAt}
      lead={lead}
      hasScrollBar={hasScrollBar}
      view={view}
      onReady={onReady}
      legendOf={comparisonLegend}
    />
  )
}

// Money over time in lines that add up: what came in, what left, and the gain without them, each from the start of the
// range on.

import type { ReactElement, ReactNode } from 'react'
import { chartRanges, type ChartRange, type PointStep } from '../chart-range.ts'
import type { ThemeName } from '../theme.ts'
import { moneyLegend } from './line-legend.ts'
import { LinePanel } from './line-panel.tsx'
import type { LineSeries } from './line-point.ts'
import { unitIn } from './value-unit.ts'

export interface MoneyChartProps {
  readonly title: string
  /** Sums since the first point; the line with the id `gain` has a sign. A stable list while nothing changes. */
  readonly series: readonly LineSeries[]
  readonly theme: ThemeName
  /** ISO code of the amounts. */
  readonly currency: string
  readonly hasTime?: boolean
  readonly step?: PointStep
  readonly range?: ChartRange
  readonly ranges?: readonly ChartRange[]
  readonly lead?: ReactNode
  readonly hasScrollBar?: boolean
  readonly view?: 'chart' | 'table'
}

export function MoneyChart({
  title,
  series,
  theme,
  currency,
  hasTime = false,
  step = hasTime ? 'MINUTES' : 'DAILY',
  range = 'YTD',
  ranges = chartRanges,
  lead,
  hasScrollBar = true,
  view,
}: MoneyChartProps): ReactElement {
  return (
    <LinePanel
      title={title}
      series={series}
      theme={theme}
      kind="line"
      isStepped={false}
      unit={unitIn(currency)}
      rebase="sums"
      hasTime={hasTime}
      step={step}
      scale="linear"
      hasScaleSwitch={false}
      range={range}
      ranges={ranges}
      rangesAt="foot"
      lead={lead}
      hasScrollBar={hasScrollBar}
      view={view}
      onReady={undefined}
      legendOf={moneyLegend}
    />
  )
}

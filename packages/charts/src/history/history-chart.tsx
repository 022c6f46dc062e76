// The historic chart: one value over time as an area, with range buttons, scroll bar and a logarithmic scale while
// every value is positive.
// (docs/rules/interface.md, "Historic chart")

import { useMemo, type ReactElement, type ReactNode } from 'react'
import { chartRanges, type ChartRange, type PointStep } from '../chart-range.ts'
import type { PriceScale } from '../stock/price-tick.ts'
import type { ThemeName } from '../theme.ts'
import { historyLegend } from './line-legend.ts'
import { LinePanel, type LineChartHandle } from './line-panel.tsx'
import type { LinePayment, LinePoint } from './line-point.ts'
import { unitIn } from './value-unit.ts'

const seriesId = 'history'

export interface HistoryChartHandle {
  /** Adds later values (or replaces the last one) without rendering. */
  readonly append: (points: readonly LinePoint[]) => void
  readonly exportPng: () => Promise<Blob>
}

export interface HistoryChartProps {
  readonly title: string
  /** Name of the series, for example "Capital". */
  readonly name: string
  readonly points: readonly LinePoint[]
  /** For values affected by payments: the gain in percent at the same points. Empty while loading. */
  readonly growth?: readonly LinePoint[]
  /** Payments that moved the value: arrows on the line, and named where the pointer is. */
  readonly payments?: readonly LinePayment[]
  readonly theme: ThemeName
  readonly kind?: 'area' | 'line'
  /** The value holds until it changes, as a realised profit does. */
  readonly isStepped?: boolean
  readonly unit?: 'dollars' | 'percent'
  /** ISO code of the amounts; dollars without it. */
  readonly currency?: string
  /** Points are minutes of a day (New York), not market days (UTC). */
  readonly hasTime?: boolean
  /** Distance between points; by default minutes or days. */
  readonly step?: PointStep
  readonly scale?: PriceScale
  readonly hasScaleSwitch?: boolean
  readonly range?: ChartRange
  /** Which range buttons to show; an empty list hides them. */
  readonly ranges?: readonly ChartRange[]
  readonly rangesAt?: 'head' | 'foot'
  /** Shown at the left of the range buttons, for example a Floating/Real switch. */
  readonly lead?: ReactNode
  readonly hasScrollBar?: boolean
  readonly view?: 'chart' | 'table'
  readonly onReady?: (handle: HistoryChartHandle | undefined) => void
}

export function HistoryChart({
  title,
  name,
  points,
  growth,
  payments,
  theme,
  kind = 'area',
  isStepped = false,
  unit = 'dollars',
  currency = 'USD',
  hasTime = false,
  step = hasTime ? 'MINUTES' : 'DAILY',
  scale = 'logarithmic',
  hasScaleSwitch = true,
  range = 'YTD',
  ranges = chartRanges,
  rangesAt = 'foot',
  lead,
  hasScrollBar = true,
  view,
  onReady,
}: HistoryChartProps): ReactElement {
  const series = useMemo(
    () => [{ id: seriesId, name, points, ...(growth ? { growth } : {}), ...(payments ? { payments } : {}) }],
    [name, points, growth, payments],
  )
  const ready = (handle: LineChartHandle | undefined) =>
    onReady?.(handle && { append: (added) => handle.append(seriesId, added), exportPng: handle.exportPng })
  return (
    <LinePanel
      title={title}
      series={series}
      theme={theme}
      kind={kind}
      isStepped={isStepped}
      unit={unit === 'percent' ? unit : unitIn(currency)}
      rebase={unit === 'percent' ? 'gains' : undefined}
      hasTime={hasTime}
      step={step}
      scale={unit === 'percent' ? 'linear' : scale}
      hasScaleSwitch={hasScaleSwitch}
      range={range}
      ranges={ranges}
      rangesAt={rangesAt}
      lead={lead}
      hasScrollBar={hasScrollBar}
      view={view}
      onReady={ready}
      legendOf={historyLegend}
    />
  )
}

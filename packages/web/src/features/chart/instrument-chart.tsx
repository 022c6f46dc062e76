// The chart of one instrument with its states: loading, failed, without prices, drawn. Title and controls are its host's.
import type { BarTiming } from '@clubfolio/contract'
import type { BarType, ChartRange, LevelName, PriceScale, StockChartPort, StockWorkspace, VisibleWindow } from '@clubfolio/charts'
import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useBars, type ChartSpan } from './api.ts'
import { barPeriods, timingWords } from './chart-timing.ts'
import classes from './chart.module.css'
import { useLiveBars } from './use-live-bars.ts'

const StockChart = lazy(() => import('@clubfolio/charts/stock').then((module) => ({ default: module.StockChart })))

export interface InstrumentChartProps {
  readonly symbol: string
  readonly timing: BarTiming
  /** Absent: twenty years. */
  readonly span?: ChartSpan | undefined
  /** Company name or ticker. */
  readonly title: string
  readonly type?: BarType
  readonly scale?: PriceScale
  /** What is in view at first; absent: everything. */
  readonly range?: ChartRange
  readonly levels?: StockWorkspace['levels']
  /** The level that the next click on the prices sets. */
  readonly picking?: LevelName | undefined
  readonly onPick?: (name: LevelName, price: number) => void
  readonly onVisible?: (window: VisibleWindow) => void
  readonly onReady?: (handle: StockChartPort | undefined) => void
}

export function InstrumentChart({ symbol, timing, span, title, type = 'ohlc', scale = 'logarithmic', range = 'All', levels, picking, onPick, onVisible, onReady }: InstrumentChartProps) {
  const theme = useComputedColorScheme('light')
  const bars = useBars(symbol, timing, span)
  const [port, setPort] = useState<StockChartPort>()
  // A span that was chosen ends where it ends; only the default one grows.
  useLiveBars(span === undefined ? port : undefined, symbol, timing, bars.data)
  if (bars.isError && !bars.data) {
    return <FailedState title={`${symbol} could not be loaded`} why={bars.error.message} onRetry={() => void bars.refetch()} isRetrying={bars.isFetching} />
  }
  if (!bars.data) return <ChartSkeleton />
  if (bars.data.length === 0) {
    return <EmptyState title={`No prices of ${symbol}`} words={`The active market has no ${timingWords[timing].toLowerCase()} bars of this symbol. Search for another company, or choose another length of bars.`} />
  }
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <StockChart
        title={title}
        bars={bars.data}
        period={barPeriods[timing]}
        theme={theme}
        type={type}
        scale={scale}
        range={range}
        hasVolume
        picking={picking}
        {...(levels ? { levels } : {})}
        {...(onPick ? { onPick } : {})}
        {...(onVisible ? { onVisible } : {})}
        onReady={(handle) => {
          setPort(handle)
          onReady?.(handle)
        }}
      />
    </Suspense>
  )
}

function ChartSkeleton() {
  return (
    <div className={classes['skeleton']} role="status" aria-label="The chart is loading">
      <Skeleton height="100%" radius={2} animate={false} />
    </div>
  )
}

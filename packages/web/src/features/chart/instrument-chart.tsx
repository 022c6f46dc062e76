// The chart of one instrument with its states: loading, failed, without prices, drawn. The host renders title and
// controls.
import type { BarTiming } from '@clubfolio/contract'
import type {
  BarType,
  FoundLevel,
  LevelName,
  OpeningRange,
  OwnTrades,
  PlaceRequest,
  PriceLineListeners,
  PriceScale,
  StockChartPort,
  StockWorkspace,
  VisibleWindow,
} from '@clubfolio/charts'
import { toMarketDay } from '@clubfolio/domain'
import { Button, Skeleton, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { marketLastDay, useMarketState } from '../../kernel/market-state.ts'
import { useBars, useOlderBars } from './api.ts'
import type { ChartSpan } from './bar-span.ts'
import { barPeriods, timingLabels } from './chart-timing.ts'
import classes from './chart.module.css'
import { useLiveBars } from './use-live-bars.ts'
import { useTradeKit } from './use-trade-kit.ts'

const StockChart = lazy(() => import('@clubfolio/charts/stock').then((module) => ({ default: module.StockChart })))

export interface InstrumentChartProps {
  readonly symbol: string
  readonly timing: BarTiming
  /** Defaults to twenty years. */
  readonly span?: ChartSpan | undefined
  /** Leaves out bars that begin at this instant or later, so that the chart is that of a moment within a day. */
  readonly untilMs?: number | undefined
  /** Company name or ticker. */
  readonly title: string
  readonly type?: BarType
  readonly scale?: PriceScale
  /** The initially visible range; defaults to the whole of a chosen span, else to the latest bars. */
  readonly range?: OpeningRange
  readonly levels?: StockWorkspace['levels']
  readonly found?: readonly FoundLevel[] | undefined
  readonly trades?: OwnTrades | undefined
  readonly lineListeners?: PriceLineListeners
  /** Without range buttons, scroll bar and table, where the chart is one of several. */
  readonly isCompact?: boolean
  /** Offers a + at the price axis. */
  readonly onPlace?: (request: PlaceRequest) => void
  /** The level that the next click on the prices sets. */
  readonly picking?: LevelName | undefined
  readonly onPick?: (name: LevelName, price: number) => void
  readonly onVisible?: (window: VisibleWindow) => void
  readonly onReady?: (handle: StockChartPort | undefined) => void
}

export function InstrumentChart({
  symbol,
  timing,
  span,
  untilMs,
  title,
  type = 'ohlc',
  scale = 'logarithmic',
  range = span ? 'All' : 'Latest',
  levels,
  found,
  trades,
  lineListeners,
  isCompact = false,
  onPlace,
  picking,
  onPick,
  onVisible,
  onReady,
}: InstrumentChartProps) {
  const theme = useComputedColorScheme('light')
  const { data: market } = useMarketState()
  const lastDay = span ? toMarketDay(span.end) : marketLastDay(market)
  const bars = useBars(symbol, timing, span)
  const [port, setPort] = useState<StockChartPort>()
  // A chosen span has a fixed end; only the default span grows.
  useLiveBars(span === undefined ? port : undefined, symbol, timing, bars.data)
  const tradeKit = useTradeKit(port !== undefined && (trades !== undefined || onPlace !== undefined))
  const older = useOlderBars(symbol, timing, bars.data)
  const all = useMemo(() => {
    const loaded = bars.data && older.bars.length > 0 ? [...older.bars, ...bars.data] : bars.data
    return untilMs === undefined ? loaded : loaded?.filter(({ timeMs }) => timeMs < untilMs)
  }, [older.bars, bars.data, untilMs])
  if (bars.isError && !bars.data) {
    return <FailedQuery query={bars} title={`${symbol} could not be loaded`} />
  }
  if (!bars.data) return <ChartSkeleton />
  if ((all ?? bars.data).length === 0) {
    return (
      <EmptyState
        title={`No prices of ${symbol}`}
        words={
          `The active market has no ${timingLabels[timing].toLowerCase()} bars of this symbol. Search for another ` +
          'company, or choose a different bar length.'
        }
      />
    )
  }
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <StockChart
        title={title}
        bars={all ?? bars.data}
        period={barPeriods[timing]}
        theme={theme}
        type={type}
        scale={scale}
        range={range}
        lastDay={lastDay}
        hasVolume
        hasRanges={!isCompact}
        hasScrollBar={!isCompact}
        {...(isCompact ? { view: 'chart' as const } : {})}
        found={found}
        trades={trades}
        tradeKit={tradeKit}
        lineListeners={lineListeners}
        onPlace={onPlace}
        picking={picking}
        {...(levels ? { levels } : {})}
        {...(onPick ? { onPick } : {})}
        onVisible={(window) => {
          onVisible?.(window)
          if (span === undefined && isNearStart(window) && !older.failure) older.load()
        }}
        onReady={(handle) => {
          setPort(handle)
          onReady?.(handle)
        }}
      />
      {older.isLoading || older.failure ? (
        <div className={classes['older']} role="status">
          {older.isLoading ? 'Loading earlier prices' : 'Earlier prices could not be loaded'}
          {older.isLoading ? null : (
            <Button size="compact-xs" variant="default" onClick={older.load}>
              Retry
            </Button>
          )}
        </div>
      ) : null}
    </Suspense>
  )
}

/** Returns true when the reader moved the view and less than a quarter of its width remains before the first bar. */
const isNearStart = ({ range, fromIndex, toIndex }: VisibleWindow): boolean =>
  range === undefined && fromIndex * 4 <= toIndex - fromIndex

function ChartSkeleton() {
  return (
    <div className={classes['skeleton']} role="status" aria-label="The chart is loading">
      <Skeleton height="100%" radius={2} animate={false} />
    </div>
  )
}

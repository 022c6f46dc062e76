// The stock chart as a React component: lays out the plot, scroll bar, range buttons and table view, and passes props
// on. Panning, zooming and the crosshair never render it.

import type { MarketDay } from '@clubfolio/domain'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type ReactElement } from 'react'
import { ChartStyle, themeVariables } from '../chart-style.tsx'
import { priceText } from '../chart-text.ts'
import { ChartTable } from '../chart-table.tsx'
import { chartRanges, findRangeBase, type ChartRange, type OpeningRange } from '../chart-range.ts'
import { RangeButtons } from '../range-buttons.tsx'
import { chartTheme, type ThemeName } from '../theme.ts'
import { useChartPlaces } from '../use-chart-places.ts'
import { attachStockChart, type AttachedStockChart } from './attach-stock-chart.ts'
import { noTrades, type OwnTrades } from './own-trade.ts'
import type { PlaceRequest } from './place-button.ts'
import { barTimes, type BarPeriod, type PriceBar } from './price-bar.ts'
import type { PriceLineListeners } from './price-line.ts'
import type { PriceScale } from './price-tick.ts'
import {
  levelNames,
  type BarType,
  type LevelName,
  type StockChartPort,
  type VisibleWindow,
} from './stock-chart-port.ts'
import { periodText, tableColumns, tableRow } from './stock-summary.ts'
import type { FoundLevel, SavedLevel } from './stock-workspace.ts'
import { levelTitles } from './kline-level.ts'
import type { TradeKit } from './trade-kit.ts'

/** The operations of a mounted chart. `append` adds a live bar without rendering. */
export type StockChartHandle = StockChartPort

export interface StockChartProps {
  /** Company name or ticker; also the chart's name for assistive technology. */
  readonly title: string
  readonly bars: readonly PriceBar[]
  readonly period: BarPeriod
  readonly theme: ThemeName
  readonly type?: BarType
  readonly scale?: PriceScale
  readonly hasVolume?: boolean
  readonly hasRanges?: boolean
  readonly hasScrollBar?: boolean
  readonly range?: OpeningRange
  /** The last day of the market; without it a week, month or year in progress counts as complete. */
  readonly lastDay?: MarketDay | undefined
  readonly levels?: Partial<Record<LevelName, SavedLevel>>
  readonly found?: readonly FoundLevel[] | undefined
  /** Fills, order prices and average price of the user. */
  readonly trades?: OwnTrades | undefined
  /** Draws fills, labels of lines and the button for `onPlace` once it is given: it loads after the chart. */
  readonly tradeKit?: TradeKit | undefined
  /** What the reader does with the lines among them; without it none of them should be movable or removable. */
  readonly lineListeners?: PriceLineListeners | undefined
  /** Offers a + at the price axis, which calls this with the price there; the key P does too. */
  readonly onPlace?: ((request: PlaceRequest) => void) | undefined
  /** While set, a click on the price panel calls `onPick` with this name and the price there. */
  readonly picking?: LevelName | undefined
  readonly onPick?: (name: LevelName, price: number) => void
  /** Called at most once per frame while the view moves: write through refs, do not set state. */
  readonly onVisible?: (window: VisibleWindow) => void
  readonly onReady?: (handle: StockChartHandle | undefined) => void
  /** When set, the screen controls the view, and the chart's own switch is hidden. */
  readonly view?: 'chart' | 'table'
}

const tableRowsLimit = 500

/** Adding or removing parts requires a new chart; everything else updates in place. */
export function StockChart(props: StockChartProps): ReactElement {
  const { hasVolume = false, hasRanges = true, hasScrollBar = true } = props
  return <MountedStockChart key={`${hasVolume} ${hasRanges} ${hasScrollBar}`} {...props} />
}

function MountedStockChart({
  title,
  bars,
  period,
  theme,
  type = 'ohlc',
  scale = 'logarithmic',
  hasVolume = false,
  hasRanges = true,
  hasScrollBar = true,
  range = 'All',
  lastDay,
  levels,
  found,
  trades,
  tradeKit,
  lineListeners,
  onPlace,
  picking,
  onPick,
  onVisible,
  onReady,
  view,
}: StockChartProps): ReactElement {
  const id = useId()
  const plot = useRef<HTMLDivElement>(null)
  const handles = useRef<HTMLDivElement>(null)
  const { canvas, legend, scroll, ranges, dates, summary, live, readPlaces } = useChartPlaces()
  const attached = useRef<AttachedStockChart | undefined>(undefined)
  const [ownTable, setOwnTable] = useState(false)
  const isTable = view === undefined ? ownTable : view === 'table'
  const [tableBars, setTableBars] = useState<readonly PriceBar[]>([])
  const { unit, span } = period

  const readVisibleBars = useEffectEvent(() => setTableBars(attached.current?.visibleBars() ?? []))
  const tellVisible = useEffectEvent((window: VisibleWindow) => {
    onVisible?.(window)
    if (isTable) readVisibleBars()
  })
  const tellPick = useEffectEvent((name: LevelName, price: number) => onPick?.(name, price))
  const tellReady = useEffectEvent((handle: StockChartHandle | undefined) => onReady?.(handle))
  const previewMove = useEffectEvent((line: string, price: number) =>
    lineListeners === undefined ? { note: '' } : lineListeners.previewMove(line, price),
  )
  const tellMove = useEffectEvent((line: string, price: number) => lineListeners?.onMove(line, price))
  const tellRemove = useEffectEvent((line: string) => lineListeners?.onRemove(line))
  const tellOpen = useEffectEvent((line: string) => lineListeners?.onOpen(line))
  const tellPlace = useEffectEvent((request: PlaceRequest) => onPlace?.(request))
  const hasPlacing = onPlace !== undefined
  const attach = useEffectEvent(() => {
    const found = readPlaces()
    if (found === undefined || plot.current === null || handles.current === null) return undefined
    return attachStockChart(
      { ...found, plot: plot.current, handles: handles.current },
      { theme, type, scale, hasVolume, label: title },
      {
        onVisible: tellVisible,
        onPick: tellPick,
        lines: { previewMove, onMove: tellMove, onRemove: tellRemove, onOpen: tellOpen },
        onPlace: tellPlace,
      },
    )
  })

  useEffect(() => {
    const chart = attach()
    if (chart === undefined) return undefined
    attached.current = chart
    tellReady({ ...chart.port, append: chart.append })
    return () => {
      tellReady(undefined)
      attached.current = undefined
      chart.destroy()
    }
  }, [])

  useEffect(() => {
    attached.current?.setTheme(theme)
  }, [theme])
  useEffect(() => {
    attached.current?.setBars(bars, { unit, span })
  }, [bars, unit, span])
  useEffect(() => {
    attached.current?.port.setType(type)
  }, [type])
  useEffect(() => {
    attached.current?.port.setScale(scale)
  }, [scale])
  useEffect(() => {
    attached.current?.port.setRange(range)
  }, [range])
  useEffect(() => {
    attached.current?.port.setLastDay(lastDay)
  }, [lastDay])
  useEffect(() => {
    attached.current?.port.setLabel(title)
  }, [title])
  useEffect(() => {
    attached.current?.setPicking(picking)
  }, [picking])
  useEffect(() => {
    const port = attached.current?.port
    if (port === undefined) return
    for (const name of levelNames) {
      const level = levels?.[name]
      if (level === undefined) port.removeLevel(name)
      else port.setLevel(name, level)
    }
  }, [levels])

  useEffect(() => {
    attached.current?.port.setFoundLevels(found ?? [])
  }, [found])
  useEffect(() => {
    attached.current?.setTrades(trades ?? noTrades)
  }, [trades])
  useEffect(() => {
    attached.current?.setPlacing(hasPlacing)
  }, [hasPlacing])
  useEffect(() => {
    if (tradeKit !== undefined) attached.current?.installTrades(tradeKit)
  }, [tradeKit])

  useEffect(() => {
    if (isTable) readVisibleBars()
  }, [isTable])

  const bases = useMemo(() => {
    const times = barTimes(bars, { unit, span }, lastDay)
    return new Map(chartRanges.map((name) => [name as ChartRange, findRangeBase(name, times)]))
  }, [bars, unit, span, lastDay])

  const levelText = levelNames
    .flatMap((name) => (levels?.[name] === undefined ? [] : [`${levelTitles[name]} ${priceText(levels[name].price)}`]))
    .join(', ')
  const isEmpty = bars.length === 0

  return (
    <div className="cf-chart" style={themeVariables(chartTheme[theme])}>
      <ChartStyle />
      <div className="cf-plot" ref={plot}>
        <div className="cf-canvas" id={`${id}plot`} ref={canvas} inert={isTable} />
        <div className="cf-handles" ref={handles} inert={isTable || isEmpty} hidden={isTable || isEmpty} />
        <div className="cf-legend cf-legend-wide" ref={legend} hidden={isTable || isEmpty} />
        {isEmpty && <div className="cf-empty">No prices in this range</div>}
        {isTable && <StockTable title={title} bars={tableBars} period={period} />}
      </div>
      {hasScrollBar && <div className="cf-scroll" ref={scroll} inert={isTable || isEmpty} />}
      {(hasRanges || view === undefined) && (
        <div className="cf-foot">
          {hasRanges && (
            <RangeButtons
              ref={ranges}
              ranges={chartRanges}
              base={(name) => bases.get(name)}
              onChoose={(name) => attached.current?.port.setRange(name)}
            />
          )}
          <span className="cf-dates" ref={dates} />
          {view === undefined && (
            <button type="button" className="cf-button" aria-pressed={isTable} onClick={() => setOwnTable(!ownTable)}>
              Table
            </button>
          )}
        </div>
      )}
      <p className="cf-hidden" ref={summary} />
      <p className="cf-hidden" role="status">
        {levelText}
      </p>
      <p className="cf-hidden" aria-live="polite" ref={live} />
    </div>
  )
}

function StockTable({
  title,
  bars,
  period,
}: {
  readonly title: string
  readonly bars: readonly PriceBar[]
  readonly period: BarPeriod
}): ReactElement {
  const rows = bars
    .slice(-tableRowsLimit)
    .reverse()
    .map((bar) => tableRow(bar, period))
  const count =
    rows.length < bars.length
      ? `the latest ${rows.length} of ${bars.length} visible bars`
      : `${rows.length} visible bars`
  return (
    <ChartTable
      caption={`${title}, ${count} of ${periodText(period)}, latest first`}
      columns={tableColumns}
      rows={rows}
    />
  )
}

// The layout shared by history and comparison: plot with legend, scroll bar, range buttons, log switch and table view.
// Panning, zooming and the crosshair never render it.

import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { ChartStyle, themeVariables } from '../chart-style.tsx'
import { ChartTable } from '../chart-table.tsx'
import { findRangeBase, type ChartRange, type PointStep } from '../chart-range.ts'
import { inTurn } from '../frame.ts'
import { RangeButtons } from '../range-buttons.tsx'
import type { PriceScale } from '../stock/price-tick.ts'
import { chartTheme, type ThemeName } from '../theme.ts'
import { useChartPlaces } from '../use-chart-places.ts'
import { attachLineChart, type AttachedLineChart } from './attach-line-chart.ts'
import type { LegendState } from './line-legend.ts'
import { allowsLogScale, type LinePoint, type LineSeries } from './line-point.ts'
import { paymentColumn } from './line-summary.ts'
import { lineTimes } from './line-range.ts'
import type { ValueUnit } from './value-unit.ts'

export interface LineChartHandle {
  /** Adds later values (or replaces the last) without rendering. */
  readonly append: (id: string, points: readonly LinePoint[]) => void
  readonly exportPng: () => Promise<Blob>
}

export interface LinePanelProps {
  readonly title: string
  readonly series: readonly LineSeries[]
  readonly theme: ThemeName
  readonly kind: 'area' | 'line'
  readonly isStepped: boolean
  readonly unit: ValueUnit
  readonly rebase?: 'gains' | 'sums' | undefined
  readonly hasTime: boolean
  readonly step: PointStep
  readonly scale: PriceScale
  readonly hasScaleSwitch: boolean
  readonly range: ChartRange
  readonly ranges: readonly ChartRange[]
  readonly rangesAt: 'head' | 'foot'
  readonly lead: ReactNode
  readonly hasScrollBar: boolean
  readonly view: 'chart' | 'table' | undefined
  readonly onReady: ((handle: LineChartHandle | undefined) => void) | undefined
  readonly legendOf: (state: LegendState) => readonly Node[]
}

const tableRowsLimit = 500
const logRefusal = 'A logarithmic scale needs values above zero'

/** Mounts a new chart for the options in its key; everything else updates in place. */
export function LinePanel(props: LinePanelProps): ReactElement {
  const { kind, isStepped, unit, rebase, hasTime, step, hasScrollBar, rangesAt } = props
  return (
    <MountedLinePanel
      key={[kind, isStepped, unit, rebase, hasTime, step, hasScrollBar, rangesAt].join(' ')}
      {...props}
    />
  )
}

function MountedLinePanel({
  title,
  series,
  theme,
  kind,
  isStepped,
  unit,
  rebase,
  hasTime,
  step,
  scale,
  hasScaleSwitch,
  range,
  ranges,
  rangesAt,
  lead,
  hasScrollBar,
  view,
  onReady,
  legendOf,
}: LinePanelProps): ReactElement {
  const id = useId()
  const { canvas, legend, scroll, ranges: group, dates, summary, live, readPlaces } = useChartPlaces()
  const attached = useRef<AttachedLineChart | undefined>(undefined)
  const [ownTable, setOwnTable] = useState(false)
  const [chosenScale, setChosenScale] = useState<PriceScale | undefined>(undefined)
  /** The series to which a value was appended that rules out the logarithmic scale. */
  const [spoiled, setSpoiled] = useState<readonly LineSeries[] | undefined>(undefined)
  const [rows, setRows] = useState<readonly (readonly string[])[]>([])
  const isTable = view === undefined ? ownTable : view === 'table'
  const wantedScale = chosenScale ?? scale

  const readRows = useEffectEvent(() => setRows(attached.current?.tableRows(tableRowsLimit) ?? []))
  const tellReady = useEffectEvent((handle: LineChartHandle | undefined) => onReady?.(handle))
  const noticeAppended = useEffectEvent((points: readonly LinePoint[]) => {
    if (!allowsLogScale(points)) setSpoiled(series)
  })
  const showRows = useEffectEvent(() => {
    if (isTable) readRows()
  })
  const attach = useEffectEvent(() => {
    const found = readPlaces()
    if (found === undefined) return undefined
    const chart = attachLineChart(
      found,
      { theme, kind, isStepped, unit, rebase, hasTime, step, label: title },
      legendOf,
      showRows,
    )
    chart.setRange(range)
    chart.setSeries(series)
    chart.setScale(wantedScale)
    return chart
  })

  useEffect(() => {
    let chart: AttachedLineChart | undefined
    const withdraw = inTurn(() => {
      const made = attach()
      if (made === undefined) return
      chart = made
      attached.current = made
      tellReady({
        append: (series, points) => {
          made.append(series, points)
          noticeAppended(points)
        },
        exportPng: made.exportPng,
      })
    })
    return () => {
      withdraw()
      if (chart === undefined) return
      tellReady(undefined)
      attached.current = undefined
      chart.destroy()
    }
  }, [])

  useEffect(() => {
    attached.current?.setTheme(theme)
  }, [theme])
  useEffect(() => {
    attached.current?.setRange(range)
  }, [range])
  useEffect(() => {
    attached.current?.setSeries(series)
  }, [series])
  useEffect(() => {
    attached.current?.setScale(wantedScale)
  }, [wantedScale])
  useEffect(() => {
    attached.current?.setLabel(title)
  }, [title])
  useEffect(() => {
    if (isTable) readRows()
  }, [isTable])

  const times = useMemo(() => lineTimes(series, unit, step), [series, unit, step])
  const isPositive = useMemo(() => series.every(({ points }) => allowsLogScale(points)), [series])
  const canBeLog = isPositive && spoiled !== series
  const isEmpty = times.length === 0

  const hasBar = ranges.length > 0 || hasScaleSwitch || view === undefined || lead !== undefined
  const bar = hasBar && (
    <div className={rangesAt === 'head' ? 'cf-foot cf-head' : 'cf-foot'}>
      {lead}
      {ranges.length > 0 && (
        <RangeButtons
          ref={group}
          ranges={ranges}
          base={(name) => findRangeBase(name, times)}
          onChoose={(name) => attached.current?.setRange(name)}
        />
      )}
      <span className="cf-dates" ref={dates} />
      {hasScaleSwitch && (
        <button
          type="button"
          className="cf-button"
          aria-pressed={canBeLog && wantedScale === 'logarithmic'}
          aria-disabled={!canBeLog}
          title={canBeLog ? 'Logarithmic scale' : logRefusal}
          onClick={() => {
            if (canBeLog) setChosenScale(wantedScale === 'logarithmic' ? 'linear' : 'logarithmic')
          }}
        >
          Log
        </button>
      )}
      {view === undefined && (
        <button type="button" className="cf-button" aria-pressed={isTable} onClick={() => setOwnTable(!ownTable)}>
          Table
        </button>
      )}
    </div>
  )

  return (
    <div className="cf-chart" style={themeVariables(chartTheme[theme])}>
      <ChartStyle />
      {rangesAt === 'head' && bar}
      <div className="cf-plot">
        <div className="cf-canvas" id={`${id}plot`} ref={canvas} inert={isTable} />
        <div className="cf-legend" ref={legend} hidden={isTable || isEmpty} />
        {isEmpty && <div className="cf-empty">No values yet</div>}
        {isTable && (
          <ChartTable
            caption={`${title}, visible values, latest first`}
            columns={[hasTime ? 'Time' : 'Date', ...series.map(({ name }) => name), ...paymentColumn(series)]}
            rows={rows}
          />
        )}
      </div>
      {hasScrollBar && <div className="cf-scroll" ref={scroll} inert={isTable || isEmpty} />}
      {rangesAt === 'foot' && bar}
      <p className="cf-hidden" ref={summary} />
      <p className="cf-hidden" aria-live="polite" ref={live} />
    </div>
  )
}

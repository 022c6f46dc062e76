// Lines and areas over time on lightweight-charts, behind a library-neutral port. Independent of React.

import {
  AreaSeries,
  createChart,
  createSeriesMarkers,
  LineSeries as LineSeriesKind,
  LineStyle,
  LineType,
  PriceScaleMode,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type SeriesMarker,
  type LineWidth,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { findRangeBase, type ChartRange } from '../chart-range.ts'
import { createFrameTask, twoFrames } from '../frame.ts'
import { createListeners } from '../listeners.ts'
import type { PriceScale } from '../stock/price-tick.ts'
import { chartTheme } from '../theme.ts'
import { emptyBarsFor, uncoveredLabels } from './axis-room.ts'
import { lineBaseOptions, lineThemeOptions } from './line-style.ts'
import {
  allowsLogScale,
  cleanPoints,
  colorPlaceOf,
  isColorRepeated,
  isContinuation,
  joinTimes,
  secondOf,
  seriesColor,
  valueAt,
  type LinePoint,
  type LineSeries,
} from './line-point.ts'
import type { LineChartOptions, LineChartPort, LineWindow, PointedValues } from './line-chart-port.ts'
import { cutToCommon, rebaseLines, rebaseSums } from './rebase-lines.ts'
import { unitText } from './value-unit.ts'

type DrawnSeries = ISeriesApi<'Area'> | ISeriesApi<'Line'>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library has no function that makes this kind
const toTime = (timeMs: number) => secondOf(timeMs) as UTCTimestamp
const toData = ({ timeMs, value }: LinePoint) => ({ time: toTime(timeMs), value })

export function createLineChart(element: HTMLElement, options: LineChartOptions): LineChartPort {
  const { kind, unit, hasTime, isStepped, step, rebase } = options
  let { theme } = options
  /** The series as passed in, gains cut to their first common day; the drawn lines restart at zero with each range. */
  let given: readonly LineSeries[] = []
  let baseMs: number | undefined
  let series: readonly LineSeries[] = []
  let times: readonly number[] = []
  let wantedScale: PriceScale = 'linear'
  let asked: ChartRange = 'All'
  let range: ChartRange | undefined = asked
  let isReaderMoving = false
  let isPressed = false
  let isReturning = false
  let pointedIndex: number | undefined
  let zeroLine: IPriceLine | undefined
  const drawn = new Map<string, DrawnSeries>()
  const arrows = new Map<string, ISeriesMarkersPluginApi<Time>>()
  /** As `setSeries` received them last. */
  let received: readonly LineSeries[] = []
  const visible = createListeners<LineWindow>()
  const pointedAt = createListeners<PointedValues>()

  const chart = createChart(element, { ...lineBaseOptions(hasTime) })
  chart.applyOptions(lineThemeOptions(chartTheme[theme]))
  const timeScale = chart.timeScale()
  const surface = chart.chartElement()
  surface.tabIndex = 0
  surface.setAttribute('role', 'application')
  surface.setAttribute('aria-roledescription', 'line chart')
  surface.setAttribute('aria-label', options.label)

  const values = () => series.flatMap(({ points }) => points)

  const yOfValue = (value: number) => drawn.get(series[0]?.id ?? '')?.priceToCoordinate(value) ?? null

  /** The values that the badges on the axis name: the last ones in view. */
  function shownLastValues(): number[] {
    const to = timeScale.getVisibleLogicalRange()?.to ?? Infinity
    const timeMs = times[Math.min(times.length - 1, Math.floor(to))]
    if (timeMs === undefined) return []
    return series.map(({ points }) => valueAt(points, timeMs)).filter((value) => value !== undefined)
  }

  function seriesOptions(index: number) {
    const colors = chartTheme[theme]
    const place = colorPlaceOf(series[index] ?? {}, index)
    const color = seriesColor(colors, place)
    const text = unitText(
      unit,
      values().reduce((most, { value }) => Math.max(most, Math.abs(value)), 0),
    )
    const lineWidth: LineWidth = 2
    return {
      lineWidth,
      priceLineVisible: false,
      lastValueVisible: true,
      crosshairMarkerRadius: 3.5,
      lineType: isStepped ? LineType.WithSteps : LineType.Simple,
      lineStyle: isColorRepeated(place) ? LineStyle.Dashed : LineStyle.Solid,
      priceFormat: {
        type: 'custom',
        formatter: text.axis,
        tickmarksFormatter: (values: readonly number[]) =>
          uncoveredLabels(values, { format: text.axis, yOf: yOfValue, badges: shownLastValues() }),
        minMove: text.stepLeast,
      },
      ...(kind === 'area' ? { lineColor: color, topColor: colors.areaTop, bottomColor: colors.areaBottom } : { color }),
    } as const
  }

  function paint(): void {
    series.forEach(({ id }, index) => drawn.get(id)?.applyOptions(seriesOptions(index)))
    drawZeroLine()
  }

  function drawZeroLine(): void {
    const first = drawn.get(series[0]?.id ?? '')
    if (zeroLine !== undefined && first !== undefined) first.removePriceLine(zeroLine)
    zeroLine = undefined
    if (rebase !== undefined || values().some(({ value }) => value <= 0)) {
      zeroLine = first?.createPriceLine({
        price: 0,
        color: chartTheme[theme].crosshair,
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: false,
        title: '',
      })
    }
  }

  /** An arrow up below the line for money that came in, one down above it for money that left. */
  function markersOf(line: LineSeries | undefined): SeriesMarker<Time>[] {
    const colors = chartTheme[theme]
    return (line?.payments ?? []).map(({ timeMs, amount }) => ({
      time: toTime(timeMs),
      position: amount > 0 ? 'belowBar' : 'aboveBar',
      shape: amount > 0 ? 'arrowUp' : 'arrowDown',
      color: colors.axisText,
      size: 1,
    }))
  }

  function useScale(): PriceScale {
    const scale = wantedScale === 'logarithmic' && allowsLogScale(values()) ? 'logarithmic' : 'linear'
    chart.applyOptions({
      rightPriceScale: { mode: scale === 'logarithmic' ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal },
    })
    return scale
  }

  /** Bars of empty room before the point at `from`, where the arrow of a payment would be cut. */
  function roomBefore(from: number, bars: number): number {
    const second = secondOf(times[from] ?? 0)
    const isMarked = series.some(({ payments = [] }) =>
      payments.some(({ timeMs }) => (from === 0 ? secondOf(timeMs) <= second : secondOf(timeMs) === second)),
    )
    return isMarked ? emptyBarsFor(bars, timeScale.width() || element.clientWidth) : 0
  }

  function place(from: number, to: number): void {
    if (times.length === 0) return
    isReaderMoving = false
    const last = Math.max(from + 1, to - 1)
    timeScale.setVisibleLogicalRange({ from: from - roomBefore(from, last - from + 1), to: last })
    task.request()
  }

  /** Moves a view back that left more room before the first point than its arrow needs. */
  function returnToEdge(): void {
    const logical = timeScale.getVisibleLogicalRange()
    if (isReturning || logical === null || logical.from >= 0) return
    const room = roomBefore(0, logical.to - logical.from + 1)
    const excess = -room - logical.from
    if (excess < 0.1) return
    isReturning = true
    timeScale.setVisibleLogicalRange({ from: -room, to: Math.min(times.length - 1, logical.to + excess) })
    isReturning = false
  }

  function placeRange(): void {
    const last = times.at(-1)
    if (range === undefined || last === undefined) return
    const base = findRangeBase(range, {
      length: times.length,
      timeAt: (index) => times[index] ?? Infinity,
      step,
      leastAfter: 1,
    })
    if ('refusal' in base) range = base.nearestIndex === undefined ? 'All' : undefined
    const from = Math.min('refusal' in base ? (base.nearestIndex ?? 0) : base.baseIndex, Math.max(0, times.length - 2))
    startAt(times[from] ?? last)
    place(from, times.length)
  }

  /** Redraws gains and sums when they start at another point. */
  function startAt(startMs: number): void {
    if (rebase === undefined || startMs === baseMs) return
    baseMs = startMs
    series = rebase === 'gains' ? rebaseLines(given, baseMs) : rebaseSums(given, baseMs)
    // Times without values keep the indices of all later ones, so that the user can still move back.
    const before = times
      .filter((timeMs) => timeMs < secondOf(startMs) * 1_000)
      .map((timeMs) => ({ time: toTime(timeMs) }))
    for (const { id, points } of series) drawn.get(id)?.setData([...before, ...points.map(toData)])
    paint()
  }

  function window(): LineWindow | undefined {
    const logical = timeScale.getVisibleLogicalRange()
    if (logical === null || times.length === 0) return undefined
    const fromIndex = Math.max(0, Math.min(times.length - 1, Math.round(logical.from)))
    const toIndex = Math.max(fromIndex + 1, Math.min(times.length, Math.round(logical.to) + 1))
    return { fromIndex, toIndex, fromMs: times[fromIndex] ?? 0, toMs: times[toIndex - 1] ?? 0, range, baseMs }
  }

  function pointed(): PointedValues | undefined {
    const timeMs = times[pointedIndex ?? times.length - 1]
    if (timeMs === undefined) return undefined
    return {
      timeMs,
      isUnderCrosshair: pointedIndex !== undefined,
      values: new Map(series.map(({ id, points }) => [id, valueAt(points, timeMs)])),
    }
  }

  const task = createFrameTask(() => {
    const shown = window()
    if (shown !== undefined) visible.tell(shown)
    const values = pointed()
    if (values !== undefined) pointedAt.tell(values)
  })

  function moved(): void {
    if (isReaderMoving) range = undefined
    returnToEdge()
    task.request()
  }

  function crosshairMoved({ logical, point }: MouseEventParams<Time>): void {
    pointedIndex =
      logical === undefined || point === undefined
        ? undefined
        : Math.max(0, Math.min(times.length - 1, Math.round(logical)))
    task.request()
  }

  const press = () => {
    isPressed = true
  }
  const release = () => {
    isPressed = false
  }
  const drag = () => {
    if (isPressed) isReaderMoving = true
  }
  const wheel = () => {
    isReaderMoving = true
  }
  element.addEventListener('pointerdown', press)
  document.addEventListener('pointerup', release)
  element.addEventListener('pointermove', drag)
  element.addEventListener('wheel', wheel, { passive: true })
  timeScale.subscribeVisibleLogicalRangeChange(moved)
  chart.subscribeCrosshairMove(crosshairMoved)

  /** Without room for arrows before the first point, the view ends there. */
  function fixLeftEdge(): void {
    chart.applyOptions({ timeScale: { fixLeftEdge: roomBefore(0, 1_000_000) === 0 } })
  }

  const areSameLines = (next: readonly LineSeries[]): boolean =>
    rebase === undefined &&
    next.length === received.length &&
    next.every(({ id, points, colorPlace }, index) => {
      const before = received[index]
      return before?.id === id && before.points === points && before.colorPlace === colorPlace
    })

  /** The user's own view of lines that only go on: it stays, and at the end of the lines it follows them. */
  function viewOf(next: readonly LineSeries[]): { from: number; to: number } | undefined {
    const view = range === undefined && isContinuation(received, next) ? timeScale.getVisibleLogicalRange() : null
    if (view === null) return undefined
    const length = joinTimes(next.map(({ points }) => cleanPoints(points))).length
    const added = view.to >= times.length - 1 ? length - times.length : 0
    return { from: view.from + added, to: view.to + added }
  }

  /** Takes what is said about the same lines: names, gains and payments. The lines and the user's view stay. */
  function describeLines(next: readonly LineSeries[]): void {
    const before = received
    received = next
    given = next.map((line, index) => ({ ...line, points: given[index]?.points ?? line.points }))
    series = given
    if (next.some(({ payments }, index) => payments !== before[index]?.payments)) {
      for (const line of series) arrows.get(line.id)?.setMarkers(markersOf(line))
      fixLeftEdge()
      placeRange()
    }
    task.request()
  }

  return {
    setSeries: (next) => {
      if (next === received) return
      if (areSameLines(next)) {
        describeLines(next)
        return
      }
      const view = viewOf(next)
      const startMs = baseMs
      received = next
      for (const line of drawn.values()) chart.removeSeries(line)
      drawn.clear()
      arrows.clear()
      zeroLine = undefined
      const clean = next.map((line) => ({ ...line, points: cleanPoints(line.points) }))
      given = rebase === 'gains' ? cutToCommon(clean) : clean
      series = given
      baseMs = undefined
      times = joinTimes(series.map(({ points }) => points))
      series.forEach(({ id, points }, index) => {
        const line =
          kind === 'area'
            ? chart.addSeries(AreaSeries, seriesOptions(index))
            : chart.addSeries(LineSeriesKind, seriesOptions(index))
        line.setData(points.map(toData))
        arrows.set(id, createSeriesMarkers(line, markersOf(series[index])))
        drawn.set(id, line)
      })
      fixLeftEdge()
      drawZeroLine()
      useScale()
      if (view === undefined) {
        range ??= asked
        placeRange()
      } else {
        if (startMs !== undefined) startAt(startMs)
        timeScale.setVisibleLogicalRange(view)
      }
      task.request()
    },
    append: (id, points) => {
      const line = drawn.get(id)
      const before = series.find((each) => each.id === id)
      const added = cleanPoints(points).filter(
        ({ timeMs }) => secondOf(timeMs) >= secondOf(before?.points.at(-1)?.timeMs ?? -Infinity),
      )
      if (line === undefined || before === undefined || added.length === 0) return
      given = given.map((each) =>
        each.id === id ? { ...each, points: cleanPoints([...each.points, ...added]) } : each,
      )
      if (rebase !== undefined) {
        times = joinTimes(given.map((each) => each.points))
        baseMs = undefined
        placeRange()
        return
      }
      series = given
      times = joinTimes(series.map((each) => each.points))
      for (const point of added) line.update(toData(point))
      paint()
      useScale()
      placeRange()
      task.request()
    },
    setScale: (scale) => {
      wantedScale = scale
      return useScale()
    },
    setTheme: (name) => {
      theme = name
      chart.applyOptions(lineThemeOptions(chartTheme[name]))
      paint()
    },
    setLabel: (label) => surface.setAttribute('aria-label', label),
    setRange: (wanted) => {
      asked = wanted
      range = wanted
      placeRange()
    },
    show: (from, to) => {
      range = undefined
      place(from, to)
    },
    stepCrosshair: (points) => {
      const next = Math.max(0, Math.min(times.length - 1, (pointedIndex ?? times.length - points) + points))
      const timeMs = times[next]
      const [first] = series
      const line = drawn.get(first?.id ?? '')
      if (timeMs === undefined || first === undefined || line === undefined) return
      pointedIndex = next
      chart.setCrosshairPosition(valueAt(first.points, timeMs) ?? 0, toTime(timeMs), line)
      task.request()
    },
    hideCrosshair: () => {
      chart.clearCrosshairPosition()
      pointedIndex = undefined
      task.request()
    },
    series: () => series,
    history: () => given[0]?.points.map(({ value }) => value) ?? [],
    times: () => times,
    exportPng: async () => {
      chart.clearCrosshairPosition()
      await twoFrames()
      return await new Promise((resolve, reject) => {
        chart
          .takeScreenshot()
          .toBlob(
            (blob) => (blob === null ? reject(new Error('the picture could not be encoded')) : resolve(blob)),
            'image/png',
          )
      })
    },
    subscribeVisible: visible.add,
    subscribePointed: pointedAt.add,
    destroy: () => {
      task.cancel()
      element.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', release)
      element.removeEventListener('pointermove', drag)
      element.removeEventListener('wheel', wheel)
      chart.remove()
    },
  }
}

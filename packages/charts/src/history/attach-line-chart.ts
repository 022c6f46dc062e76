// Connects a line chart to the surrounding page: legend, range buttons, dates, scroll bar, summary and keys, all
// without React.

import { pressRange } from '../range-buttons.tsx'
import { createDebouncedTask } from '../debounced-task.ts'
import { createScrollBar } from '../scroll-bar/create-scroll-bar.ts'
import type { PriceScale } from '../stock/price-tick.ts'
import { chartTheme, type ThemeName } from '../theme.ts'
import type { ChartPlaces } from '../use-chart-places.ts'
import { createLineChart } from './create-line-chart.ts'
import { lineTimeText, pointedValuesText, type LegendState } from './line-legend.ts'
import type { LineChartOptions, LineWindow, PointedValues } from './line-chart-port.ts'
import type { LinePoint, LineSeries } from './line-point.ts'
import { lineSummary, lineTableRows } from './line-summary.ts'
import type { ChartRange } from '../chart-range.ts'

export interface AttachedLineChart {
  readonly setSeries: (series: readonly LineSeries[]) => void
  readonly append: (id: string, points: readonly LinePoint[]) => void
  readonly setTheme: (theme: ThemeName) => void
  readonly setScale: (scale: PriceScale) => PriceScale
  readonly setRange: (range: ChartRange) => void
  readonly setLabel: (label: string) => void
  readonly tableRows: (limit: number) => string[][]
  readonly exportPng: () => Promise<Blob>
  readonly destroy: () => void
}

/**
 * Delay after the last movement before the summary is rewritten: it is meant for reading, not for following the view.
 */
const restMs = 250

export function attachLineChart(
  places: ChartPlaces,
  options: LineChartOptions,
  legendOf: (state: LegendState) => readonly Node[],
  onVisible: () => void,
): AttachedLineChart {
  const { unit, hasTime } = options
  const port = createLineChart(places.canvas, options)
  let { theme } = options
  let window: LineWindow | undefined
  let pointed: PointedValues | undefined
  let isSpoken = false

  const scrollBar =
    places.scroll === null
      ? undefined
      : createScrollBar(places.scroll, {
          theme: chartTheme[theme],
          label: 'Visible part of the history',
          controls: places.canvas.id,
          onShow: ({ from, to }) => port.show(from, to),
        })

  function showLegend(): void {
    if (window === undefined || pointed === undefined) return
    const state: LegendState = { series: port.series(), window, pointed, unit, hasTime, theme }
    places.legend.replaceChildren(...legendOf(state))
    if (isSpoken) places.live.textContent = pointedValuesText(state)
    isSpoken = false
  }

  const rest = createDebouncedTask(() => {
    places.summary.textContent = lineSummary(port.series(), window, unit, hasTime)
  }, restMs)

  const leaveVisible = port.subscribeVisible((next) => {
    window = next
    const text = `${lineTimeText(next.fromMs, hasTime)} – ${lineTimeText(next.toMs, hasTime)}`
    if (places.dates !== null) places.dates.textContent = text
    pressRange(places.ranges, next.range)
    scrollBar?.setWindow({ from: next.fromIndex, to: next.toIndex }, text)
    rest.request()
    onVisible()
  })
  const leavePointed = port.subscribePointed((next) => {
    pointed = next
    showLegend()
  })

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || window === undefined) return
    const total = port.times().length
    const width = window.toIndex - window.fromIndex
    const step = event.shiftKey ? 10 : 1
    switch (event.key) {
      case 'ArrowLeft':
        port.stepCrosshair(-step)
        break
      case 'ArrowRight':
        port.stepCrosshair(step)
        break
      case 'PageUp':
        port.show(Math.max(0, window.fromIndex - width), Math.max(width, window.fromIndex))
        break
      case 'PageDown':
        port.show(Math.min(total - width, window.toIndex), Math.min(total, window.toIndex + width))
        break
      case 'Home':
        port.show(0, width)
        break
      case 'End':
        port.show(total - width, total)
        break
      case 'Escape':
        port.hideCrosshair()
        return
      default:
        return
    }
    isSpoken = event.key.startsWith('Arrow')
    event.preventDefault()
  }
  places.canvas.addEventListener('keydown', key)

  function showHistory(): void {
    scrollBar?.setHistory(port.history())
  }

  return {
    setSeries: (series) => {
      port.setSeries(series)
      showHistory()
    },
    append: (id, points) => {
      port.append(id, points)
      showHistory()
    },
    setTheme: (name) => {
      theme = name
      port.setTheme(name)
      scrollBar?.setTheme(chartTheme[name])
      showLegend()
    },
    setScale: port.setScale,
    setRange: port.setRange,
    setLabel: port.setLabel,
    tableRows: (limit) =>
      window === undefined
        ? []
        : lineTableRows(
            port.series(),
            port.times().slice(window.fromIndex, window.toIndex).slice(-limit),
            unit,
            hasTime,
          ),
    exportPng: port.exportPng,
    destroy: () => {
      rest.cancel()
      places.canvas.removeEventListener('keydown', key)
      leaveVisible()
      leavePointed()
      scrollBar?.destroy()
      places.legend.replaceChildren()
      port.destroy()
    },
  }
}

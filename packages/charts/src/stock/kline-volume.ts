// The volume panel under the prices: bars, their mean over 20, and a legend in text colours (the library's takes the
// pale bar colour). Drawn by hand in two colours and one line, because the library styles every single bar again and
// would double the cost of a frame.

import type { Chart, Indicator, IndicatorDrawParams, KLineData } from 'klinecharts'
import { bigCountText } from '../chart-text.ts'
import type { ChartTheme } from '../theme.ts'
import { volumeAxisTicks } from './kline-axis.ts'

const paneId = 'volume'
const heightPx = 84

interface Volume {
  readonly volume?: number
  readonly ma1?: number
}

function valuesAt({ result }: Indicator, index: number): Volume {
  return result[index] ?? {}
}

type DrawParams = IndicatorDrawParams<unknown, unknown, unknown>

/**
 * Returns the rectangles of the visible bars, one per pixel column: where several bars share a column, only the tallest
 * is drawn.
 */
function columns(
  { chart, yAxis }: DrawParams,
  bars: readonly KLineData[],
  xOf: (index: number) => number,
): { x: number; y: number; isUp: boolean }[] {
  const { from, to } = chart.getVisibleRange()
  const drawn: { x: number; y: number; isUp: boolean }[] = []
  for (let index = from; index < to; index++) {
    const bar = bars[index]
    if (bar === undefined) continue
    const column = { x: xOf(index), y: yAxis.convertToPixel(bar.volume ?? 0), isUp: bar.close >= bar.open }
    const last = drawn.at(-1)
    if (last === undefined || last.x !== column.x) drawn.push(column)
    else if (column.y < last.y) drawn[drawn.length - 1] = column
  }
  return drawn
}

function drawVolume(params: DrawParams, theme: ChartTheme): void {
  const { ctx, chart, indicator, bounding, xAxis, yAxis } = params
  const { gapBar, halfGapBar } = chart.getBarSpace()
  const widthPx = gapBar > 2 ? gapBar - 1 : 1
  const xOf = (index: number) => xAxis.convertToPixel(index)
  const drawn = columns(params, chart.getDataList(), xOf)
  for (const isUp of [true, false]) {
    ctx.fillStyle = isUp ? theme.volumeUp : theme.volumeDown
    for (const column of drawn)
      if (column.isUp === isUp) ctx.fillRect(column.x - halfGapBar, column.y, widthPx, bounding.height - column.y)
  }
  const { from, to } = chart.getVisibleRange()
  ctx.beginPath()
  for (let index = Math.max(0, from - 1); index < to; index++) {
    const mean = valuesAt(indicator, index).ma1
    if (mean !== undefined) ctx.lineTo(xOf(index), yAxis.convertToPixel(mean))
  }
  ctx.setLineDash([])
  ctx.lineWidth = 1.5
  ctx.strokeStyle = theme.series[0]
  ctx.stroke()
}

/** Shows the panel with its mean over `meanOver` bars, or removes it. */
export function setVolumePane(chart: Chart, theme: () => ChartTheme, meanOver: number | undefined): void {
  if (chart.getIndicators({ id: paneId }).some(({ calcParams }) => calcParams[0] === meanOver)) return
  chart.removeIndicator({ id: paneId })
  if (meanOver === undefined) return

  const text = (count: number | undefined) => ({
    text: count === undefined ? '--' : bigCountText(Math.round(count)),
    color: theme().text,
  })
  chart.createIndicator({
    name: 'VOL',
    id: paneId,
    paneId,
    calcParams: [meanOver],
    draw: (params) => {
      drawVolume(params, theme())
      return true
    },
    createTooltipDataSource: ({ indicator, crosshair }) => {
      const values = valuesAt(indicator, crosshair.dataIndex ?? indicator.result.length - 1)
      return {
        name: 'VOL',
        calcParamsText: `(${meanOver})`,
        features: [],
        legends: [
          { title: { text: '', color: theme().dimmed }, value: text(values.volume) },
          { title: { text: `MA${meanOver} `, color: theme().dimmed }, value: text(values.ma1) },
        ],
      }
    },
  })
  chart.setPaneOptions({ id: paneId, height: heightPx, minHeight: 40 })
  chart.overrideYAxis({ paneId, gap: { top: 0.34, bottom: 0 }, createTicks: volumeAxisTicks })
}
